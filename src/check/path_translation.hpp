#pragma once
#include <functional>

#include "base/budget.hpp"
#include "check/path_formula.hpp"
#include "logic/formula.hpp"

namespace ken::check {

// A path formula, or what it denies, in normal form.  'label_of' gives the labels of its largest
// state formulas.  Throws Exhausted.
struct PathSource {
  const logic::FormulaStore& formulas;
  std::function<Bdd(logic::FormulaId)> label_of;
  base::Budget& budget;
};
[[nodiscard]] PathId translate(const PathSource& source, PathStore& store, logic::FormulaId path,
                               bool positive);

}  // namespace ken::check
