// Partial evaluation of conditions.
//
// When an agent's action is known, a test of it is a constant, and constants fold: of a disjunction
// over the actions of two players one or two members are left.  Whatever does not test the agent is
// itself; which expressions do is kept as a set of agents for each, modulo 64, so a subterm is
// walked in vain now and then, and never wrongly left alone.  Cost: one look at each node that
// tests the agent, for each action that is fixed.

#include "states/residuals.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace ken::states {
namespace {

constexpr std::uint64_t bytes_of_node = 256;  // with its place in the tables
constexpr std::uint64_t work_of_node = 24;    // to look it up or make it

}  // namespace

ExprId Residuals::import(ExprId original) {
  open_.push_back(original);
  while (!open_.empty()) {
    const ExprId id = open_.back();
    if (imported_.contains(id)) {
      open_.pop_back();
      continue;
    }
    const std::size_t before = open_.size();
    for (const ExprId arg : original_.args(id))
      if (!imported_.contains(arg)) open_.push_back(arg);
    effort_.spend(2 + original_.args(id).size());
    if (open_.size() > before) continue;
    open_.pop_back();
    std::vector<ExprId> args;
    for (const ExprId arg : original_.args(id)) args.push_back(imported_.at(arg));
    imported_.emplace(id, make(original_[id], std::move(args)));
  }
  return imported_.at(original);
}

void Residuals::choose(AgentId agent, std::optional<ActionIndex> action) {
  if (round_ != 0 && agent_ == agent && action_ == action) return;
  agent_ = agent;
  action_ = action;
  ++round_;
}

ExprId Residuals::fix(ExprId root) {
  const auto changes = [this](ExprId id) { return (agents_[index(id)] & bit(agent_)) != 0; };
  const auto is_known = [this](ExprId id) { return fixed_[index(id)].first == round_; };
  if (!changes(root)) return root;
  open_.push_back(root);
  while (!open_.empty()) {
    const ExprId id = open_.back();
    if (is_known(id)) {
      open_.pop_back();
      continue;
    }
    const std::size_t before = open_.size();
    for (const ExprId arg : store_.args(id))
      if (changes(arg) && !is_known(arg)) open_.push_back(arg);
    effort_.spend(1 + store_.args(id).size());
    if (open_.size() > before) continue;
    open_.pop_back();
    fixed_[index(id)] = {round_, fix_node(id)};
  }
  return fixed_[index(root)].second;
}

// From the results of its arguments.  Of most members of a long junction nothing is left, so that
// is seen before anything is looked up.
ExprId Residuals::fix_node(ExprId id) {
  const model::Expr e = store_[id];
  if (e.op == ExprOp::action && static_cast<AgentId>(e.value) == agent_)
    return action_ == e.action ? true_ : false_;
  const bool all = e.op == ExprOp::conjunction;
  const bool junction = all || e.op == ExprOp::disjunction;
  const ExprId neutral = all ? true_ : false_;
  const ExprId decisive = all ? false_ : true_;
  std::vector<ExprId> args;
  for (const ExprId arg : store_.args(id)) {
    const bool changes = (agents_[index(arg)] & bit(agent_)) != 0;
    const ExprId left = changes ? fixed_[index(arg)].second : arg;
    if (junction && left == decisive) return decisive;
    if (!junction || left != neutral) args.push_back(left);
  }
  return make(e, std::move(args));
}

ExprId Residuals::make(const model::Expr& e, std::vector<ExprId> args) {
  const bool junction = e.op == ExprOp::conjunction || e.op == ExprOp::disjunction;
  if (junction) {  // what is left of different members may be the same
    std::sort(args.begin(), args.end());
    args.erase(std::unique(args.begin(), args.end()), args.end());
  }
  effort_.spend(work_of_node + 2 * args.size());
  const ExprId result = rebuild(e, std::move(args));
  note_new();
  return result;
}

ExprId Residuals::rebuild(const model::Expr& e, std::vector<ExprId> args) {
  switch (e.op) {
    case ExprOp::constant:
      return store_.constant(e.value);
    case ExprOp::variable:
      return store_.variable(static_cast<VarId>(e.value), e.bounds.low, e.bounds.high);
    case ExprOp::action:
      return store_.action(static_cast<AgentId>(e.value), e.action);
    case ExprOp::negation:
    case ExprOp::conjunction:
    case ExprOp::disjunction:
    case ExprOp::exclusive:
      return store_.connective(e.op, args);
    case ExprOp::equal:
    case ExprOp::not_equal:
    case ExprOp::less:
    case ExprOp::less_equal:
      return store_.compare(e.op, args[0], args[1]);
    case ExprOp::sum:
    case ExprOp::product:
    case ExprOp::subtract:
    case ExprOp::divide:
    case ExprOp::floor_divide:
    case ExprOp::modulo:
      return store_.arithmetic(e.op, std::move(args));
    case ExprOp::count:
      return store_.count(std::move(args));
    case ExprOp::conditional:
      return store_.conditional(args[0], args[1], args[2]);
  }
  CHECK(false, "an operator has a name");
  return {};
}

// Which agents a new expression tests.
void Residuals::note_new() {
  while (agents_.size() < store_.size()) {
    const auto id = static_cast<ExprId>(agents_.size());
    charge_.add(bytes_of_node + store_.args(id).size() * 2 * sizeof(ExprId));
    const model::Expr& e = store_[id];
    std::uint64_t agents = e.op == ExprOp::action ? bit(static_cast<AgentId>(e.value)) : 0;
    for (const ExprId arg : store_.args(id)) agents |= agents_[index(arg)];
    agents_.push_back(agents);
    fixed_.emplace_back(0, ExprId{});
    listed_.push_back(0);
  }
}

void Residuals::list_acts(ExprId root, std::vector<Act>& acts) {
  ++listing_;
  const auto open = [this](ExprId id) {
    if (!tests_actions(id) || listed_[index(id)] == listing_) return;
    listed_[index(id)] = listing_;
    open_.push_back(id);
  };
  open(root);
  while (!open_.empty()) {
    const ExprId id = open_.back();
    open_.pop_back();
    const model::Expr& e = store_[id];
    effort_.spend(1 + e.count);
    if (e.op == ExprOp::action) acts.push_back({static_cast<AgentId>(e.value), e.action});
    for (const ExprId arg : store_.args(id)) open(arg);
  }
}

}  // namespace ken::states
