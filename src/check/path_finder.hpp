#pragma once
#include <functional>
#include <span>
#include <vector>

#include "symbolic/system.hpp"

namespace ken::check {

using symbolic::StateSet;

// A path that goes on for ever: behind its last state follows states[back_to] again.
struct Lasso {
  std::vector<model::State> states;
  std::size_t back_to = 0;
};

// What follows on states, and what they follow on; and which of several states is preferred.
struct Ways {
  std::function<StateSet(const StateSet&)> after;
  std::function<StateSet(const StateSet&)> before;
  std::function<model::State(const StateSet&)> pick;
};

// Finds paths in sets of states.  Lives shorter than the system.
class PathFinder {
 public:
  PathFinder(symbolic::System& system, Ways ways) : system_(system), ways_(std::move(ways)) {}

  // A path to one of the states: from the first of the layers through all of them in turn.
  [[nodiscard]] std::vector<model::State> trace(const StateSet& targets,
                                                std::span<const StateSet> layers) const;
  // Goes on inside the region, by at least one step and no more than needed, to one of the targets,
  // which can be reached.
  void extend(std::vector<model::State>& path, const StateSet& targets,
              const StateSet& region) const;
  // A path from the state that stays in the region for ever and meets all of these sets again and
  // again.  From every state there a step leads into the region, and a path in it to each of them.
  [[nodiscard]] Lasso find_lasso(const model::State& from, const StateSet& region,
                                 std::span<const StateSet> fairness) const;

 private:
  [[nodiscard]] StateSet encode(const model::State& state) const;
  [[nodiscard]] Lasso find_cycle(const model::State& from, const StateSet& region) const;
  [[nodiscard]] Lasso find_fair_lasso(const model::State& from, const StateSet& region,
                                      std::span<const StateSet> fairness) const;
  [[nodiscard]] StateSet reach(const StateSet& states, const StateSet& region) const;

  symbolic::System& system_;
  Ways ways_;
};

}  // namespace ken::check
