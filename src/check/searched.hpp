#pragma once
#include "check/contest.hpp"

namespace ken::check {

// From which states a strategy has to win for it to count in one.
enum class Starts : std::uint8_t {
  alone,  // from that state
  alike,  // and from all that look like it to some member
};

// Those of the wanted states of the domain where the coalition has a strategy, each member acting
// on what it sees alone.  Throws Exhausted.
[[nodiscard]] StateSet find_by_search(Context& context, const logic::Group& members,
                                      Objective objective, Starts starts, const StateSet& wanted);

}  // namespace ken::check
