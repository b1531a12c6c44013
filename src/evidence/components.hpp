#pragma once
#include <cstddef>
#include <functional>
#include <vector>

namespace ken::evidence {

// The strong components of a graph that have a cycle, as far as these nodes count.  By node, what
// follows it.
[[nodiscard]] std::vector<std::vector<std::size_t>> list_cycles(
    const std::vector<std::vector<std::size_t>>& follows,
    const std::function<bool(std::size_t)>& counts);

}  // namespace ken::evidence
