#pragma once
#include "check/contest.hpp"

namespace ken::check {

// Keeps a strategy with full observation for the answer being looked for, if strategies are kept
// and the coalition wins from initial states.
void keep_full_strategy(Context& context, const logic::Group& members, const Objective& objective,
                        const StateSet& won);

}  // namespace ken::check
