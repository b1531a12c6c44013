#pragma once
#include "check/strategy.hpp"

namespace ken::check {

// Whether the strategy wins from all of the states, by the fixpoints of time in the model whose
// protocols are restricted to it.  Knows nothing of how the strategy was found.
[[nodiscard]] bool confirm(const Contest& contest, const Strategy& strategy,
                           const StateSet& starts);

}  // namespace ken::check
