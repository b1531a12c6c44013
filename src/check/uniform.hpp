#pragma once
#include "check/labeller.hpp"

namespace ken::check {

// Whether some restriction of the protocols of these agents to one action for each local state
// makes the formula, read with full observation, hold in all initial states of the restricted
// model.  Only in a context with the fairness of the model.  Throws Exhausted.
[[nodiscard]] bool holds_uniformly(Context& context, FormulaId formula, const logic::Group& agents);

}  // namespace ken::check
