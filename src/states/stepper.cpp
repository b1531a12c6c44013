// Steps.
//
// In a state the actions that each protocol allows are collected first; if an agent has none,
// nothing can happen.  Then the tree of joint actions is walked along what is allowed.  A node that
// is met again is skipped, for what lies below it depends on the state alone.
//
// At a leaf each factor offers alternatives: what its lines that hold make of its variables, or no
// change if none holds.  Different factors change different variables, so a successor is the state
// exclusive-or one alternative of each, and an odometer goes over all combinations.  A factor is
// evaluated once in a state, however many leaves it is in.  A line whose value does not fit is
// lost, and remembered as lost; a factor with lost lines only blocks the leaf, but the others are
// evaluated all the same, because they may lose lines too.

#include "states/stepper.hpp"

#include <algorithm>
#include <bit>

namespace ken::states {
namespace {

constexpr std::uint64_t bytes_of_ready = 256;
constexpr std::uint64_t bytes_of_leaf = 128;

}  // namespace

Stepper::Stepper(const model::Model& model, Effort& effort)
    : model_(model),
      effort_(effort),
      charge_(effort.budget()),
      layout_(model),
      residuals_(model.exprs, effort),
      factors_(model, residuals_, effort),
      evaluator_(residuals_.store(), effort),
      leaves_(1),
      values_(model.variables.size()),
      next_(layout_.words()) {
  for (const model::Agent& agent : model.agents) {
    Acting acting;
    const std::size_t actions = agent.actions.size();
    acting.allowed.assign((actions + 63) / 64, 0);
    if (agent.unrestricted)
      for (std::size_t i = 0; i < actions; ++i) acting.allowed[i / 64] |= Word{1} << (i % 64);
    for (const model::ProtocolRule& rule : agent.protocol)
      acting.guards.push_back(
          {evaluator_.compile(residuals_.import(rule.condition.expr)), &rule.actions});
    acting_.push_back(std::move(acting));
  }
  for (const FactorId id : factors_.roots())
    for (const Act act : factors_[id].acts)
      acting_[static_cast<std::size_t>(act.agent)].asked = true;
  preparing_.reset();
}

ActionTree& Stepper::tree(const logic::Group& first) {
  const auto known = trees_.find(first);
  if (known != trees_.end()) return known->second;
  return trees_.try_emplace(first, model_, factors_, first, effort_).first->second;
}

// ---- what may be done ----

void Stepper::enter(const Word* state) {
  state_ = state;
  layout_.unpack(std::span(state, layout_.words()), values_);
  evaluator_.enter(values_);
  ++now_;
  scratch_.clear();
  lost_ = nullptr;
  choice_ = Choice::nobody;
  deterministic_here_ = true;
  can_act_ = true;
  effort_.spend(4 + values_.size() / 2);
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    if (!model_.agents[i].unrestricted) allow(i);
    const std::vector<Word>& allowed = acting_[i].allowed;
    can_act_ = can_act_ &&
               std::any_of(allowed.begin(), allowed.end(), [](Word word) { return word != 0; });
  }
}

// All that the protocol allows; one action is enough where nobody tests what is done.
void Stepper::allow(std::size_t agent) {
  Acting& acting = acting_[agent];
  std::fill(acting.allowed.begin(), acting.allowed.end(), 0);
  const auto add = [&](const std::vector<ActionIndex>& actions) {
    for (const ActionIndex action : actions)
      acting.allowed[action / 64] |= Word{1} << (action % 64);
  };
  effort_.spend(1 + acting.guards.size() / 2);
  bool matched = false;
  for (const Guard& guard : acting.guards) {
    if (!evaluator_.holds(guard.condition)) continue;
    matched = true;
    add(*guard.actions);
    if (!acting.asked && !guard.actions->empty()) return;
  }
  const auto& other = model_.agents[agent].other;
  if (!matched && other) add(other->actions);
}

std::optional<AgentId> Stepper::find_open_choice() {
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    acting_[i].asked = true;
    if (!model_.agents[i].unrestricted) allow(i);
    int count = 0;
    for (const Word word : acting_[i].allowed) count += std::popcount(word);
    if (count != 1) return static_cast<AgentId>(i);
  }
  return {};
}

// ---- what happens then ----

std::uint32_t Stepper::make_leaf(const ActionTree::Node& node) {
  const Effort::Preparing preparing(effort_);
  Leaf leaf;
  for (const FactorId id : node.factors)
    if (!add_constants(id, leaf)) leaf.factors.push_back(make_ready(id));
  effort_.spend(8 + 4 * node.factors.size());
  charge_.add(bytes_of_leaf + leaf.factors.size() * 2 * sizeof(std::uint32_t) +
              leaf.constants.size() * 2 * sizeof(Leaf::Constant));
  leaves_.push_back(std::move(leaf));
  return static_cast<std::uint32_t>(leaves_.size() - 1);
}

// If there is one line, which always holds and assigns constants that fit.
bool Stepper::add_constants(FactorId id, Leaf& leaf) const {
  const std::vector<Line>& lines = factors_[id].lines;
  const auto is_constant = [this](ExprId e) { return residuals_[e].op == ExprOp::constant; };
  if (lines.size() != 1 || !is_constant(lines[0].condition)) return false;
  for (const Change& change : lines[0].changes) {
    const model::Type& type = model_[change.target].type;
    const Value value = residuals_[change.value].value;
    if (!is_constant(change.value) || value < type.low || value > type.high) return false;
  }
  for (const Change& change : lines[0].changes) {
    const Layout::Field& field = layout_[change.target];
    const auto same = [&](const Leaf::Constant& c) { return c.word == field.word; };
    auto at = std::find_if(leaf.constants.begin(), leaf.constants.end(), same);
    if (at == leaf.constants.end())
      at = leaf.constants.insert(at, Leaf::Constant{field.word, 0, 0});
    at->clear |= field.mask << field.shift;
    at->set |= field.pack(residuals_[change.value].value);
  }
  return true;
}

std::uint32_t Stepper::make_ready(FactorId id) {
  const auto known = ready_ids_.find(id);
  if (known != ready_ids_.end()) return known->second;
  Ready ready;
  ready.first = ~std::uint32_t{0};
  for (const Line& line : factors_[id].lines) {
    ReadyLine made{evaluator_.compile(line.condition), {}};
    for (const Change& change : line.changes) {
      const model::Type& type = model_[change.target].type;
      const model::Bounds& bounds = residuals_[change.value].bounds;
      Update update{change.target, {}, change.value, false, change.assignment};
      if (evaluator_.is_plain(change.value)) update.cell = evaluator_.compile(change.value);
      update.fits = update.cell && bounds.low >= type.low && bounds.high <= type.high;
      ready.first = std::min(ready.first, layout_[change.target].word);
      ready.last = std::max(ready.last, layout_[change.target].word + 1);
      made.updates.push_back(update);
    }
    charge_.add(sizeof(ReadyLine) + 2 * made.updates.size() * sizeof(Update));
    ready.lines.push_back(std::move(made));
  }
  charge_.add(bytes_of_ready);
  ready_.push_back(std::move(ready));
  return ready_ids_.emplace(id, static_cast<std::uint32_t>(ready_.size() - 1)).first->second;
}

void Stepper::evaluate(Ready& factor) {
  factor.at = now_;
  factor.offset = scratch_.size();
  factor.count = 0;
  const std::size_t width = factor.last - factor.first;
  std::size_t lost = 0;
  bool matched = false;
  effort_.spend(1 + factor.lines.size() / 2);
  for (const ReadyLine& line : factor.lines) {
    if (!evaluator_.holds(line.condition)) continue;
    matched = true;
    if (!append_alternative(line, factor)) {
      ++lost;
      continue;
    }
    const Word* const all = &scratch_[factor.offset];
    const Word* const fresh = all + factor.count * width;
    bool known = false;
    for (std::size_t i = 0; i < factor.count && !known; ++i)
      known = std::equal(fresh, fresh + width, all + i * width);
    effort_.spend(2 + factor.count / 4);
    if (known)
      scratch_.resize(scratch_.size() - width);
    else
      ++factor.count;
  }
  if (!matched) {
    scratch_.resize(scratch_.size() + width, 0);
    factor.count = 1;
  }
  overlapping_ = overlapping_ || factor.count + (lost > 0 ? 1 : 0) > 1;
}

// What the line changes, or false if a value does not fit.
bool Stepper::append_alternative(const ReadyLine& line, const Ready& factor) {
  const std::size_t begin = scratch_.size();
  scratch_.resize(begin + factor.last - factor.first, 0);
  for (const Update& update : line.updates) {
    Value value = 0;
    bool fits = true;
    if (update.cell) {
      value = evaluator_.evaluate(*update.cell);
    } else {
      const model::Number number = evaluator_.evaluate_exactly(update.value);
      fits = number.is_integer();
      value = number.numerator();
    }
    const model::Type& type = model_[update.target].type;
    if (!update.fits && (!fits || value < type.low || value > type.high)) {
      if (lost_ == nullptr) lost_ = update.assignment;
      scratch_.resize(begin);
      return false;
    }
    const Layout::Field& field = layout_[update.target];
    const Word before = state_[field.word] & field.mask << field.shift;
    scratch_[begin + field.word - factor.first] |= before ^ field.pack(value);
  }
  effort_.spend(1 + line.updates.size());
  return true;
}

// Puts the first combination into next_; false if some factor has no alternative.
bool Stepper::prepare_leaf(const Leaf& leaf) {
  std::copy(state_, state_ + layout_.words(), next_.begin());
  for (const Leaf::Constant& c : leaf.constants) next_[c.word] = (next_[c.word] & ~c.clear) | c.set;
  places_.assign(leaf.factors.size(), 0);
  effort_.spend(1 + leaf.constants.size() + leaf.factors.size());
  bool possible = true;
  bool one = true;
  for (const std::uint32_t id : leaf.factors) {
    Ready& factor = ready_[id];
    if (factor.at != now_) evaluate(factor);
    possible = possible && factor.count > 0;
    one = one && factor.count == 1;
    if (!possible) continue;
    for (std::uint32_t i = factor.first; i < factor.last; ++i)
      next_[i] ^= scratch_[factor.offset + i - factor.first];
  }
  if (possible && !one) deterministic_ = deterministic_here_ = false;
  return possible;
}

// ---- moves and actions ----

const std::vector<NodeId>& Stepper::list_moves(ActionTree& tree) {
  moves_.clear();
  if (!can_act_) return moves_;
  ++walk_;
  open_.assign(1, tree.root());
  while (!open_.empty()) {
    const NodeId id = open_.back();
    open_.pop_back();
    if (tree[id].moved) {
      moves_.push_back(id);
      continue;
    }
    for_each_child(tree, id, [&](ActionIndex, NodeId child) {
      if (tree[child].seen == walk_) return;
      tree[child].seen = walk_;
      open_.push_back(child);
    });
  }
  return moves_;
}

std::optional<model::JointAction> Stepper::find_action(const Word* target) {
  if (!can_act_) return {};
  ActionTree& all = tree({});
  struct Step {
    NodeId node;
    std::size_t before;  // the step that led there, by the action
    ActionIndex action;
  };
  std::vector<Step> steps{{all.root(), 0, 0}};
  const std::uint64_t walk = ++walk_;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const NodeId id = steps[i].node;
    if (!all[id].leaf) {
      for_each_child(all, id, [&](ActionIndex action, NodeId child) {
        if (all[child].seen == walk) return;
        all[child].seen = walk;
        steps.push_back({child, i, action});
      });
      continue;
    }
    bool found = false;
    if (all[id].kept == 0) all[id].kept = make_leaf(all[id]);
    visit_leaf(leaves_[all[id].kept], [&](const Word* next) {
      found = found || std::equal(next, next + layout_.words(), target);
    });
    if (!found) continue;
    model::JointAction joint;
    for (const Acting& acting : acting_) {
      std::size_t word = 0;
      while (acting.allowed[word] == 0) ++word;
      joint.push_back(static_cast<ActionIndex>(
          word * 64 + static_cast<std::size_t>(std::countr_zero(acting.allowed[word]))));
    }
    for (std::size_t at = i; at != 0; at = steps[at].before)
      joint[static_cast<std::size_t>(all[steps[steps[at].before].node].agent)] = steps[at].action;
    return joint;
  }
  return {};
}

}  // namespace ken::states
