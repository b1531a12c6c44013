// What agents do, for actions that are known.
//
// A line whose condition has become false is dropped.  A factor all of whose lines would leave its
// variables as they are, such as  x = true if x = true  or  c = c if c = 0,  is the factor that
// never changes anything: whether its lines hold makes no difference, for without a line that holds
// nothing changes either.

#include "states/factors.hpp"

#include <algorithm>
#include <map>

namespace ken::states {
namespace {

constexpr std::uint64_t bytes_of_factor = 256;
constexpr std::uint64_t bytes_of_line = 96;

}  // namespace

std::size_t Factors::HashKey::operator()(const Key& key) const {
  std::uint64_t hash = key.size();
  for (const std::uint32_t word : key) {
    hash = (hash ^ word) * 0x9FB21C651E98DF25ULL;
    hash ^= hash >> 32U;
  }
  return hash;
}

std::size_t Factors::HashChoice::operator()(const Choice& choice) const {
  const std::uint64_t hash = (static_cast<std::uint64_t>(choice.factor) << 40U ^
                              static_cast<std::uint64_t>(choice.agent) << 20U ^ choice.action) *
                             0x9FB21C651E98DF25ULL;
  return hash ^ hash >> 32U;
}

Factors::Factors(const model::Model& model, Residuals& residuals, Effort& effort)
    : model_(model), residuals_(residuals), effort_(effort), charge_(effort.budget()) {
  factors_.emplace_back();
  const bool multi = model.assignment == syntax::AssignmentSemantics::multi;
  for (const model::Agent& agent : model.agents) {
    std::map<VarId, std::vector<Line>> lines;  // by variable, or all under the first
    for (const model::EvolutionRule& rule : agent.evolution) {
      Line line{residuals.import(rule.condition.expr), {}};
      for (const model::Assignment& assignment : rule.assignments)
        line.changes.push_back(
            {assignment.target, residuals.import(assignment.value.expr), &assignment});
      lines[multi ? VarId{0} : rule.assignments.front().target].push_back(std::move(line));
    }
    for (auto& [variable, group] : lines) {
      const FactorId id = intern(std::move(group));
      if (id != no_change) roots_.push_back(id);
    }
  }
}

FactorId Factors::intern(std::vector<Line> lines) {
  const auto is_false = [this](const Line& line) {
    const model::Expr& e = residuals_[line.condition];
    return e.op == ExprOp::constant && e.value == 0;
  };
  std::erase_if(lines, is_false);
  effort_.spend(8 + 8 * lines.size());
  if (std::all_of(lines.begin(), lines.end(), [this](const Line& l) { return leaves_all(l); }))
    return no_change;
  Key key;
  for (const Line& line : lines) {
    key.push_back(static_cast<std::uint32_t>(line.condition));
    key.push_back(static_cast<std::uint32_t>(line.changes.size()));
    for (const Change& change : line.changes) {
      key.push_back(static_cast<std::uint32_t>(change.target));
      key.push_back(static_cast<std::uint32_t>(change.value));
    }
  }
  const auto known = ids_.find(key);
  if (known != ids_.end()) return known->second;
  charge_.add(bytes_of_factor + lines.size() * bytes_of_line + key.size() * 3 * sizeof(key[0]));
  Factor factor;
  for (const Line& line : lines) {
    residuals_.list_acts(line.condition, factor.acts);
    for (const Change& change : line.changes) residuals_.list_acts(change.value, factor.acts);
  }
  std::sort(factor.acts.begin(), factor.acts.end());
  factor.acts.erase(std::unique(factor.acts.begin(), factor.acts.end()), factor.acts.end());
  effort_.spend(factor.acts.size());
  factor.lines = std::move(lines);
  const auto id = static_cast<FactorId>(factors_.size());
  factors_.push_back(std::move(factor));
  ids_.emplace(std::move(key), id);
  return id;
}

bool Factors::tests(FactorId id, AgentId agent) const {
  const std::vector<Act>& acts = (*this)[id].acts;
  const auto at = std::lower_bound(acts.begin(), acts.end(), Act{agent, 0});
  return at != acts.end() && at->agent == agent;
}

FactorId Factors::fix(FactorId id, AgentId agent, std::optional<ActionIndex> action) {
  const std::vector<Act>& acts = (*this)[id].acts;
  if (action && !std::binary_search(acts.begin(), acts.end(), Act{agent, *action})) action.reset();
  const Choice choice{id, agent, action ? *action + 1 : 0};
  effort_.spend(12);
  const auto known = fixed_.find(choice);
  if (known != fixed_.end()) return known->second;
  residuals_.choose(agent, action);
  std::vector<Line> lines = (*this)[id].lines;
  for (Line& line : lines) {
    line.condition = residuals_.fix(line.condition);
    for (Change& change : line.changes) change.value = residuals_.fix(change.value);
  }
  const FactorId result = intern(std::move(lines));
  charge_.add(bytes_of_line);
  fixed_.emplace(choice, result);
  return result;
}

// Whether the line, where it holds, leaves every variable as it is.
bool Factors::leaves_all(const Line& line) const {
  return std::all_of(line.changes.begin(), line.changes.end(), [&](const Change& change) {
    const model::Expr& value = residuals_[change.value];
    if (value.op == ExprOp::variable) return static_cast<VarId>(value.value) == change.target;
    return value.op == ExprOp::constant && implies(line.condition, change.target, value.value);
  });
}

// Whether the variable has the value wherever the condition holds, as far as that is plain.
bool Factors::implies(ExprId condition, VarId variable, Value value) const {
  if (is_value(condition, variable, value)) return true;
  if (residuals_[condition].op != ExprOp::conjunction) return false;
  const auto args = residuals_.args(condition);
  return std::any_of(args.begin(), args.end(),
                     [&](ExprId arg) { return is_value(arg, variable, value); });
}

// Whether it says that the variable has the value, in one of the ways in which this is written.
bool Factors::is_value(ExprId condition, VarId variable, Value value) const {
  const model::Expr& e = residuals_[condition];
  const model::Type& type = model_[variable].type;
  const bool boolean = type.low == 0 && type.high == 1;
  const auto is_variable = [&](ExprId id) {
    return residuals_[id].op == ExprOp::variable &&
           static_cast<VarId>(residuals_[id].value) == variable;
  };
  if (e.op == ExprOp::variable) return boolean && value == 1 && is_variable(condition);
  if (e.op == ExprOp::negation) {
    const ExprId inner = residuals_.args(condition)[0];
    return boolean && (value == 0 || value == 1) && is_value(inner, variable, 1 - value);
  }
  if (e.op != ExprOp::equal) return false;
  const ExprId left = residuals_.args(condition)[0];
  const ExprId right = residuals_.args(condition)[1];
  const auto is_constant = [&](ExprId id) {
    return residuals_[id].op == ExprOp::constant && residuals_[id].value == value;
  };
  return (is_variable(left) && is_constant(right)) || (is_variable(right) && is_constant(left));
}

}  // namespace ken::states
