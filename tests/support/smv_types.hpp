#pragma once
#include <cstdint>

#include "smv_syntax.hpp"

namespace ken::tests::smv {

// 'nothing' is what a case yields when no condition applies; it goes with every type.
enum class Type : std::uint8_t { boolean, integer, symbol, mixed, nothing };

// What is known of an expression before anything is evaluated.
struct Shape {
  Type type = Type::boolean;
  bool set = false;       // a set of values of the type
  bool temporal = false;  // has an operator of CTL or LTL in it
};

// The shape of a node that is no name, from those of its arguments.  Refuses wrong ones.
[[nodiscard]] Shape infer(const Node& node, std::span<const Shape> arguments);

}  // namespace ken::tests::smv
