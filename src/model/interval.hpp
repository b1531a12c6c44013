#pragma once
#include <span>

#include "model/bounds.hpp"

namespace ken::model {

// What an expression can be when the variables range over a box: bounds that are never too narrow.
struct Possible {
  Bounds bounds;
  [[nodiscard]] bool can_be_true() const { return bounds.high != 0 || bounds.low != 0; }
  [[nodiscard]] bool can_be_false() const { return bounds.low == 0; }
};

// 'order' is the closure of the expression, parts first, itself last.
[[nodiscard]] Possible evaluate(const ExprStore& store, std::span<const ExprId> order,
                                const Box& box);

}  // namespace ken::model
