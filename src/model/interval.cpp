#include "model/interval.hpp"

#include <algorithm>

#include "model/fold.hpp"

namespace ken::model {

Possible evaluate(const ExprStore& store, std::span<const ExprId> order, const Box& box) {
  const BoundsAlgebra algebra(&box);
  std::vector<Bounds> known(order.size());
  std::vector<Bounds> args;
  const auto place = [&](ExprId id) {
    return static_cast<std::size_t>(std::lower_bound(order.begin(), order.end(), id) -
                                    order.begin());
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    args.clear();
    for (const ExprId arg : store.args(order[i])) args.push_back(known[place(arg)]);
    known[i] = fold(algebra, store[order[i]], args);
  }
  return {known.back()};
}

}  // namespace ken::model
