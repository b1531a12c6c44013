#include "concrete/state_space.hpp"

#include <limits>

#include "concrete/explored.test.hpp"

namespace ken::concrete {
namespace {

using test::Explored;

TEST(StateTable, GivesBackWhatWasAdded) {
  const auto model = model::test::model_of(
      "Agent P Vars: a : -5..5; b : boolean; c : {r, g, k}; d : "
      "-9000000000000000000..9000000000000000000; "
      "f : 7..7; end Vars end Agent");
  base::Budget budget;
  StateTable table(model, budget);
  std::vector<model::State> states;
  for (model::Value i = 0; i < 500; ++i)
    states.push_back(
        {i % 11 - 5, i % 2, i % 3, i * 18'000'000'000'000'000 - 9'000'000'000'000'000'000, 7});
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto [id, fresh] = table.add(states[i]);
    EXPECT_TRUE(fresh);
    EXPECT_EQ(static_cast<std::size_t>(id), i);
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    EXPECT_EQ(table[static_cast<StateId>(i)], states[i]);
    EXPECT_EQ(table.find(states[i]), static_cast<StateId>(i));
    EXPECT_FALSE(table.add(states[i]).fresh);
  }
  EXPECT_EQ(table.size(), 500U);
  EXPECT_EQ(table.find({5, 0, 0, 1, 7}), std::nullopt);
}

TEST(StateTable, ChargesItsMemory) {
  const auto model = model::test::model_of("Agent P Vars: a : 0..1000000; end Vars end Agent");
  base::Budget budget(std::nullopt, 10'000);
  StateTable table(model, budget);
  EXPECT_THROW(
      {
        for (model::Value i = 0; i < 100'000; ++i) table.add({i});
      },
      base::Exhausted);
}

// A counter that may stand still.
constexpr const char* counter =
    "Agent P Vars: x : 0..5; end Vars Actions = {go, stay}; Evolution: x = x + 1 if Action = go "
    "and x "
    "< 5; end Evolution end Agent InitStates P.x <= 1; end InitStates";

TEST(StateSpace, CountsReachableStates) {
  const Explored e(counter);
  EXPECT_EQ(e.space.size(), 6U);
  EXPECT_EQ(e.space.initial_count(), 2U);
  EXPECT_EQ(e.space.depth(), 4U);
  EXPECT_TRUE(e.space.deterministic());
  EXPECT_FALSE(e.space.first_deadlock());
  EXPECT_FALSE(e.space.first_lost());
}

TEST(StateSpace, RangesThatAreNoPowerOfTwoCountOnce) {
  const Explored e("Agent P Vars: x : 0..2; y : 0..4; end Vars end Agent");
  EXPECT_EQ(e.space.size(), 15U);
}

TEST(StateSpace, SuccessorsAreDifferentAndAscending) {
  const Explored e(counter);
  const auto successors = e.space.steps()->successors(StateId{0});
  EXPECT_EQ(std::vector(successors.begin(), successors.end()),
            (std::vector{StateId{0}, StateId{1}}));
}

TEST(StateSpace, EveryShortestTraceReplays) {
  Explored e(counter);
  for (std::size_t i = 0; i < e.space.size(); ++i) {
    const auto id = static_cast<StateId>(i);
    const evidence::Trace trace = e.space.trace_to(id);
    EXPECT_TRUE(evidence::replay(e.model, trace, e.budget));
    EXPECT_EQ(trace.states.back(), e.space.state(id));
    const model::Value x = e.space.state(id)[0];
    EXPECT_EQ(trace.actions.size(), static_cast<std::size_t>(x <= 1 ? 0 : x - 1));
  }
}

TEST(StateSpace, FindsTheFirstDeadlock) {
  const Explored e(
      "Agent P Vars: x : 0..3; end Vars Actions = {go}; Protocol: x < 2 : {go}; end Protocol "
      "Evolution: x = x + 1 if true; end Evolution end Agent InitStates P.x = 0; end InitStates");
  ASSERT_TRUE(e.space.first_deadlock());
  EXPECT_EQ(e.space.state(*e.space.first_deadlock()), model::State{2});
  EXPECT_TRUE(e.space.steps()->successors(*e.space.first_deadlock()).empty());
}

TEST(StateSpace, FindsTheFirstLostStep) {
  const Explored e(
      "Agent P Vars: x : 0..3; end Vars Evolution: x = x + 1 if true; end Evolution end Agent "
      "InitStates P.x = 0; end InitStates");
  const auto lost = e.space.first_lost();
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->state, model::State{3});
  EXPECT_EQ(lost->assignment, &e.model.agents[1].evolution[0].assignments[0]);
}

TEST(StateSpace, TwoSuccessorsOfOneJointActionAreNotDeterministic) {
  const Explored e(
      "Agent P Vars: x : 0..3; end Vars Evolution: x = 1 if true; x = 2 if true; end Evolution end "
      "Agent InitStates P.x = 0; end InitStates");
  EXPECT_FALSE(e.space.deterministic());
}

TEST(StateSpace, WithoutInitialStatesIsEmpty) {
  const Explored e("Agent P Vars: x : 0..3; end Vars end Agent InitStates false; end InitStates");
  EXPECT_EQ(e.space.size(), 0U);
}

TEST(StateSpace, StopsWhenTheBudgetIsSpent) {
  const auto model = model::test::model_of(
      "Agent P Vars: x : 0..1000000000; end Vars Evolution: x = x + 1 if true; end Evolution end "
      "Agent InitStates P.x = 0; end InitStates");
  base::Budget memory(std::nullopt, 100'000);
  EXPECT_THROW(StateSpace(model, memory), base::Exhausted);
  base::Budget time(0.0, std::nullopt);
  EXPECT_THROW(StateSpace(model, time), base::Exhausted);
}

// Twenty agents that may each act or wait: a million joint actions in every state.
TEST(StateSpace, ChargesWhatManyJointActionsTake) {
  const auto model = model::test::model_of(
      "Agent P[i: 1..20] Vars: x : 0..2; end Vars Actions = {act, wait}; Evolution: x = x + 1 if "
      "Action = act and x < 2; end Evolution end Agent InitStates and(i: 1..20) P[i].x = 0; end "
      "InitStates");
  base::Budget budget(std::nullopt, 1'000'000);
  EXPECT_THROW(StateSpace(model, budget), base::Exhausted);
  EXPECT_EQ(budget.bytes_left(), 1'000'000U) << "everything is given back";
}

// The same, but they all lead to one state: that takes time and no memory.
TEST(StateSpace, MergesWhatManyJointActionsLeadTo) {
  const auto model = model::test::model_of(
      "Agent P Vars: x : 0..1; end Vars Evolution: x = 1 if true; end Evolution end Agent "
      "Agent Q[i: 1..12] Actions = {act, wait}; end Agent InitStates P.x = 0; end InitStates");
  base::Budget budget(std::nullopt, 10'000);
  const StateSpace space(model, budget);
  EXPECT_EQ(space.size(), 2U);
}

TEST(StateSpace, ChargesALongTrace) {
  const auto model = model::test::model_of(
      "Agent P Vars: x : 0..2000; end Vars Evolution: x = x + 1 if x < 2000; end Evolution end "
      "Agent InitStates P.x = 0; end InitStates");
  base::Budget budget(std::nullopt, 300'000);
  const StateSpace space(model, budget);
  const std::uint64_t left = budget.bytes_left();
  EXPECT_EQ(space.trace_to(StateId{2000}).states.size(), 2001U);
  EXPECT_GT(left - budget.bytes_left(), 2000 * sizeof(model::State));
  EXPECT_THROW(
      {
        for (;;) (void)space.trace_to(StateId{2000});
      },
      base::Exhausted);
}

}  // namespace
}  // namespace ken::concrete
