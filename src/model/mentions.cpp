#include "model/mentions.hpp"

#include <algorithm>

namespace ken::model {
namespace {

template <class Id>
std::vector<Id> sort_and_unite(std::vector<Id> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

void Mentions::clear() {
  seen_.clear();
  variables_.clear();
  actors_.clear();
}

void Mentions::add(ExprId root) {
  const auto open = [this](ExprId id) {
    if (seen_.set(id)) open_.push_back(id);
  };
  open(root);
  while (!open_.empty()) {
    const ExprId id = open_.back();
    open_.pop_back();
    const Expr& e = store_[id];
    if (e.op == ExprOp::variable) variables_.push_back(static_cast<VarId>(e.value));
    if (e.op == ExprOp::action) actors_.push_back(static_cast<AgentId>(e.value));
    for (const ExprId arg : store_.args(id)) open(arg);
  }
}

std::vector<VarId> Mentions::variables() const { return sort_and_unite(variables_); }
std::vector<AgentId> Mentions::actors() const { return sort_and_unite(actors_); }

}  // namespace ken::model
