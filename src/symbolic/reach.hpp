#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "symbolic/system.hpp"

namespace ken::symbolic {

// The reachable states, and which of them are first reached after how many steps.
struct Reachable {
  Bdd states;
  std::vector<Bdd> rings;  // the first: the initial states; empty if there are none

  [[nodiscard]] std::size_t depth() const { return rings.empty() ? 0 : rings.size() - 1; }
};

// Calls each_ring with what is known after every ring.  Throws Exhausted when the budget does not
// suffice.
[[nodiscard]] Reachable explore(System& system,
                                const std::function<void(const Reachable&)>& each_ring = {});

// A run of the model: states and the joint actions between them.
struct Run {
  std::vector<model::State> states;
  std::vector<model::JointAction> actions;
};
// A shortest run from an initial state into the set, which meets the reachable states.
[[nodiscard]] Run shortest_run(System& system, const Reachable& reachable, const Bdd& target);

}  // namespace ken::symbolic
