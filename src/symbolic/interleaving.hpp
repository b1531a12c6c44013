#pragma once
#include <vector>

#include "symbolic/relation.hpp"

namespace ken::symbolic {

// The steps of a system split by what one agent does: each relation holds the steps under one of
// its actions, and says nothing about variables that keep their values under it.  Empty if under
// every agent's choice a large part of the system moves at once.
[[nodiscard]] std::vector<Relation> split_by_scheduler(bdd::Manager& manager,
                                                       const Encoding& encoding,
                                                       const model::Model& model,
                                                       const Settings& settings,
                                                       const Conjuncts& conjuncts);

}  // namespace ken::symbolic
