#pragma once
#include <functional>

#include "check/context.hpp"
#include "check/label.hpp"

namespace ken::check {

// E path and A path over infinite fair paths; 'label_of' gives the labels of the largest state
// formulas of the path.  Throws Exhausted.
[[nodiscard]] Label label_quantified(Context& context, const logic::Quantified& formula,
                                     const std::function<Bdd(logic::FormulaId)>& label_of);

}  // namespace ken::check
