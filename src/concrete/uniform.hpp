#pragma once
#include "concrete/context.hpp"

namespace ken::concrete {

// The formula holds in the initial states of a model in which each of these agents keeps one of the
// actions its protocol allows in each of its local states; coalitions see everything there.  The
// context is that of the model as it is.  Throws Exhausted.
[[nodiscard]] bool holds_uniformly(Context& whole, logic::FormulaId formula,
                                   const logic::Group& agents, Outcomes outcomes = Outcomes::fair);

}  // namespace ken::concrete
