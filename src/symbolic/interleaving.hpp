#pragma once
#include <vector>

#include "symbolic/system.hpp"

namespace ken::symbolic {

// The steps of a system split by what one agent does: each relation holds the steps under one of
// its actions, and says nothing about variables that keep their values under it.  Empty if under
// every agent's choice a large part of the system moves at once.
[[nodiscard]] std::vector<Relation> interleaved_moves(System& system);

}  // namespace ken::symbolic
