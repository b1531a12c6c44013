#pragma once
#include "check/strategy.hpp"

namespace ken::check {

// One that wins the contest from all the states where the coalition wins with full observation.
[[nodiscard]] Strategy find_full_strategy(Context& context, const Contest& contest,
                                          const StateSet& won);

// Keeps a strategy with full observation for the answer being looked for, if strategies are kept
// and the coalition wins from initial states.
void keep_full_strategy(Context& context, const logic::Group& members, const Objective& objective,
                        const StateSet& won);

}  // namespace ken::check
