#include "model/step.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/text.test.hpp"

namespace ken::model {
namespace {

using test::model_of;

// An agent with two small numbers and two actions.
std::string agent(const std::string& evolution, const std::string& protocol = "",
                  const std::string& semantics = "MultiAssignment") {
  return fmt::format(R"(
Semantics = {};
Agent P
  Vars: x : 0..3; y : 0..3; end Vars
  Actions = {{a, b}};
  {}
  Evolution: {} end Evolution
end Agent
)",
                     semantics, protocol, evolution);
}

constexpr AgentId p{1};  // behind the Environment that every model has
const JointAction do_a = {0, 0};
const JointAction do_b = {0, 1};

struct Taken {
  std::vector<State> successors;
  std::size_t lost;
  bool operator==(const Taken&) const = default;
};
void PrintTo(const Taken& taken, std::ostream* out) {
  for (const State& s : taken.successors) *out << "(" << s[0] << "," << s[1] << ") ";
  *out << "lost " << taken.lost;
}

std::vector<State> list_successors(Steps& steps, const JointAction& action) {
  std::vector<State> result;
  steps.for_each_successor(action, [&](const State& next) {
    result.push_back(next);
    return true;
  });
  return result;
}

Taken step(const std::string& text, const State& state, const JointAction& action = do_a) {
  const Model model = model_of(text);
  base::Budget budget;
  Steps steps(model, state, budget);
  std::vector<State> successors = list_successors(steps, action);
  return {std::move(successors), steps.lost().size()};
}

std::vector<ActionIndex> allowed(const std::string& protocol, const State& state) {
  const Model model = model_of(agent("", protocol));
  base::Budget budget;
  return Steps(model, state, budget).allowed(p);
}

// ---- protocols ----

TEST(Protocol, MatchingLinesAllowAllTheirActions) {
  EXPECT_EQ(allowed("Protocol: x = 0 : {b}; y = 0 : {a, b}; end Protocol", {0, 0}),
            (std::vector<ActionIndex>{0, 1}));
  EXPECT_EQ(allowed("Protocol: x = 0 : {b}; y = 0 : {a}; end Protocol", {0, 1}),
            (std::vector<ActionIndex>{1}));
}

TEST(Protocol, OtherCoversExactlyWhatNoLineMatches) {
  const std::string protocol = "Protocol: x = 0 : {b}; Other : {a}; end Protocol";
  EXPECT_EQ(allowed(protocol, {0, 0}), (std::vector<ActionIndex>{1}));
  EXPECT_EQ(allowed(protocol, {1, 0}), (std::vector<ActionIndex>{0}));
}

TEST(Protocol, WithoutAMatchThereIsNoAction) {
  EXPECT_TRUE(allowed("Protocol: x = 0 : {b}; end Protocol", {1, 0}).empty());
}

TEST(Protocol, AbsentOrEmptyAllowsEverything) {
  EXPECT_EQ(allowed("", {0, 0}).size(), 2U);
  EXPECT_EQ(allowed("Protocol: end Protocol", {0, 0}).size(), 2U);
}

std::size_t joint_actions(const std::string& text, const State& state) {
  const Model model = model_of(text);
  std::size_t count = 0;
  base::Budget budget;
  Steps(model, state, budget).for_each_joint_action([&](const JointAction&) {
    return ++count > 0;
  });
  return count;
}

TEST(JointActions, AreAllCombinations) {
  const std::string another = "Agent Q Actions = {c, d, f}; end Agent";
  EXPECT_EQ(joint_actions(agent("") + another, {0, 0}), 6U);
}

TEST(JointActions, AreNoneIfSomebodyHasNoAction) {
  const std::string another =
      "Agent Q Actions = {c}; Protocol: false : {c}; end Protocol end Agent";
  EXPECT_EQ(joint_actions(agent("") + another, {0, 0}), 0U);
}

TEST(JointActions, HaveNumbers) {
  const Model model = model_of(agent("") + "Agent Q Actions = {c, d, f}; end Agent");
  base::Budget budget;
  const Steps steps(model, {0, 0}, budget);
  std::uint64_t number = 0;
  steps.for_each_joint_action([&](const JointAction& action) {
    EXPECT_EQ(steps.joint_action(number++), action);
    return true;
  });
  EXPECT_EQ(number, 6U);
}

// ---- several assignments in a line ----

TEST(MultiAssignment, WithoutAMatchNothingChanges) {
  EXPECT_EQ(step(agent("x = 1 if Action = b;"), {2, 3}), (Taken{{{2, 3}}, 0}));
}

TEST(MultiAssignment, OneOfTheMatchingLinesIsChosenTheyAreNotMerged) {
  EXPECT_EQ(step(agent("x = 1 if x = 0; y = 1 if x = 0;"), {0, 0}), (Taken{{{0, 1}, {1, 0}}, 0}));
}

TEST(MultiAssignment, RightSidesReadTheStateBefore) {
  EXPECT_EQ(step(agent("x = y and y = x if true;"), {1, 2}), (Taken{{{2, 1}}, 0}));
}

TEST(MultiAssignment, AnOverflowTakesTheStepAway) {
  EXPECT_EQ(step(agent("x = x + 1 if true;"), {3, 0}), (Taken{{}, 1}));
}

TEST(MultiAssignment, AnOverflowLeavesTheOtherLines) {
  EXPECT_EQ(step(agent("x = x + 1 if true; y = 1 if true;"), {3, 0}), (Taken{{{3, 1}}, 1}));
}

TEST(MultiAssignment, AFractionAndADivisionByZeroAreLostToo) {
  EXPECT_EQ(step(agent("x = y / 2 if true;"), {0, 3}), (Taken{{}, 1}));
  EXPECT_EQ(step(agent("x = y / 2 if true;"), {0, 2}), (Taken{{{1, 2}}, 0}));
  EXPECT_EQ(step(agent("x = y / x if true;"), {0, 3}), (Taken{{}, 1}));
}

// ---- one assignment in a line ----

std::string single(const std::string& evolution) {
  return agent(evolution, "", "SingleAssignment");
}

TEST(SingleAssignment, VariablesChangeAtTheSameTime) {
  EXPECT_EQ(step(single("x = 1 if x = 0; y = 1 if x = 0;"), {0, 0}), (Taken{{{1, 1}}, 0}));
}

TEST(SingleAssignment, EachVariableChoosesAmongItsLines) {
  EXPECT_EQ(step(single("x = 1 if true; x = 2 if true; y = 0 if true; y = 3 if true;"), {0, 1}),
            (Taken{{{1, 0}, {1, 3}, {2, 0}, {2, 3}}, 0}));
}

TEST(SingleAssignment, AVariableWithoutAMatchStays) {
  EXPECT_EQ(step(single("x = 1 if true; y = 1 if Action = b;"), {0, 2}), (Taken{{{1, 2}}, 0}));
}

TEST(SingleAssignment, AnOverflowOfAVariableWithoutAlternativeTakesTheStepAway) {
  EXPECT_EQ(step(single("x = x + 1 if true; y = 1 if true;"), {3, 0}), (Taken{{}, 1}));
  EXPECT_EQ(step(single("x = x + 1 if true; x = 0 if true;"), {3, 0}), (Taken{{{0, 0}}, 1}));
}

// ---- actions ----

TEST(Evolution, DependsOnTheActionsItTests) {
  const std::string text = agent("x = 1 if Action = a; x = 2 if Action <> a;");
  const Model model = model_of(text);
  base::Budget budget;
  Steps steps(model, {0, 0}, budget);
  EXPECT_EQ(list_successors(steps, do_a), (std::vector<State>{{1, 0}}));
  EXPECT_EQ(list_successors(steps, do_b), (std::vector<State>{{2, 0}}));
  EXPECT_EQ(list_successors(steps, do_a), (std::vector<State>{{1, 0}}));
}

TEST(Evolution, SeesTheActionsOfOthers) {
  const std::string other = "Agent Q Actions = {c, d}; end Agent";
  const std::string text = agent("x = 3 if Q.Action in {d};") + other;
  EXPECT_EQ(step(text, {0, 0}, {0, 0, 0}), (Taken{{{0, 0}}, 0}));
  EXPECT_EQ(step(text, {0, 0}, {0, 0, 1}), (Taken{{{3, 0}}, 0}));
}

// ---- one step ----

TEST(LeadsTo, IsTrueOfTheSuccessorsAlone) {
  for (const std::string& text :
       {single("x = 1 if true; x = 2 if true; y = 0 if true; y = 3 if Action = a;"),
        agent("x = 1 and y = 2 if true; x = 3 if Action = b; y = y + 1 if true;")}) {
    const Model model = model_of(text);
    base::Budget budget;
    Steps steps(model, {1, 3}, budget);
    for (const JointAction& action : {do_a, do_b}) {
      const std::vector<State> successors = list_successors(steps, action);
      for (Value x = 0; x <= 3; ++x)
        for (Value y = 0; y <= 3; ++y)
          EXPECT_EQ(steps.leads_to(action, {x, y}),
                    std::binary_search(successors.begin(), successors.end(), State{x, y}))
              << text << x << y;
    }
  }
}

// Any of 2^60 successors, and none of them is listed.
TEST(LeadsTo, DoesNotDependOnTheNumberOfSuccessors) {
  std::string variables;
  std::string lines;
  for (int i = 0; i < 60; ++i) {
    variables += fmt::format("b{} : boolean; ", i);
    lines += fmt::format("b{} = true if true; b{} = false if true; ", i, i);
  }
  const Model model = model_of("Semantics = SingleAssignment; Agent P Vars: " + variables +
                               "end Vars Evolution: " + lines + "end Evolution end Agent");
  base::Budget budget(std::nullopt, 100'000);
  Steps steps(model, State(60, 0), budget);
  State target(60, 0);
  for (std::size_t i = 0; i < 60; i += 7) target[i] = 1;
  EXPECT_TRUE(steps.leads_to({0, 0}, target));
  std::size_t visited = 0;
  steps.for_each_successor({0, 0}, [&](const State&) { return ++visited < 1000; });
  EXPECT_EQ(visited, 1000U);
}

// An agent that tests the actions of twenty others has a million cases; what is remembered of them
// stays small.
TEST(Evolution, RemembersNoMoreThanItMay) {
  std::string others;
  std::string tests = "true";
  for (int i = 0; i < 20; ++i) {
    others += fmt::format("Agent Q{} Actions = {{c, d}}; end Agent ", i);
    tests += fmt::format(" and Q{}.Action = c", i);
  }
  const Model model = model_of(agent("x = 1 if " + tests + "; x = 2 if Action = a;") + others);
  base::Budget budget(std::nullopt, 2'000'000);
  Steps steps(model, {0, 0}, budget);
  std::size_t asked = 0;
  steps.for_each_joint_action([&](const JointAction& action) {
    EXPECT_FALSE(list_successors(steps, action).empty());
    return ++asked < 10'000;
  });
  EXPECT_EQ(asked, 10'000U);
}

}  // namespace
}  // namespace ken::model
