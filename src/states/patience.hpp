#pragma once
#include "states/state_space.hpp"

namespace ken::states {

// The work that an exploration is worth if decision diagrams are there to do it too, in all; asked
// again when so much is spent.  Not more than what is spent: it should give up.
[[nodiscard]] std::uint64_t allow_exploration(const Progress& progress, std::uint64_t spent);

// The work that is worth while for all formulas, in all, after an exploration that took so much.
[[nodiscard]] std::uint64_t allow_labelling(std::uint64_t spent);

}  // namespace ken::states
