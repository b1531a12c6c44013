#pragma once
#include "states/state_space.hpp"

namespace ken::states {

// The work that an exploration is worth if decision diagrams are there to do it too, in all; asked
// again when so much is spent, of which a part went into rules.  Not more than what is spent: it
// should give up.
[[nodiscard]] std::uint64_t allow_exploration(const Progress& progress, std::uint64_t spent,
                                              std::uint64_t for_rules);

// The work that an exploration is worth if others know that there are not many states, and have
// worked on the formulas for as long.
constexpr std::uint64_t work_for_few_states = 150'000'000;

// The work that is worth while for all formulas, in all, after an exploration that took so much.
[[nodiscard]] std::uint64_t allow_labelling(std::uint64_t spent);

// How many states there will be, as far as the rings tell; more than there can ever be if they tell
// nothing.
[[nodiscard]] double predict_states(const Progress& progress);

}  // namespace ken::states
