#include "states/state_space.hpp"

#include <fmt/format.h>

#include "states/explored.test.hpp"

namespace ken::states {
namespace {

using test::Explored;

// A counter that may stand still.
constexpr const char* counter =
    "Agent P Vars: x : 0..5; end Vars Actions = {go, stay}; Evolution: x = x + 1 if Action = go "
    "and x < 5; end Evolution end Agent InitStates P.x <= 1; end InitStates";

TEST(StateSpace, CountsReachableStates) {
  const Explored e(counter);
  EXPECT_EQ(e.space.size(), 6U);
  EXPECT_EQ(e.space.initial_count(), 2U);
  EXPECT_EQ(e.space.depth(), 4U);
  EXPECT_TRUE(e.space.deterministic());
  EXPECT_FALSE(e.space.overlapping());
  EXPECT_FALSE(e.space.first_deadlock());
  EXPECT_FALSE(e.space.first_lost());
}

TEST(StateSpace, EveryShortestTraceReplays) {
  Explored e(counter);
  for (StateId s = 0; s < e.space.size(); ++s) {
    const evidence::Trace trace = e.space.trace_to(s);
    EXPECT_TRUE(evidence::replay(e.model, trace, e.budget));
    EXPECT_EQ(trace.states.back(), e.space.state(s));
  }
}

TEST(StateSpace, PacksValuesOfEveryWidth) {
  const Explored e(
      "Agent P Vars: a : -5..5; b : boolean; d : -9000000000000000000..9000000000000000000; f : "
      "7..7; g : 0..9000000000000000000; end Vars Evolution: a = a - 1 and d = 0 - d and b = !b if "
      "true; end Evolution end Agent InitStates P.a = 3 and P.b and P.d = -9000000000000000000 and "
      "P.g = 9000000000000000000; end InitStates");
  EXPECT_EQ(e.space.size(), 9U);
  EXPECT_EQ(e.space.state(1),
            (model::State{2, 0, 9'000'000'000'000'000'000, 7, 9'000'000'000'000'000'000}));
  EXPECT_EQ(e.space.first_deadlock(), 8U);
  ASSERT_TRUE(e.space.first_lost());
  EXPECT_EQ(e.space.first_lost()->assignment->target, model::VarId{0});
}

TEST(StateSpace, ALineThatIsLostBesideAnotherLeavesTheOther) {
  const Explored e(
      "Agent P Vars: x : 0..2; end Vars Evolution: x = x + 1 if true; x = 0 if x = 2; end "
      "Evolution end Agent InitStates P.x = 0; end InitStates");
  EXPECT_EQ(e.space.successors()[2].size(), 1U);
  EXPECT_EQ(e.space.first_lost()->state, model::State{2});
  EXPECT_TRUE(e.space.overlapping());
  EXPECT_TRUE(e.space.deterministic());
}

TEST(StateSpace, EqualAlternativesAreNoChoice) {
  const Explored e(
      "Agent P Vars: x : 0..3; end Vars Evolution: x = x + 1 if x < 3; x = 1 if x = 0; x = 3 if x "
      "= 2; end Evolution end Agent InitStates P.x = 0; end InitStates");
  EXPECT_TRUE(e.space.deterministic());
  EXPECT_FALSE(e.space.overlapping());
}

TEST(StateSpace, NumbersThatAreNotWholeGetTheirExactMeaning) {
  const Explored e(
      "Agent P Vars: x : 0..7; end Vars Evolution: x = x / 2 if x / 2 > 1; x = (x + 1) div (x - "
      "1) if x <= 2; end Evolution end Agent InitStates P.x = 4 or P.x = 5 or P.x = 1; end "
      "InitStates");
  // 4 to 2, 2 to 3; from 3 nothing changes at 3/2 > 1: no whole number; 1 divides by zero.
  EXPECT_EQ(e.space.successors()[e.space.find({4}).value()].size(), 1U);
  EXPECT_TRUE(e.space.find({3}));
  EXPECT_TRUE(e.space.successors()[e.space.find({3}).value()].empty());
  EXPECT_TRUE(e.space.successors()[e.space.find({5}).value()].empty());
  EXPECT_TRUE(e.space.successors()[e.space.find({1}).value()].empty());
  EXPECT_EQ(e.space.size(), 5U);
}

// Of 20 agents with two actions each one is chosen, so a state has 40 different steps and not 2^20.
TEST(StateSpace, ASchedulerLeavesFewJointActionsThatDiffer) {
  std::string text = "Agent Environment Actions = {";
  for (int i = 1; i <= 20; ++i) text += fmt::format("{}run{}", i == 1 ? "" : ", ", i);
  text += "}; end Agent\n";
  for (int i = 1; i <= 20; ++i)
    text += fmt::format(
        "Agent P{0} Vars: b : boolean; end Vars Actions = {{set, keep}}; Evolution: b = true if "
        "Environment.Action = run{0} and Action = set and {1}; end Evolution end Agent\n",
        i, i > 4 ? "b" : "!b");
  text += "InitStates ";
  for (int i = 1; i <= 20; ++i) text += fmt::format("{}P{}.b = false", i == 1 ? "" : " and ", i);
  const Explored e(text + "; end InitStates");
  EXPECT_EQ(e.space.size(), 16U);
  EXPECT_LT(e.effort.spent(), 200'000U);
}

TEST(StateSpace, WorkIsLimited) {
  std::string text;
  for (int i = 1; i <= 30; ++i)
    text += fmt::format(
        "Agent P{} Vars: b : boolean; end Vars Actions = {{set, keep}}; Evolution: b = true if "
        "Action = set; b = false if Action = keep; end Evolution end Agent\n",
        i);
  text += "InitStates ";
  for (int i = 1; i <= 30; ++i) text += fmt::format("{}P{}.b = false", i == 1 ? "" : " and ", i);
  const auto model = model::test::model_of(text + "; end InitStates", {});
  base::Budget budget;
  Effort effort(budget);
  effort.limit([] { return 1'000'000; });
  StateSpace space(model, effort);
  try {
    space.explore();
    FAIL() << "2^30 states are too many";
  } catch (const base::Exhausted& e) {
    EXPECT_EQ(e.resource(), base::Resource::work);
  }
  EXPECT_LT(effort.spent(), 1'100'000U);
}

TEST(StateSpace, MemoryIsCharged) {
  const auto model = model::test::model_of("Agent P Vars: a : 0..1000000; end Vars end Agent", {});
  base::Budget budget(std::nullopt, 100'000);
  Effort effort(budget);
  StateSpace space(model, effort);
  EXPECT_THROW(space.explore(), base::Exhausted);
}

}  // namespace
}  // namespace ken::states
