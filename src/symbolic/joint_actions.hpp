#pragma once
#include <vector>

#include "symbolic/relation.hpp"

namespace ken::symbolic {

// The steps out of the states as a disjunction: one relation for each joint action that some of
// them allow, of the agents whose actions matter.  None if there are more than 'most'.
[[nodiscard]] std::vector<ClusteredProduct> split_by_joint_actions(
    bdd::Manager& manager, const Encoding& encoding, const Conjuncts& conjuncts,
    std::size_t cluster_nodes, const Bdd& states, std::size_t most);

}  // namespace ken::symbolic
