#pragma once
#include <span>
#include <vector>

#include "symbolic/conjuncts.hpp"

namespace ken::symbolic {

// The transition relation as a product of a few relations of moderate size.
struct Clusters {
  std::vector<Bdd> relations;
  Bits free_actions;  // not kept, ascending; some may be quantified already
  Bits kept_actions;
};

// Joins conjuncts up to so many nodes, and quantifies actions that only one cluster mentions,
// except those of the agents that are kept.
[[nodiscard]] Clusters build_clusters(bdd::Manager& manager, const Encoding& encoding,
                                      const Conjuncts& conjuncts, std::size_t limit,
                                      std::span<const AgentId> kept);

}  // namespace ken::symbolic
