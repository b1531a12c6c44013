// One restriction for a whole formula, on models small enough to be read.

#include "concrete/uniform.hpp"

#include <fmt/format.h>

#include "concrete/explored.test.hpp"

namespace ken::concrete {
namespace {

bool holds(const std::string& model, const std::string& formula,
           Outcomes outcomes = Outcomes::fair) {
  test::Explored e(model, {formula});
  const logic::FormulaId id = e.model.properties.at(0).formula;
  return holds_uniformly(e.context, id,
                         logic::list_coalition_members(e.model.modalities, e.model.formulas, id),
                         outcomes);
}

// From 0 P chooses 1 or 2, and stays there.  Q sees nothing.
const std::string two_ways = R"(
Agent Environment
  Vars: s : 0..2; end Vars
  Evolution: s = 1 if s = 0 and P.Action = a; s = 2 if s = 0 and P.Action = b; end Evolution
end Agent
Agent P Lobsvars = {s}; Actions = {a, b}; end Agent
Agent Q end Agent
InitStates Environment.s = 0; end InitStates
)";

TEST(Uniform, OneRestrictionServesTheWholeFormula) {
  EXPECT_TRUE(holds(two_ways, "<P>X Environment.s = 1"));
  EXPECT_TRUE(holds(two_ways, "<P>X Environment.s = 2"));
  EXPECT_FALSE(holds(two_ways, "<P>X Environment.s = 1 and <P>X Environment.s = 2"));
  EXPECT_TRUE(holds(two_ways, "<P>X Environment.s = 1 or <P>X Environment.s = 2"));
}

TEST(Uniform, RestrictionsMayServeANegationToo) {
  EXPECT_TRUE(holds(two_ways, "!<P>X Environment.s = 1"));
  EXPECT_TRUE(holds(two_ways, "[P]X Environment.s = 1"));
  EXPECT_TRUE(holds(two_ways, "<P>X Environment.s = 1 and AX Environment.s = 1"));
}

TEST(Uniform, ReadsKnowledgeInTheRestrictedModel) {
  EXPECT_TRUE(holds(two_ways, "<P>X Environment.s = 1 and K(Q, Environment.s <> 2)"));
  EXPECT_FALSE(holds(two_ways, "<Q>X Environment.s >= 0 and K(Q, Environment.s <> 2)"))
      << "nobody keeps P from 2";
}

TEST(Uniform, WithoutCoalitionsRestrictsNobody) {
  EXPECT_FALSE(holds(two_ways, "AX Environment.s = 1"));
  EXPECT_TRUE(holds(two_ways, "EX Environment.s = 1 and EX Environment.s = 2"));
  EXPECT_FALSE(holds(two_ways, "<{}>X Environment.s = 1"));
}

TEST(Uniform, RestrictsTheAgentsGiven) {
  test::Explored e(two_ways, {"AX Environment.s = 1", "<P>X Environment.s = 1"});
  const auto agent = [](std::uint32_t i) { return logic::Group{logic::AgentId{i}}; };
  EXPECT_TRUE(holds_uniformly(e.context, e.model.properties[0].formula, agent(1)));
  EXPECT_FALSE(holds_uniformly(e.context, e.model.properties[0].formula, agent(2)));
  EXPECT_TRUE(holds_uniformly(e.context, e.model.properties[1].formula, agent(2)))
      << "P sees everything and is not restricted";
}

TEST(Uniform, AgentsAreThoseOfAllCoalitions) {
  test::Explored e(two_ways, {"<P>X AG [{Q, Environment}]F Environment.s = 1", "K(Q, true)"});
  EXPECT_EQ(logic::list_coalition_members(e.model.modalities, e.model.formulas,
                                          e.model.properties[0].formula),
            (logic::Group{logic::AgentId{0}, logic::AgentId{1}, logic::AgentId{2}}));
  EXPECT_TRUE(logic::list_coalition_members(e.model.modalities, e.model.formulas,
                                            e.model.properties[1].formula)
                  .empty());
}

// P sees nothing and must guess: a is right in 0 and b in 1.
TEST(Uniform, OneRestrictionServesAllInitialStates) {
  const auto guess = [](const std::string& initial) {
    return fmt::format(R"(
Agent Environment
  Vars: s : 0..3; end Vars
  Evolution:
    s = 2 if (s = 0 and P.Action = a) or (s = 1 and P.Action = b);
    s = 3 if (s = 0 and P.Action = b) or (s = 1 and P.Action = a);
  end Evolution
end Agent
Agent P Actions = {{a, b}}; end Agent
InitStates {}; end InitStates
)",
                       initial);
  };
  EXPECT_FALSE(holds(guess("Environment.s < 2"), "<P>X Environment.s = 2"));
  EXPECT_TRUE(holds(guess("Environment.s = 0"), "<P>X Environment.s = 2"));
  EXPECT_TRUE(holds(guess("Environment.s = 1"), "<P>X Environment.s = 2"));
}

TEST(Uniform, OpponentsKeepTheirActions) {
  const std::string pennies = R"(
Agent Environment
  Vars: s : 0..2; end Vars
  Evolution:
    s = 1 if s = 0 and ((P.Action = h and Q.Action = h) or (P.Action = t and Q.Action = t));
    s = 2 if s = 0 and ((P.Action = h and Q.Action = t) or (P.Action = t and Q.Action = h));
  end Evolution
end Agent
Agent P Actions = {h, t}; end Agent
Agent Q Actions = {h, t}; end Agent
InitStates Environment.s = 0; end InitStates
)";
  EXPECT_FALSE(holds(pennies, "<P>X Environment.s = 1"));
  EXPECT_TRUE(holds(pennies, "<{P, Q}>X Environment.s = 1"));
  EXPECT_FALSE(holds(pennies, "<{P, Q}>X Environment.s = 0"));
}

// ---- stuck ----

TEST(Uniform, ARestrictionMayLeadIntoADeadlock) {
  const std::string model = R"(
Agent P
  Vars: s : 0..1; end Vars
  Actions = {go, stay};
  Protocol: s = 0 : {go, stay}; end Protocol
  Evolution: s = 1 if Action = go; end Evolution
end Agent
InitStates P.s = 0; end InitStates
)";
  EXPECT_TRUE(holds(model, "<P>F P.s = 1"));
  EXPECT_TRUE(holds(model, "<P>G P.s = 0"));
  EXPECT_FALSE(holds(model, "<P>X <P>G P.s = 1"));
  EXPECT_TRUE(holds(model, "<P>X AX false"));
}

// ---- fairness ----

// 0 stays or goes to 1 and stays.
std::string step(const std::string& fairness) {
  return fmt::format(R"(
Agent P
  Vars: s : 0..1; end Vars
  Actions = {{stay, go}};
  Evolution: s = 1 if Action = go; end Evolution
end Agent
InitStates P.s = 0; end InitStates
Fairness {}; end Fairness
)",
                     fairness);
}

TEST(Uniform, ARestrictionMustLeaveAFairPathToEveryFairStart) {
  EXPECT_FALSE(holds(step("P.s = 0"), "<P>X P.s = 1"));
  EXPECT_TRUE(holds(step("P.s = 0"), "<P>X P.s = 0"));
  EXPECT_FALSE(holds(step("P.s = 0"), "<P>F false"));
  EXPECT_TRUE(holds(step("P.s = 1"), "<P>F P.s = 1"));
  EXPECT_TRUE(holds(step("P.s = 1"), "<P>F P.s = 1", Outcomes::all));
}

TEST(Uniform, FairnessLinesAreReadInTheRestrictedModel) {
  EXPECT_TRUE(holds(step("AX P.s = 0 or P.s = 1"), "<P>G P.s = 0"))
      << "0 is fair again and again only if P stays there";
  EXPECT_FALSE(holds(step("EX P.s = 1"), "<P>G P.s = 0"));
}

// ---- limits ----

TEST(Uniform, WhatATrialTakesIsGivenBack) {
  test::Explored e(two_ways + "Fairness true; end Fairness",
                   {"<P>X Environment.s = 1 and <P>X K(Q, Environment.s = 2)"});
  const logic::FormulaId formula = e.model.properties[0].formula;
  EXPECT_FALSE(holds_uniformly(e.context, formula, {logic::AgentId{1}}));
  const std::uint64_t before = e.budget.used_bytes();
  EXPECT_FALSE(holds_uniformly(e.context, formula, {logic::AgentId{1}}));
  EXPECT_EQ(e.budget.used_bytes(), before);
}

}  // namespace
}  // namespace ken::concrete
