#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

#include "bdd/manager.hpp"

namespace ken::symbolic {

// Where the bits of variables and actions stand.  'computed' looks at who interacts with whom; the
// others are the classical orders, v for the bits of a variable now, v' for those after a step:
enum class Order : std::uint8_t {
  computed,
  all_then_actions,    // 1: (v v')... of all agents, then all actions
  agents,              // 2: for each agent (v v')..., then its actions
  actions_between,     // 3: for each agent v..., its actions, v'...
  actions_after_both,  // 4: for each agent v..., v'..., its actions
};

// How the reachable states are found, q what is known, n what is new:
enum class Reach : std::uint8_t {
  computed,    // by saturation if there is a scheduler; else as 'new_states', with whatever set
               // between n and q has the smaller diagram
  whole,       // 1: q := q or image(q)
  images,      // 2: n := image(n), q := q or n
  new_states,  // 3: n := image(n) - q, q := q or n
  chained,     // action by action of a scheduler, if there is one, each from all that is new
};

// What stays together when variables change places.
enum class Grouping : std::uint8_t { none, pairs, variables };

// Numbers whose bits alternate, by weight, because they are compared with each other or assigned to
// each other: those for which that should pay, all such numbers, or none.
enum class Braiding : std::uint8_t { computed, always, never };

// What images and pre-images are taken with.
enum class Partitioning : std::uint8_t {
  computed,   // whatever costs less (symbolic/partition.cpp)
  clusters,   // a conjunction, of clusters as large as was said
  disjuncts,  // one for each joint action, if they are not too many
};

struct Settings {
  Order order = Order::computed;
  Braiding braiding = Braiding::computed;  // in the computed order
  Reach reach = Reach::computed;
  Grouping grouping = Grouping::variables;
  Partitioning partitioning = Partitioning::computed;
  bdd::Settings diagrams = {};
  // Parts of the transition relation are joined up to so many nodes to begin with: small clusters
  // are quickly made and cheap in a product with a set, of large ones few are needed.  Where steps
  // take long, other sizes are tried, unless clusters alone are wanted (docs/adr/0029).
  std::size_t cluster_nodes = 500;
  // The work on diagrams that images, or pre-images, take before the first trial: some tenths of a
  // second, so that nothing is tried where there is nothing to gain.
  std::uint64_t work_before_trials = 1'000'000;
};

}  // namespace ken::symbolic
