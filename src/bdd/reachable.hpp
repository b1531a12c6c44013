#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "bdd/bdd.hpp"

namespace ken::bdd {

// All functions at or below the given ones of one manager, the constants left out, as edges of the
// backend: each once, or one for each node.  Throws Exhausted.
[[nodiscard]] std::vector<std::uint32_t> reachable_functions(std::span<const Bdd> roots);
[[nodiscard]] std::vector<std::uint32_t> reachable_nodes(std::span<const Bdd> roots);

}  // namespace ken::bdd
