#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bdd/bdd.hpp"

namespace ken::bdd {

// All functions at or below the given ones of one manager, the constants left out, as edges of the
// backend: each once, or one for each node, and little more than 'most' of them.  Throws Exhausted.
[[nodiscard]] std::vector<std::uint32_t> reachable_functions(std::span<const Bdd> roots);
[[nodiscard]] std::vector<std::uint32_t> reachable_nodes(
    std::span<const Bdd> roots, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace ken::bdd
