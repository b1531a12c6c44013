#include "model/initial.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <set>

#include "model/text.test.hpp"

namespace ken::model {
namespace {

Model with(const std::string& condition) {
  return test::model_of(fmt::format(
      "Agent P Vars: x : -2..2; y : 0..3; b : boolean; end Vars end Agent InitStates {}; end "
      "InitStates",
      condition));
}

std::set<State> found(const Model& model) {
  base::Budget budget;
  std::set<State> states;
  for_each_initial_state(model, budget, [&](const State& state) {
    EXPECT_TRUE(states.insert(state).second) << "a state twice";
    return true;
  });
  return states;
}

std::set<State> by_trying_all(const Model& model) {
  std::set<State> states;
  for (Value x = -2; x <= 2; ++x)
    for (Value y = 0; y <= 3; ++y)
      for (Value b = 0; b <= 1; ++b)
        if (!model.initial || model.initial->program(model.exprs).holds(State{x, y, b}))
          states.insert({x, y, b});
  return states;
}

std::string random_condition(int depth) {
  if (depth > 0 && *rc::gen::inRange(0, 3) > 0) {
    const std::string op = *rc::gen::element<std::string>("and", "or", "->", "<->");
    return fmt::format("({}) {} ({})", random_condition(depth - 1), op,
                       random_condition(depth - 1));
  }
  const std::string relation = *rc::gen::element<std::string>("=", "<>", "<", "<=", ">", ">=");
  const std::string left = *rc::gen::element<std::string>("P.x", "P.y", "P.x + P.y", "P.x * P.y",
                                                          "P.y / P.x", "P.y div 2", "P.x mod 3");
  if (*rc::gen::inRange(0, 5) == 0) return *rc::gen::element<std::string>("P.b", "!P.b");
  return fmt::format("{} {} {}", left, relation, *rc::gen::inRange(-3, 5));
}

TEST(InitialStates, AreExactlyThoseThatSatisfyTheCondition) {
  EXPECT_TRUE(rc::check([] {
    const Model model = with(random_condition(3));
    RC_ASSERT(found(model) == by_trying_all(model));
  }));
}

TEST(InitialStates, WithoutAConditionAreAllStates) {
  const Model model =
      test::model_of("Agent P Vars: x : -2..2; y : 0..3; b : boolean; end Vars end Agent");
  EXPECT_EQ(found(model).size(), 40U);
}

TEST(InitialStates, OfAContradictionAreNone) {
  EXPECT_TRUE(found(with("P.b and !P.b")).empty());
  EXPECT_TRUE(found(with("false")).empty());
}

TEST(InitialStates, OfAModelWithoutVariablesAreOne) {
  EXPECT_EQ(found(test::model_of("Agent P end Agent")).size(), 1U);
  EXPECT_EQ(found(test::model_of("Agent P end Agent InitStates false; end InitStates")).size(), 0U);
}

TEST(InitialStates, StopWhenTheVisitorHasEnough) {
  base::Budget budget;
  int visited = 0;
  const Model model = with("true");
  for_each_initial_state(model, budget, [&](const State&) { return ++visited < 3; });
  EXPECT_EQ(visited, 3);
}

TEST(InitialStates, APinnedVariableOfAHugeRangeCostsNothing) {
  const Model model = test::model_of(
      "Agent P Vars: x : -4000000000000000000..4000000000000000000; y : 0..1000000000; end Vars "
      "end "
      "Agent InitStates P.x = 12345678901 and P.y >= 7 and P.y < 9; end InitStates");
  EXPECT_EQ(found(model), (std::set<State>{{12345678901, 7}, {12345678901, 8}}));
}

TEST(InitialStates, TheSearchObeysTheBudget) {
  const Model model = test::model_of(
      "Agent P Vars: x : 0..1000000000; y : 0..1000000000; end Vars end Agent InitStates P.x * P.x "
      "= P.y * P.y + 1000003; end InitStates");
  base::Budget budget(0.05, std::nullopt);
  EXPECT_THROW(for_each_initial_state(model, budget, [](const State&) { return true; }),
               base::Exhausted);
}

}  // namespace
}  // namespace ken::model
