#pragma once
#include "check/strategy.hpp"

namespace ken::check {

// What is known about all strategies of a coalition: from 'lost' none wins, whatever its members
// see; from 'won' all do.
struct Bounds {
  StateSet lost;
  StateSet won;
};

// Why a strategy does not win: an outcome that makes it lose, or everything it does from a start.
struct Refutation {
  std::vector<model::State> path;      // from a start
  std::size_t used = 0;                // the moves of so many of its states are needed
  std::optional<std::size_t> back_to;  // where it goes on behind its end, if it is endless
  std::size_t violated_from = 0;       // the objective is, from this state of it on
  std::optional<StateSet> region;      // instead of a path: all states met from the first of it
};

// Nothing if the strategy wins from all of the states.
[[nodiscard]] std::optional<Refutation> refute(const Contest& contest, const Strategy& strategy,
                                               const Bounds& bounds, const StateSet& starts);

// All states of the domain from which it wins.
[[nodiscard]] StateSet find_winning_states(const Contest& contest, const Strategy& strategy);

}  // namespace ken::check
