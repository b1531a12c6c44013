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

bool alone(const std::string& text, const logic::Group& agents) {
  test::Built built(text);
  System& system = built.system;
  return decide_alone(system.manager(), system.encoding(), system.steps().conjuncts(), agents,
                      explore(system).states);
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

}  // namespace
}  // namespace ken::symbolic
