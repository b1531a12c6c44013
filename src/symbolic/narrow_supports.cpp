#include "symbolic/narrow_supports.hpp"

#include <algorithm>

namespace ken::symbolic {

using model::Expr;
using model::ExprId;
using model::ExprOp;

NarrowSupports::NarrowSupports(const model::Model& model, base::Budget& budget)
    : known_(model.exprs.size()) {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    budget.check_limits();
    const auto id = static_cast<ExprId>(i);
    const Expr& e = model.exprs[id];
    Support& here = known_[i];
    if (e.op == ExprOp::variable) add(here, static_cast<std::uint32_t>(e.value));
    if (e.op == ExprOp::action && model[static_cast<model::AgentId>(e.value)].actions.size() > 1)
      add(here,
          static_cast<std::uint32_t>(model.variables.size()) + static_cast<std::uint32_t>(e.value));
    for (const ExprId arg : model.exprs.args(id)) {
      if (is_wide(arg)) here.size = widest + 1;
      if (here.size > widest) break;
      for (const std::uint32_t vertex : (*this)[arg]) add(here, vertex);
    }
  }
}

void NarrowSupports::add(Support& to, std::uint32_t vertex) {
  if (to.size > widest) return;
  const auto end = to.vertices.begin() + to.size;
  const auto place = std::lower_bound(to.vertices.begin(), end, vertex);
  if (place != end && *place == vertex) return;
  if (++to.size > widest) return;
  std::copy_backward(place, end, end + 1);
  *place = vertex;
}

}  // namespace ken::symbolic
