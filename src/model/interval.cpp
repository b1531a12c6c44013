#include "model/interval.hpp"

#include <algorithm>

#include "model/bounds.hpp"

namespace ken::model {

Possible evaluate(const ExprStore& store, std::span<const ExprId> order, const Box& box) {
  std::vector<Bounds> known(order.size());
  std::vector<Bounds> args;
  const auto place = [&](ExprId id) {
    return static_cast<std::size_t>(std::lower_bound(order.begin(), order.end(), id) -
                                    order.begin());
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Expr& e = store[order[i]];
    if (e.op == ExprOp::constant) {
      known[i] = {e.value, e.value, false, false};
    } else if (e.op == ExprOp::variable) {
      const Interval& range = box[static_cast<std::size_t>(e.value)];
      known[i] = {range.low, range.high, false, false};
    } else if (e.op == ExprOp::action) {
      known[i] = {0, 1, false, false};
    } else {
      args.clear();
      for (const ExprId arg : store.args(order[i])) args.push_back(known[place(arg)]);
      known[i] = combined(e.op, args);
    }
  }
  return {known.back()};
}

}  // namespace ken::model
