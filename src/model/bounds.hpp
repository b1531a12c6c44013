#pragma once
#include <span>

#include "model/expr.hpp"

namespace ken::model {

// The bounds of an operator's result from those of its arguments: never too narrow.  Conditions
// have bounds within 0..1.
[[nodiscard]] Bounds combined(ExprOp op, std::span<const Bounds> args);

}  // namespace ken::model
