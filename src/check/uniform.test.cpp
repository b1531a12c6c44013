#include "check/uniform.hpp"

#include "check/maze.test.hpp"

namespace ken::check {
namespace {

using test::Checked;

// P comes to 1 by a and to 2 by b, and may stay in either; whether it sees where it is, is open.
std::string fork_text(bool sees, const std::string& more) {
  return std::string(
             "Agent Environment Vars: s : 0..2; end Vars Evolution: s = 1 if P.Action = a and s < "
             "2; s = 2 if P.Action = b; end Evolution end Agent Agent P ") +
         (sees ? "Lobsvars = {s}; " : "") +
         "Actions = {a, b}; end Agent Agent Q end Agent Evaluation one if Environment.s = 1; two "
         "if Environment.s = 2; end Evaluation " +
         more;
}
constexpr const char* from_zero = "InitStates Environment.s = 0; end InitStates ";

bool holds(const std::string& text, const std::string& formula,
           const std::vector<unsigned>& agents = {1}) {
  Checked c(text, {formula});
  logic::Group group;
  for (const unsigned agent : agents) group.push_back(static_cast<logic::AgentId>(agent));
  return find_restriction(c.context, c.built.model.properties.at(0).formula, group).holds();
}

TEST(Uniform, OneRestrictionHasToServeAWholeFormula) {
  const std::string blind = fork_text(false, from_zero);
  EXPECT_TRUE(holds(blind, "<P>X one"));
  EXPECT_TRUE(holds(blind, "<P>X two"));
  EXPECT_FALSE(holds(blind, "<P>X one and <P>X two"));
  EXPECT_FALSE(holds(blind, "<P>X (one and <P>X two)")) << "the same action twice";
  EXPECT_TRUE(holds(fork_text(true, from_zero), "<P>X (one and <P>X two)"));
}

TEST(Uniform, EverythingIsMeantInTheRestrictedModel) {
  const std::string text = fork_text(true, from_zero);
  EXPECT_TRUE(holds(text, "<P>X one and AG !two"));
  EXPECT_TRUE(holds(text, "<P>X one and K(Q, !two)"));
  EXPECT_FALSE(holds(text, "<P>X one and EF two and K(Q, !two)"));
  EXPECT_TRUE(holds(text, "!<P>F two")) << "a restriction may also make it false";
}

TEST(Uniform, OthersMayBeRestrictedThanThoseOfTheFormula) {
  const std::string text = fork_text(true, from_zero);
  EXPECT_TRUE(holds(text, "AX one", {1}));
  EXPECT_FALSE(holds(text, "AX one", {2}));
  EXPECT_FALSE(holds(text, "AX one", {}));
  EXPECT_FALSE(holds(text, "<Q>X one", {2}));
  EXPECT_TRUE(holds(text, "<Q>X one", {1, 2}));
  EXPECT_TRUE(holds(text, "<P>X one", {2})) << "P is free and sees everything";
}

TEST(Uniform, AllInitialStatesAreServedByOneRestriction) {
  const std::string several = "InitStates Environment.s in {0, 1}; end InitStates ";
  EXPECT_TRUE(holds(fork_text(false, several), "<P>X two"));
  EXPECT_TRUE(holds(fork_text(false, several), "<P>X one"));
  EXPECT_FALSE(holds(fork_text(false, several), "(one -> <P>X two) and (!one -> <P>X one)"));
  EXPECT_TRUE(holds(fork_text(true, several), "(one -> <P>X two) and (!one -> <P>X one)"));
}

TEST(Uniform, AFairStartKeepsAFairPath) {
  const std::string fair = std::string(from_zero) + "Fairness one; end Fairness ";
  EXPECT_TRUE(holds(fork_text(true, fair), "<P>X one"));
  EXPECT_FALSE(holds(fork_text(true, fair), "<P>X two"));
  EXPECT_FALSE(holds(fork_text(true, fair), "<P>F false"));
  EXPECT_FALSE(holds(fork_text(true, fair), "<P>F false and <P>F false")) << "nor so";
  EXPECT_TRUE(holds(fork_text(true, fair), "<P>F one and AG !two"));
}

}  // namespace
}  // namespace ken::check
