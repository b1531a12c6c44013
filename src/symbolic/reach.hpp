#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "symbolic/system.hpp"

namespace ken::symbolic {

// The reachable states, in the order in which they were found.
struct Reachable {
  StateSet states;
  // Disjoint; the first holds the initial states, every other state has a predecessor in an earlier
  // one.  None if there is no initial state.  If saturated the first one alone.
  std::vector<StateSet> rings;
  bool chained = false;  // not breadth first: rings say nothing about the length of runs
  bool saturated = false;
  bool complete = true;  // there are no others

  // Steps to the farthest state, if it is known.
  [[nodiscard]] std::optional<std::size_t> depth() const {
    if (chained || saturated) return {};
    return rings.empty() ? 0 : rings.size() - 1;
  }
};

// Whether to look for more.
enum class GoOn : std::uint8_t { yes, no };

// Calls each_ring with what is known after every ring, or now and then with the initial states if
// there are no rings, and at the end.  Throws Exhausted when the budget does not suffice.
using EachRing = std::function<GoOn(const Reachable&)>;
[[nodiscard]] Reachable explore(const Steps& steps, const StateSet& initial, Reach reach,
                                const EachRing& each_ring = {});
// From the initial states of a model.
[[nodiscard]] Reachable explore(System& system, const EachRing& each_ring = {});

// A run of the model: states and the joint actions between them.
struct Run {
  std::vector<model::State> states;
  std::vector<model::JointAction> actions;
};
// A joint action that leads from one state to the other.
[[nodiscard]] model::JointAction find_action(System& system, const model::State& from,
                                             const model::State& to);
// The same by these steps of the model's states, and among those that are allowed, over the bits of
// now and of actions.
[[nodiscard]] model::JointAction find_action(System& system, const Steps& steps,
                                             const model::State& from, const model::State& to,
                                             const Bdd& allowed);
// A state of the set, which meets the reachable states, in the earliest ring that has one.
[[nodiscard]] model::State find_nearest(System& system, const Reachable& reachable,
                                        const StateSet& set);
// A run from an initial state into the set, which meets the reachable states; a shortest one if
// they were found breadth first.  Its states stay charged to the budget; throws Exhausted.
[[nodiscard]] Run run_to(System& system, const Reachable& reachable, const StateSet& target);
// The states of one, by the steps that the reachable states were found with.
[[nodiscard]] std::vector<model::State> find_run(System& system, const Steps& steps,
                                                 const Reachable& reachable,
                                                 const StateSet& target);
// The same without rings but the first, by disjuncts of the steps.
[[nodiscard]] std::vector<model::State> find_run_backwards(System& system, const Steps& steps,
                                                           const Reachable& reachable,
                                                           const StateSet& target);

}  // namespace ken::symbolic
