#pragma once
#include <algorithm>

#include "model/expr.hpp"

namespace ken::model {

// Whether the value is how many of the arguments hold: a count, or a sum of numbers that are each
// 0 or 1, which is how a count is written where the language has none.
[[nodiscard]] inline bool is_tally(const ExprStore& exprs, ExprId id) {
  const ExprOp op = exprs[id].op;
  if (op != ExprOp::sum) return op == ExprOp::count;
  const auto args = exprs.args(id);
  return std::all_of(args.begin(), args.end(), [&](ExprId arg) {
    const Bounds& bounds = exprs[arg].bounds;
    return bounds.low >= 0 && bounds.high <= 1 && !bounds.fraction && !bounds.undefined;
  });
}

}  // namespace ken::model
