#pragma once
#include <optional>

#include "states/state_space.hpp"

namespace ken::states {

// The most that a first try is worth, of which nothing is known.
constexpr std::uint64_t work_of_first_try = 40'000'000;

// The work that an exploration is worth if decision diagrams are there to do it too, in all, and at
// the most; asked again when so much is spent, of which a part went into rules.  Not more than what
// is spent: it should give up.
[[nodiscard]] std::uint64_t allow_exploration(const Progress& progress, std::uint64_t spent,
                                              std::uint64_t for_rules, std::uint64_t most);

// The same if others know how many states there are, and it is worth so much if it comes through.
[[nodiscard]] std::uint64_t allow_known_exploration(const Progress& progress, std::uint64_t spent,
                                                    std::uint64_t for_rules, double states,
                                                    std::uint64_t most);

// What all of so many states will cost; nothing is known before one is expanded.
[[nodiscard]] std::optional<double> predict_work(const Progress& progress, std::uint64_t spent,
                                                 std::uint64_t for_rules, double states);

// The work that is worth while for all formulas, in all, after an exploration that took so much,
// and for which it might have taken so much at the most.
[[nodiscard]] std::uint64_t allow_labelling(std::uint64_t spent, std::uint64_t most);

// How many states there will be, as far as the rings tell; more than there can ever be if they tell
// nothing.
[[nodiscard]] double predict_states(const Progress& progress);

}  // namespace ken::states
