#pragma once
#include <functional>
#include <span>
#include <vector>

#include "symbolic/system.hpp"

namespace ken::check {

using symbolic::StateSet;

// States one by one, each a set of its own: they may hold bits that no state of the model has.
using Singletons = std::vector<StateSet>;

// A path that goes on for ever: behind the last follows singletons[back_to] again.
struct SingletonLasso {
  Singletons singletons;
  std::size_t back_to = 0;
};
// The same in states of the model.
struct Lasso {
  std::vector<model::State> states;
  std::size_t back_to = 0;
};

// What follows on states, and what they follow on; and the one of several that is preferred.
struct Ways {
  std::function<StateSet(const StateSet&)> after;
  std::function<StateSet(const StateSet&)> before;
  std::function<StateSet(const StateSet&)> pick;
};

// What the singletons are in the model.
[[nodiscard]] std::vector<model::State> list_states(const symbolic::System& system,
                                                    const Singletons& singletons);
[[nodiscard]] Lasso list_states(const symbolic::System& system, const SingletonLasso& lasso);

// Finds paths in sets of states.  The budget must outlive it.
class PathFinder {
 public:
  PathFinder(const base::Budget& budget, Ways ways) : budget_(budget), ways_(std::move(ways)) {}

  // A path to one of the states: from the first of the layers through all of them in turn.
  [[nodiscard]] Singletons trace(const StateSet& targets, std::span<const StateSet> layers) const;
  // Goes on inside the region, by at least one step and no more than needed, to one of the targets,
  // which can be reached.
  void extend(Singletons& path, const StateSet& targets, const StateSet& region) const;
  // A path from the state that stays in the region for ever and meets all of these sets again and
  // again.  From every state there a step leads into the region, and a path in it to each of them.
  [[nodiscard]] SingletonLasso find_lasso(const StateSet& from, const StateSet& region,
                                          std::span<const StateSet> fairness) const;

 private:
  [[nodiscard]] SingletonLasso find_cycle(const StateSet& from, const StateSet& region) const;
  [[nodiscard]] SingletonLasso find_fair_lasso(const StateSet& from, const StateSet& region,
                                               std::span<const StateSet> fairness) const;
  [[nodiscard]] StateSet reach(const StateSet& states, const StateSet& region) const;

  const base::Budget& budget_;
  Ways ways_;
};

}  // namespace ken::check
