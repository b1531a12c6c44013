// What the lines of an agent do, on diagrams and case by case: every state with every joint action,
// straight from the definitions.

#include "check/local_cases.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "concrete/state_space.hpp"
#include "model/step.hpp"
#include "support/comparison.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

using base::Code;
using model::AgentId;
using model::JointAction;
using model::State;

constexpr std::uint64_t rounds = 80;

// By code and place, every case as the words that describe it.
using Words = std::set<std::string>;
using Cases = std::map<std::pair<Code, std::uint32_t>, std::vector<Words>>;

class CaseByCase {
 public:
  CaseByCase(const model::Model& model, AgentId id) : model_(model), id_(id), agent_(model[id]) {}

  // A state on its own, and with a joint action that the agent may take part in.
  void look(const State& state) {
    if (!agent_.unrestricted && !agent_.other && allowed_actions(model_, agent_, state).empty())
      found_[{Code::protocol_gap, agent_.place.begin}].push_back(words(state));
  }
  void look(const State& state, const JointAction& action) {
    const auto allowed = allowed_actions(model_, agent_, state);
    const auto own = action[static_cast<std::size_t>(id_)];
    if (!std::binary_search(allowed.begin(), allowed.end(), own)) return;
    const model::EvolutionRule* first = nullptr;
    for (const model::EvolutionRule& rule : agent_.evolution) {
      if (!rule.condition.program(model_.exprs).holds(state, action)) continue;
      applied_.insert(&rule);
      for (const model::Assignment& assignment : rule.assignments)
        if (!value(assignment, state))
          report(Code::possible_overflow, assignment.place, state, action);
      if (first == nullptr) first = &rule;
      if (model_.assignment == syntax::AssignmentSemantics::multi &&
          offer(*first, state) != offer(rule, state))
        report(Code::overlapping_lines, rule.place, state, action);
    }
  }

  [[nodiscard]] const Cases& found() const { return found_; }
  // After all cases were looked at.
  void add_idle_lines() {
    std::set<std::uint32_t> alive;
    for (const model::EvolutionRule* rule : applied_) alive.insert(rule->place.begin);
    for (const model::EvolutionRule& rule : agent_.evolution)
      if (!alive.contains(rule.place.begin) &&
          (model_.parameters.empty() || !model_.exprs.is_constant(rule.condition.expr)))
        found_[{Code::unreachable_line, rule.place.begin}].push_back({});
  }

 private:
  [[nodiscard]] std::optional<model::Value> value(const model::Assignment& assignment,
                                                  const State& state) const {
    const model::Number number = assignment.value.program(model_.exprs).evaluate(state);
    const model::Type& type = model_[assignment.target].type;
    if (!number.is_integer() || number.numerator() < type.low || number.numerator() > type.high)
      return {};
    return number.numerator();
  }
  [[nodiscard]] std::optional<State> offer(const model::EvolutionRule& rule,
                                           const State& state) const {
    State next = state;
    for (const model::Assignment& assignment : rule.assignments) {
      const auto given = value(assignment, state);
      if (!given) return {};
      next[static_cast<std::size_t>(assignment.target)] = *given;
    }
    return next;
  }

  [[nodiscard]] Words words(const State& state) const {
    Words result;
    for (std::size_t i = 0; i < state.size(); ++i)
      result.insert(fmt::format("{}={}", qualified(model_, static_cast<model::VarId>(i)),
                                model_.variables[i].type.text(state[i])));
    return result;
  }
  void report(Code code, base::Range place, const State& state, const JointAction& action) {
    Words all = words(state);
    for (std::size_t i = 0; i < action.size(); ++i)
      all.insert(fmt::format("{}.Action={}", model_.agents[i].name.shown,
                             model_.agents[i].actions[action[i]].name.shown));
    found_[{code, place.begin}].push_back(std::move(all));
  }

  const model::Model& model_;
  AgentId id_;
  const model::Agent& agent_;
  Cases found_;
  std::set<const model::EvolutionRule*> applied_;
};

// Every assignment of values to the variables.
std::vector<State> all_states(const model::Model& model) {
  std::vector<State> states{{}};
  for (const model::Variable& variable : model.variables) {
    std::vector<State> longer;
    for (const State& state : states)
      for (model::Value value = variable.type.low; value <= variable.type.high; ++value) {
        longer.push_back(state);
        longer.back().push_back(value);
      }
    states = std::move(longer);
  }
  return states;
}

std::vector<JointAction> all_actions(const model::Model& model) {
  std::vector<JointAction> actions{{}};
  for (const model::Agent& agent : model.agents) {
    std::vector<JointAction> longer;
    for (const JointAction& action : actions)
      for (std::size_t a = 0; a < agent.actions.size(); ++a) {
        longer.push_back(action);
        longer.back().push_back(static_cast<model::ActionIndex>(a));
      }
    actions = std::move(longer);
  }
  return actions;
}

// Whether all words of a text describe one of the cases.
bool is_among(const std::string& text, const std::vector<Words>& cases) {
  Words wanted;
  for (std::size_t at = 0; at < text.size() && text != "anything holds";) {
    const std::size_t comma = std::min(text.find(", ", at), text.size());
    wanted.insert(text.substr(at, comma - at));
    at = comma + 2;
  }
  return std::any_of(cases.begin(), cases.end(), [&](const Words& one) {
    return std::includes(one.begin(), one.end(), wanted.begin(), wanted.end());
  });
}

void expect_same(const Cases& expected, const std::vector<check::LocalCase>& actual,
                 const std::string& text) {
  std::set<std::pair<Code, std::uint32_t>> found;
  for (const check::LocalCase& one : actual) {
    found.insert({one.code, one.place.begin});
    const auto at = expected.find({one.code, one.place.begin});
    ASSERT_TRUE(at != expected.end())
        << row(one.code).name << " at " << one.place.begin << " is wrong in\n"
        << text;
    EXPECT_TRUE(is_among(one.where, at->second))
        << row(one.code).name << " where " << one.where << " is wrong in\n"
        << text;
  }
  for (const auto& [key, cases] : expected)
    EXPECT_TRUE(found.contains(key))
        << row(key.first).name << " at " << key.second << " is missing in\n"
        << text;
}

std::vector<check::LocalCase> on_diagrams(symbolic::System& system, AgentId id,
                                          const check::Scope& scope) {
  auto result = find_protocol_gaps(check::diagrams_of(system), id, scope);
  for (check::LocalCase& one : find_line_cases(check::diagrams_of(system), id, scope))
    result.push_back(std::move(one));
  return result;
}

constexpr ModelWeights weights{
    .most_agents = 2, .most_states = 100, .most_lines = 5, .other = 40, .fairness = 0};

TEST(LocalCases, AreThoseOfAnyStateAndAction) {
  std::map<Code, std::size_t> seen;
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    const std::string text = random_model(seed, weights).text;
    const model::Model model = sound_model(text).value();
    base::Budget budget;
    symbolic::System system(model, budget);
    const auto actions = all_actions(model);
    for (std::size_t i = 0; i < model.agents.size(); ++i) {
      const auto id = static_cast<AgentId>(i);
      CaseByCase expected(model, id);
      for (const State& state : all_states(model)) {
        expected.look(state);
        for (const JointAction& action : actions) expected.look(state, action);
      }
      expected.add_idle_lines();
      expect_same(expected.found(), on_diagrams(system, id, {}), text);
      for (const auto& [key, cases] : expected.found()) ++seen[key.first];
    }
  }
  for (const Code code : {Code::protocol_gap, Code::overlapping_lines, Code::possible_overflow,
                          Code::unreachable_line})
    EXPECT_GE(seen[code], 5U) << "random models must be able to have " << row(code).name;
}

TEST(LocalCases, ReachedAreThoseOfReachableStatesAndAllowedActions) {
  std::size_t fewer = 0;
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    const std::string text = random_model(seed, weights).text;
    const model::Model model = sound_model(text).value();
    base::Budget budget;
    const concrete::StateSpace space(model, budget);
    symbolic::System system(model, budget);
    const symbolic::Reachable reachable = symbolic::explore(system);
    for (std::size_t i = 0; i < model.agents.size(); ++i) {
      const auto id = static_cast<AgentId>(i);
      CaseByCase expected(model, id);
      for (std::size_t s = 0; s < space.size(); ++s) {
        const State state = space.state(static_cast<concrete::StateId>(s));
        expected.look(state);
        model::Steps(model, state, budget).for_each_joint_action([&](const JointAction& action) {
          expected.look(state, action);
          return true;
        });
      }
      const auto found = on_diagrams(system, id, check::reached_cases(system, reachable));
      expect_same(expected.found(), found, text);
      if (found.size() < on_diagrams(system, id, {}).size()) ++fewer;
    }
  }
  EXPECT_GE(fewer, 10U) << "random models must be able to have cases that are never reached";
}

}  // namespace
}  // namespace ken::tests
