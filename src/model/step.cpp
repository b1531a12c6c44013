// The steps of a model from one state, straight from the definitions.
//
// A protocol allows in a state the union of the actions of its lines that hold; Other covers
// exactly the states in which none does.  A joint action is one allowed action for each agent; if
// some agent has none, there is none.
//
// Under a joint action every agent changes its own variables, all at once, each by an update that
// it chooses among:
//   MultiAssignment   one for each evolution line that holds; without such a line nothing changes;
//   SingleAssignment  for each variable some line that assigns it and holds, all combinations.
// A line whose value does not fit its variable offers no update.  It is remembered as lost, because
// the user hardly meant it; an agent with no update left blocks the joint action.
//
// Updates read the state before the step only, so the successors are the product of the choices of
// all agents.  An agent's updates depend on the joint action only through the actions its evolution
// tests, which is why they are remembered by those.  The product is as large as the answer before
// equal states are merged; it is charged to the budget while it grows.

#include "model/step.hpp"

#include <algorithm>
#include <numeric>

namespace ken::model {

// Every line whose condition holds contributes its actions; 'Other' covers exactly the states that
// no line matches; without 'Other' such a state has no action.
std::vector<ActionIndex> allowed_actions(const Agent& agent, const State& state) {
  std::vector<ActionIndex> result;
  if (agent.unrestricted) {
    result.resize(agent.actions.size());
    std::iota(result.begin(), result.end(), ActionIndex{0});
    return result;
  }
  bool matched = false;
  for (const ProtocolRule& rule : agent.protocol) {
    if (!rule.condition.program.holds(state)) continue;
    matched = true;
    result.insert(result.end(), rule.actions.begin(), rule.actions.end());
  }
  if (!matched && agent.other) result = agent.other->actions;
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Steps::Steps(const Model& model, State state, base::Budget* budget)
    : model_(model), budget_(budget), state_(std::move(state)), remembered_(model.agents.size()) {
  for (const Agent& agent : model_.agents) allowed_.push_back(allowed_actions(agent, state_));
}

Steps::~Steps() {
  if (budget_ != nullptr) budget_->release(charged_);
}

void Steps::charge(std::uint64_t bytes) {
  if (budget_ == nullptr) return;
  budget_->charge(bytes);
  charged_ += bytes;
}

void Steps::for_each_joint_action(const std::function<bool(const JointAction&)>& visit) const {
  const std::size_t agents = allowed_.size();
  for (const auto& actions : allowed_)
    if (actions.empty()) return;
  std::vector<std::size_t> place(agents, 0);
  JointAction joint(agents);
  for (std::size_t i = 0; i < agents; ++i) joint[i] = allowed_[i][0];
  for (;;) {
    if (budget_ != nullptr) budget_->check_limits();
    if (!visit(joint)) return;
    std::size_t i = agents;
    while (i > 0 && place[i - 1] + 1 == allowed_[i - 1].size()) {
      --i;
      place[i] = 0;
      joint[i] = allowed_[i][0];
    }
    if (i == 0) return;
    ++place[i - 1];
    joint[i - 1] = allowed_[i - 1][place[i - 1]];
  }
}

// All values of a line, or false if one of them does not fit its variable.
bool Steps::apply(const Agent& agent, const EvolutionRule& rule, const JointAction& action,
                  Update& update) {
  for (const Assignment& assignment : rule.assignments) {
    const Number value = assignment.value.program.evaluate(state_, action);
    const Type& type = model_[assignment.target].type;
    const bool fits =
        value.is_integer() && value.numerator() >= type.low && value.numerator() <= type.high;
    if (!fits) {
      const auto id = static_cast<AgentId>(&agent - model_.agents.data());
      lost_.push_back({id, &assignment});
      return false;
    }
    update.emplace_back(assignment.target, value.numerator());
  }
  return true;
}

// Exactly one of the lines that hold is applied; if none holds, nothing changes.
std::vector<Steps::Update> Steps::multi_assignment(const Agent& agent, const JointAction& action) {
  std::vector<Update> result;
  bool matched = false;
  for (const EvolutionRule& rule : agent.evolution) {
    if (!rule.condition.program.holds(state_, action)) continue;
    matched = true;
    Update update;
    if (apply(agent, rule, action, update)) result.push_back(std::move(update));
  }
  if (!matched) result.emplace_back();
  return result;
}

// The same for each assigned variable on its own, all of them at once.
std::vector<Steps::Update> Steps::single_assignment(const Agent& agent, const JointAction& action) {
  std::map<VarId, std::vector<Update>> choices;
  for (const EvolutionRule& rule : agent.evolution) {
    if (!rule.condition.program.holds(state_, action)) continue;
    std::vector<Update>& choice = choices[rule.assignments.front().target];
    Update update;
    if (apply(agent, rule, action, update)) choice.push_back(std::move(update));
  }
  std::vector<Update> result{{}};
  for (const auto& [target, choice] : choices) {
    std::vector<Update> extended;
    for (const Update& before : result) {
      for (const Update& one : choice) {
        charge((before.size() + 1) * sizeof(before[0]) + sizeof(Update));
        extended.push_back(before);
        extended.back().push_back(one.front());
      }
    }
    result = std::move(extended);
  }
  return result;
}

const std::vector<Steps::Update>& Steps::updates(std::size_t index, const JointAction& action) {
  const Agent& agent = model_.agents[index];
  std::vector<ActionIndex> tested;
  for (const AgentId actor : agent.tested)
    tested.push_back(action[static_cast<std::size_t>(actor)]);
  const auto [at, fresh] = remembered_[index].try_emplace(std::move(tested));
  if (fresh)
    at->second = model_.assignment == syntax::AssignmentSemantics::multi
                     ? multi_assignment(agent, action)
                     : single_assignment(agent, action);
  return at->second;
}

std::vector<State> Steps::successors(const JointAction& action) {
  const std::uint64_t before_charge = charged_;
  std::vector<State> result{state_};
  for (std::size_t i = 0; i < model_.agents.size(); ++i) {
    const std::vector<Update>& choice = updates(i, action);
    if (choice.size() == 1) {
      for (State& next : result)
        for (const auto& [variable, value] : choice[0])
          next[static_cast<std::size_t>(variable)] = value;
      continue;
    }
    std::vector<State> extended;
    for (const State& before : result) {
      for (const Update& update : choice) {
        charge(before.size() * sizeof(Value) + sizeof(State));
        extended.push_back(before);
        for (const auto& [variable, value] : update)
          extended.back()[static_cast<std::size_t>(variable)] = value;
      }
    }
    result = std::move(extended);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  if (budget_ != nullptr) budget_->release(charged_ - before_charge);
  charged_ = before_charge;
  return result;
}

}  // namespace ken::model
