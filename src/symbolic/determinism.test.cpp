#include "symbolic/determinism.hpp"

#include "symbolic/built.test.hpp"

namespace ken::symbolic {
namespace {

using model::AgentId;

// A moves x by its action if 'line' says so; B may do two things where 'protocol' lets it.
std::string text_of(const std::string& line, const std::string& protocol) {
  return "Agent A Vars: x : 0..3; end Vars Actions = {go, stay}; Evolution: " + line +
         " end Evolution end Agent\n"
         "Agent B Vars: y : boolean; end Vars Actions = {help, rest}; Protocol: " +
         protocol +
         " end Protocol Evolution: y = true if Action = rest; end Evolution end Agent\n"
         "InitStates A.x = 0 and B.y = false; end InitStates";
}

struct Decided {
  test::States states;
  test::States ours;
  test::States theirs;
};
Decided decide(const std::string& text, const logic::Group& agents) {
  test::Built built(text);
  const StateSet states = explore(built.system).states;
  const Turns turns = built.system.steps().turns_of(agents, states);
  return {built.states(states), built.states(turns.ours), built.states(turns.theirs)};
}

bool alone(const std::string& text, const logic::Group& agents) {
  const Decided found = decide(text, agents);
  return found.ours == found.states;
}

constexpr AgentId a{1};
constexpr AgentId b{2};
constexpr const char* plain = "x = x + 1 if Action = go and x < 3;";
constexpr const char* free_choice = "Other : {help, rest};";
constexpr const char* no_choice = "y : {help}; Other : {rest};";

TEST(DecideAlone, AllTogetherDoIfNoEvolutionHasAChoice) {
  EXPECT_TRUE(alone(text_of(plain, free_choice), {a, b}));
  EXPECT_FALSE(
      alone(text_of(std::string(plain) + "x = 0 if Action = go and x = 1;", free_choice), {a, b}));
}

TEST(DecideAlone, ALineThatOverlapsWhereNobodyComesDoesNotMatter) {
  EXPECT_TRUE(
      alone(text_of("x = 1 if Action = go; x = 2 if Action = go and x = 3;", free_choice), {a, b}));
}

TEST(DecideAlone, OthersHaveNoSayWhoseProtocolLeavesThemNone) {
  EXPECT_FALSE(alone(text_of(plain, free_choice), {a}));
  EXPECT_TRUE(alone(text_of(plain, no_choice), {a}));
  EXPECT_FALSE(alone(text_of(plain, no_choice), {b}));
}

TEST(Turns, BelongToWhoHasAChoiceThere) {
  const std::string text = text_of(plain, "y : {help}; Other : {help, rest};");
  const Decided found = decide(text, {b});
  const auto where_y = [&](model::Value y) {
    test::States result;
    for (const model::State& state : found.states)
      if (state[1] == y) result.insert(state);
    return result;
  };
  EXPECT_EQ(found.theirs, where_y(1)) << "B has one action only where y holds";
  EXPECT_TRUE(found.ours.empty()) << "A always has a choice";
  EXPECT_EQ(decide(text, {a}).ours, where_y(1));
  EXPECT_TRUE(decide(text, {a}).theirs.empty());
}

TEST(Turns, AreTheirsWhereOursDoNotMatter) {
  const std::string text = text_of("x = x + 1 if x < 3;", free_choice);
  const Decided found = decide(text, {a});
  EXPECT_EQ(found.theirs, found.states) << "nobody tests what A does";
}

}  // namespace
}  // namespace ken::symbolic
