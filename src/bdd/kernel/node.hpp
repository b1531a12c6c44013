#pragma once
#include <cstdint>

namespace ken::bdd::kernel {

// A function: the number of a node, and in the lowest bit whether its values are turned around.
// Negation costs nothing, and a function shares all nodes with its negation.
using Edge = std::uint32_t;

// Node 0 is the constant; every other node is a decision.
inline constexpr Edge no = 0;
inline constexpr Edge yes = 1;

[[nodiscard]] constexpr Edge negation(Edge f) { return f ^ 1U; }
[[nodiscard]] constexpr Edge sign(Edge f) { return f & 1U; }
[[nodiscard]] constexpr std::uint32_t number(Edge f) { return f >> 1U; }
[[nodiscard]] constexpr bool is_constant(Edge f) { return f <= yes; }

// Where a variable stands in the order, the root being 0.
using Level = std::uint32_t;

struct Node {
  Level level;
  Edge low;                  // if the variable is false; never negated, which makes the form unique
  Edge high;                 // if it is true
  std::uint32_t references;  // from outside
};
static_assert(sizeof(Node) == 16);

inline constexpr std::uint32_t held_for_ever = ~std::uint32_t{0};  // as a number of references
inline constexpr Level at_the_bottom = ~Level{0};  // the constant, below all variables
inline constexpr std::uint32_t most_variables = 1U << 20U;

// Edges stay below this, so that a cache can tell them from the codes of operations.
inline constexpr std::uint32_t first_code = 0xFE00'0000U;
inline constexpr std::uint32_t most_nodes = first_code >> 1U;

}  // namespace ken::bdd::kernel
