#pragma once
#include <cstdint>
#include <vector>

#include "syntax/ast.hpp"

namespace ken::syntax {

// How many pairs of parentheses the printed text has around each of the nodes first, ..., end - 1,
// in this order.  A group counts its own pair.
[[nodiscard]] std::vector<std::uint8_t> parentheses(const System& system, std::size_t first,
                                                    std::size_t end);

}  // namespace ken::syntax
