#pragma once
#include <functional>
#include <vector>

#include "logic/formula.hpp"

namespace ken::tests {

// One infinite path with finitely many different positions: 0 1 ... last, then back to 'back'.
struct Lasso {
  std::size_t last = 0;
  std::size_t back = 0;

  [[nodiscard]] std::size_t size() const { return last + 1; }
  [[nodiscard]] std::size_t next(std::size_t position) const {
    return position == last ? back : position + 1;
  }
};

// At which positions a path or state formula holds, read word by word from the definitions and
// with no code of an engine.  A path quantifier says nothing where there is one path.  'holds' is
// asked for atoms and modalities.
using HoldsAt = std::function<bool(logic::FormulaId state_formula, std::size_t position)>;
[[nodiscard]] std::vector<bool> evaluate(const Lasso& lasso, const logic::FormulaStore& store,
                                         logic::FormulaId formula, const HoldsAt& holds);

}  // namespace ken::tests
