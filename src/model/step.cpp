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
// Updates read the state before the step only, so the successors are a product: of one factor for
// each agent under MultiAssignment, of one for each assigned variable under SingleAssignment.  A
// factor holds what its variables may become, each tuple once; factors change different variables,
// so no successor comes twice.  Hence the product is never built: an odometer goes over it, the
// last factor fastest, which is ascending because variables are numbered agent by agent.  And
// whether a step leads to a given state is asked of each factor on its own.  Whatever the number of
// successors, memory is that of the lines.
//
// An agent's factors depend on the joint action only through the actions its evolution tests, which
// is why they are remembered by those; an agent that tests many forgets all when they are too many.

#include "model/step.hpp"

#include <algorithm>
#include <numeric>

namespace ken::model {

// Every line whose condition holds contributes its actions; 'Other' covers exactly the states that
// no line matches; without 'Other' such a state has no action.
std::vector<ActionIndex> allowed_actions(const Model& model, const Agent& agent,
                                         const State& state) {
  std::vector<ActionIndex> result;
  if (agent.unrestricted) {
    result.resize(agent.actions.size());
    std::iota(result.begin(), result.end(), ActionIndex{0});
    return result;
  }
  bool matched = false;
  for (const ProtocolRule& rule : agent.protocol) {
    if (!rule.condition.program(model.exprs).holds(state)) continue;
    matched = true;
    result.insert(result.end(), rule.actions.begin(), rule.actions.end());
  }
  if (!matched && agent.other) result = agent.other->actions;
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::uint64_t bytes_of_step(const Model& model) {
  return sizeof(State) + model.variables.size() * sizeof(Value) + sizeof(JointAction) +
         model.agents.size() * sizeof(ActionIndex);
}

namespace {

// How many sets of factors an agent remembers.
constexpr std::size_t most_remembered = 1U << 11U;
// What a node of a map and a short vector cost beyond their content.
constexpr std::uint64_t node_bytes = 64;
constexpr std::uint64_t vector_bytes = 48;

}  // namespace

Steps::Steps(const Model& model, State state, base::Budget& budget)
    : model_(model), state_(std::move(state)), budget_(budget) {
  for (const Agent& agent : model_.agents) {
    allowed_.push_back(allowed_actions(model_, agent, state_));
    remembered_.push_back({base::Charge(budget), {}});
  }
}

void Steps::for_each_joint_action(const std::function<bool(const JointAction&)>& visit) const {
  const std::size_t agents = allowed_.size();
  for (const auto& actions : allowed_)
    if (actions.empty()) return;
  std::vector<std::size_t> place(agents, 0);
  JointAction joint(agents);
  for (std::size_t i = 0; i < agents; ++i) joint[i] = allowed_[i][0];
  for (;;) {
    budget_.check_limits();
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

JointAction Steps::joint_action(std::uint64_t number) const {
  JointAction joint(allowed_.size());
  for (std::size_t i = allowed_.size(); i-- > 0; number /= allowed_[i].size())
    joint[i] = allowed_[i][number % allowed_[i].size()];
  return joint;
}

void Steps::note_lost(const Agent& agent, const Assignment& assignment) {
  const bool known = std::any_of(lost_.begin(), lost_.end(), [&](const LostAssignment& lost) {
    return lost.assignment == &assignment;
  });
  if (known) return;
  lost_.push_back({static_cast<AgentId>(&agent - model_.agents.data()), &assignment});
}

// All values of a line, or false if one of them does not fit its variable.
bool Steps::apply(const Agent& agent, const EvolutionRule& rule, const JointAction& action,
                  Update& update) {
  for (const Assignment& assignment : rule.assignments) {
    const Number value = assignment.value.program(model_.exprs).evaluate(state_, action);
    const Type& type = model_[assignment.target].type;
    const bool fits =
        value.is_integer() && value.numerator() >= type.low && value.numerator() <= type.high;
    if (!fits) {
      note_lost(agent, assignment);
      return false;
    }
    update[assignment.target] = value.numerator();
  }
  return true;
}

// A variable that only some of the updates change keeps its value in the others.
Steps::Factor Steps::make_factor(const std::vector<Update>& updates) const {
  Factor factor;
  for (const Update& update : updates)
    for (const auto& [variable, value] : update) factor.variables.push_back(variable);
  std::sort(factor.variables.begin(), factor.variables.end());
  factor.variables.erase(std::unique(factor.variables.begin(), factor.variables.end()),
                         factor.variables.end());
  for (const Update& update : updates) {
    std::vector<Value> choice;
    for (const VarId variable : factor.variables) {
      const auto at = update.find(variable);
      choice.push_back(at != update.end() ? at->second
                                          : state_[static_cast<std::size_t>(variable)]);
    }
    factor.choices.push_back(std::move(choice));
  }
  std::sort(factor.choices.begin(), factor.choices.end());
  factor.choices.erase(std::unique(factor.choices.begin(), factor.choices.end()),
                       factor.choices.end());
  return factor;
}

// Exactly one of the lines that hold is applied; if none holds, nothing changes.
Steps::Factors Steps::multi_assignment(const Agent& agent, const JointAction& action) {
  std::vector<Update> updates;
  bool matched = false;
  for (const EvolutionRule& rule : agent.evolution) {
    if (!rule.condition.program(model_.exprs).holds(state_, action)) continue;
    matched = true;
    Update update;
    if (apply(agent, rule, action, update)) updates.push_back(std::move(update));
  }
  if (!matched) return {};
  return {make_factor(updates)};
}

// The same for each assigned variable on its own, all of them at once.
Steps::Factors Steps::single_assignment(const Agent& agent, const JointAction& action) {
  std::map<VarId, std::vector<Update>> choices;
  for (const EvolutionRule& rule : agent.evolution) {
    if (!rule.condition.program(model_.exprs).holds(state_, action)) continue;
    std::vector<Update>& choice = choices[rule.assignments.front().target];
    Update update;
    if (apply(agent, rule, action, update)) choice.push_back(std::move(update));
  }
  Factors result;
  for (const auto& [target, choice] : choices) result.push_back(make_factor(choice));
  return result;
}

const Steps::Factors& Steps::factors(std::size_t index, const JointAction& action) {
  const Agent& agent = model_.agents[index];
  Tested tested;
  for (const AgentId actor : agent.tested)
    tested.push_back(action[static_cast<std::size_t>(actor)]);
  Memory& memory = remembered_[index];
  if (const auto known = memory.known.find(tested); known != memory.known.end())
    return known->second;
  Factors fresh = model_.assignment == syntax::AssignmentSemantics::multi
                      ? multi_assignment(agent, action)
                      : single_assignment(agent, action);
  std::uint64_t bytes = node_bytes + tested.size() * sizeof(ActionIndex);
  for (const Factor& factor : fresh)
    bytes += sizeof(Factor) +
             (factor.choices.size() + 1) * (vector_bytes + factor.variables.size() * sizeof(Value));
  if (memory.known.size() == most_remembered) {
    memory.known.clear();
    memory.charge.drop_all();
  }
  memory.charge.add(bytes);
  return memory.known.emplace(std::move(tested), std::move(fresh)).first->second;
}

void Steps::collect_factors(const JointAction& action) {
  collected_.clear();
  for (std::size_t i = 0; i < model_.agents.size(); ++i)
    for (const Factor& factor : factors(i, action)) collected_.push_back(&factor);
}

void Steps::for_each_successor(const JointAction& action,
                               const std::function<bool(const State&)>& visit) {
  collect_factors(action);
  State next = state_;
  std::vector<std::size_t> place(collected_.size(), 0);
  const auto turn = [&](std::size_t i) {
    const Factor& factor = *collected_[i];
    for (std::size_t k = 0; k < factor.variables.size(); ++k)
      next[static_cast<std::size_t>(factor.variables[k])] = factor.choices[place[i]][k];
  };
  for (std::size_t i = 0; i < collected_.size(); ++i) {
    if (collected_[i]->choices.empty()) return;
    turn(i);
  }
  for (;;) {
    budget_.check_limits();
    if (!visit(next)) return;
    std::size_t i = collected_.size();
    while (i > 0 && place[i - 1] + 1 == collected_[i - 1]->choices.size()) {
      --i;
      place[i] = 0;
      turn(i);
    }
    if (i == 0) return;
    ++place[i - 1];
    turn(i - 1);
  }
}

std::optional<State> Steps::pick_successor(const JointAction& action,
                                           const std::function<std::size_t(std::size_t)>& pick) {
  collect_factors(action);
  State next = state_;
  for (const Factor* const factor : collected_) {
    if (factor->choices.empty()) return {};
    const std::vector<Value>& chosen = factor->choices[pick(factor->choices.size())];
    for (std::size_t k = 0; k < chosen.size(); ++k)
      next[static_cast<std::size_t>(factor->variables[k])] = chosen[k];
  }
  return next;
}

bool Steps::leads_to(const JointAction& action, const State& target) {
  collect_factors(action);
  State reached = state_;
  for (const Factor* const factor : collected_) {
    std::vector<Value> wanted;
    for (const VarId v : factor->variables) {
      wanted.push_back(target[static_cast<std::size_t>(v)]);
      reached[static_cast<std::size_t>(v)] = wanted.back();
    }
    if (!std::binary_search(factor->choices.begin(), factor->choices.end(), wanted)) return false;
  }
  return reached == target;
}

}  // namespace ken::model
