#include "check/exploration.hpp"

#include "symbolic/built.test.hpp"

namespace ken::check {
namespace {

using model::State;
using symbolic::test::Built;

struct Explored {
  explicit Explored(const std::string& text)
      : built(text), reachable(symbolic::explore(built.system)) {
    built.system.steps().care_about(reachable.states);
  }
  [[nodiscard]] evidence::Trace run_to(const State& state) {
    evidence::Trace trace = trace_to(built.system, reachable, state);
    EXPECT_TRUE(evidence::replay(built.model, trace, built.budget));
    return trace;
  }

  Built built;
  symbolic::Reachable reachable;
};

// From 0 to 4 by one or two; P may not move in 'stuck'.
std::string walk(const std::string& stuck, const std::string& initial = "P.x = 0") {
  return "Agent P Vars: x : 0..4; end Vars Actions = {one, two}; Protocol: !(" + stuck +
         ") : {one, two}; end Protocol Evolution: x = x + 1 if Action = one and x < 4; x = x + 2 "
         "if Action = two and x < 3; end Evolution end Agent InitStates " +
         initial + "; end InitStates";
}

// ---- deadlocks ----

TEST(Deadlock, IsTheNearestOne) {
  Explored e(walk("x >= 3"));
  const auto state = find_deadlock(e.built.system, e.reachable);
  ASSERT_TRUE(state);
  EXPECT_GE(*state, State{3});
  EXPECT_EQ(e.run_to(*state).actions.size(), 2U) << "3 is as near as 4";
}

TEST(Deadlock, MayBeAnInitialState) {
  Explored e(walk("x = 1 or x = 4", "P.x <= 1"));
  const auto state = find_deadlock(e.built.system, e.reachable);
  ASSERT_TRUE(state);
  EXPECT_EQ(e.run_to(*state).states, (std::vector<State>{{1}}));
}

TEST(Deadlock, OutOfReachIsNone) {
  Explored everywhere(walk("false"));
  EXPECT_FALSE(find_deadlock(everywhere.built.system, everywhere.reachable));
}

TEST(Deadlock, BeforeTheStartIsNone) {
  Explored e(walk("x = 0", "P.x >= 2"));
  EXPECT_FALSE(find_deadlock(e.built.system, e.reachable));
}

TEST(Deadlock, ALostStepWithoutAlternativeIsOne) {
  Explored e(
      "Agent P Vars: x : 0..3; end Vars Evolution: x = x + 1 if true; end Evolution end Agent "
      "InitStates P.x = 0; end InitStates");
  const auto state = find_deadlock(e.built.system, e.reachable);
  ASSERT_TRUE(state);
  EXPECT_EQ(e.run_to(*state).states, (std::vector<State>{{0}, {1}, {2}, {3}}));
}

TEST(Deadlock, WithoutInitialStatesIsNone) {
  Explored e(walk("true", "P.x = 0 and P.x = 1"));
  EXPECT_FALSE(find_deadlock(e.built.system, e.reachable));
}

// ---- lost steps ----

// y grows with x, and is lost at y = 2; x is lost at x = 4.
constexpr const char* two_lines = R"(
Agent P
  Vars: x : 0..4; y : 0..2; end Vars
  Actions = {right, up};
  Protocol: y < 2 : {right, up}; x < 4 : {right}; PROTOCOL end Protocol
  Evolution:
    x = x + 1 if Action = right;
    y = y + 1 if Action = up;
  end Evolution
end Agent
InitStates P.x = 0 and P.y = 0; end InitStates
)";
std::string with_protocol(const std::string& line) {
  std::string text = two_lines;
  return text.replace(text.find("PROTOCOL"), 8, line);
}

TEST(LostStep, IsTheNearestOneAndNamesItsLine) {
  Explored e(with_protocol("y = 2 : {up};"));
  const auto lost = find_lost_step(e.built.system, e.reachable);
  ASSERT_TRUE(lost);
  EXPECT_EQ(e.run_to(lost->state).states, (std::vector<State>{{0, 0}, {0, 1}, {0, 2}}));
  ASSERT_NE(lost->assignment, nullptr);
  EXPECT_EQ(lost->assignment, &e.built.model.agents[1].evolution[1].assignments[0]);
}

TEST(LostStep, OnlyUnderActionsThatAreAllowed) {
  Explored e(with_protocol(""));
  const auto lost = find_lost_step(e.built.system, e.reachable);
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->state, (State{4, 0})) << "nobody goes up at y = 2";
  EXPECT_EQ(lost->assignment, &e.built.model.agents[1].evolution[0].assignments[0]);
}

TEST(LostStep, IsNoneIfEveryValueFits) {
  Explored e(walk("false"));
  EXPECT_FALSE(find_lost_step(e.built.system, e.reachable));
}

TEST(LostStep, ADivisionByZeroOrAFractionIsOne) {
  const auto lost = [](const std::string& evolution) {
    Explored e("Agent P Vars: x : 0..3; end Vars Evolution: " + evolution +
               " end Evolution end Agent InitStates P.x = 3; end InitStates");
    const auto step = find_lost_step(e.built.system, e.reachable);
    return step ? e.run_to(step->state).states : std::vector<State>{};
  };
  EXPECT_EQ(lost("x = x - 1 if x > 0; x = 1 / x if x = 0;"),
            (std::vector<State>{{3}, {2}, {1}, {0}}));
  EXPECT_EQ(lost("x = 2 if x = 3; x = 3 / x if x < 3;"), (std::vector<State>{{3}, {2}}));
  EXPECT_EQ(lost("x = x - 1 if x > 1; x = 3 / x if x < 2;"), (std::vector<State>{}));
}

// ---- determinism ----

TEST(Deterministic, IsLostWhereLinesOverlapInAReachableState) {
  const auto deterministic = [](const std::string& evolution) {
    Explored e("Agent P Vars: x : 0..3; y : 0..1; end Vars Evolution: " + evolution +
               " end Evolution end Agent InitStates P.x = 0 and P.y = 0; end InitStates");
    return is_deterministic(e.built.system, e.reachable);
  };
  EXPECT_TRUE(deterministic("x = x + 1 if x < 3;"));
  EXPECT_FALSE(deterministic("x = x + 1 if x < 2; y = 1 if x = 1;"));
  EXPECT_TRUE(deterministic("x = x + 1 if x < 2; x = 1 if x = 0;")) << "the same value";
  EXPECT_TRUE(deterministic("x = 1 if x = 0; x = 2 if x = 3; y = 1 if x = 3;")) << "never reached";
  EXPECT_TRUE(deterministic("x = 1 if x = 0; y = x + 1 if x = 0 and y > 5;"));
}

TEST(Deterministic, AnAgentWhoseLinesAreAllLostLeavesNoSuccessorToChoose) {
  Explored e(
      "Agent P Vars: x : 0..3; end Vars Evolution: x = 1 if x = 0; x = 2 if x = 0; end Evolution "
      "end Agent Agent Q Vars: y : 0..1; end Vars Evolution: y = y + 7 if true; end Evolution end "
      "Agent InitStates P.x = 0 and Q.y = 0; end InitStates");
  EXPECT_TRUE(is_deterministic(e.built.system, e.reachable));
}

// ---- choices ----

TEST(OpenChoice, IsWhereSeveralActionsAreAllowed) {
  Explored e(
      "Agent P Vars: x : 0..3; end Vars Actions = {a, b}; Protocol: x < 3 : {a}; x >= 2 : {b}; "
      "end Protocol Evolution: x = x + 1 if x < 3; end Evolution end Agent InitStates P.x = 0; end "
      "InitStates");
  const auto open = find_open_choice(e.built.system, e.reachable);
  ASSERT_TRUE(open);
  EXPECT_EQ(open->agent, model::AgentId{1});
  EXPECT_EQ(open->state, State{2});
}

TEST(OpenChoice, IsWhereNoActionIsAllowed) {
  Explored e(
      "Agent P Vars: x : 0..3; end Vars Actions = {a, b}; Protocol: x < 3 : {a}; end Protocol "
      "Evolution: x = x + 1 if x < 3; end Evolution end Agent InitStates P.x = 0; end InitStates");
  const auto open = find_open_choice(e.built.system, e.reachable);
  ASSERT_TRUE(open);
  EXPECT_EQ(open->state, State{3});
}

TEST(OpenChoice, IsNoneIfProtocolsDecideInAllReachableStates) {
  Explored e(
      "Agent P Vars: x : 0..3; end Vars Actions = {a, b, c}; Protocol: x < 2 : {a}; x = 2 : {c}; "
      "x = 3 : {a, b}; end Protocol Evolution: x = x + 1 if x < 2; end Evolution end Agent "
      "InitStates P.x = 0; end InitStates");
  EXPECT_FALSE(find_open_choice(e.built.system, e.reachable));
}

}  // namespace
}  // namespace ken::check
