#pragma once
#include "check/strategy.hpp"
#include "evidence/fact.hpp"

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

// One strategy that wins in a state, from all that has to be won from; or why there is none.
struct SearchedState {
  StateSet starts;
  std::optional<Strategy> strategy;
  std::vector<model::State> lost_together{};
  std::vector<evidence::Fact> facts{};
};
[[nodiscard]] SearchedState search_from(Context& context, const Contest& contest, Starts starts,
                                        const StateSet& state);

}  // namespace ken::check
