#include "states/labeller.hpp"

#include <gtest/gtest.h>

#include "states/capabilities.hpp"
#include "states/explored.test.hpp"

namespace ken::states {
namespace {

using test::Explored;
using Values = std::set<model::Value>;

// From 0 to 1; there P stays or goes to 2, if Q lets it, else to 3; 3 goes back to 1.
std::string game(const std::string& more = "") {
  return R"(
Agent Environment
  Obsvars: s : 0..3; end Obsvars
  Evolution:
    s = 1 if s = 0;
    s = 2 if s = 1 and P.Action = go and Q.Action = let;
    s = 3 if s = 1 and P.Action = go and Q.Action = stop;
    s = 1 if s = 3;
  end Evolution
end Agent
Agent P
  Actions = {stay, go};
end Agent
Agent Q
  Vars: b : boolean; end Vars
  Actions = {let, stop};
  Evolution: b = b if b; end Evolution
end Agent
InitStates Environment.s = 0 and Q.b; end InitStates
)" + more;
}

TEST(Labeller, GivesTheOperatorsOfTimeTheirMeaning) {
  Explored e(game(), {"EX Environment.s = 3", "AX Environment.s = 1", "EF Environment.s = 0",
                      "AF Environment.s = 2", "EG Environment.s <> 2", "AG EF Environment.s = 2",
                      "E(Environment.s = 0 U Environment.s = 1)",
                      "A(Environment.s < 2 R Environment.s < 3)", "EF[2,2] Environment.s = 2",
                      "AG[0,1] Environment.s < 2", "EG[3,7] Environment.s = 1"});
  const Values all{0, 1, 2, 3};
  const std::vector<Values> expected = {{1},    {0, 3},    {0}, {2}, {0, 1, 3}, all,
                                        {0, 1}, {0, 1, 2}, all, {0}, {0, 1, 3}};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(e.where(i), expected[i]) << e.model.properties[i].text;
}

TEST(Labeller, CoalitionsNeedEveryOutcome) {
  Explored e(game(), {"<P>F Environment.s = 2", "<{P, Q}>F Environment.s = 2",
                      "<Q>G Environment.s <> 2", "<P>X Environment.s = 1", "[Q]F Environment.s = 2",
                      "<P>(Environment.s <> 3 W Environment.s = 2)"});
  EXPECT_EQ(e.where(0), Values({2}));
  EXPECT_EQ(e.where(1), Values({0, 1, 2, 3}));
  EXPECT_EQ(e.where(2), Values({0, 1, 3}));
  EXPECT_EQ(e.where(3), Values({0, 1, 3}));
  EXPECT_EQ(e.where(4), Values({2}));
  EXPECT_EQ(e.where(5), Values({0, 1, 2}));
}

TEST(Labeller, FairnessNarrowsPathsAndOutcomes) {
  Explored e(game("Fairness Environment.s = 2; end Fairness"),
             {"AF Environment.s = 2", "EG Environment.s = 1", "<P>G Environment.s = 1",
              "<Q>G Environment.s < 2"});
  EXPECT_EQ(e.where(0), Values({0, 1, 2, 3}));
  EXPECT_EQ(e.where(1), Values());
  EXPECT_EQ(e.where(2), Values({0, 1, 3}));
  EXPECT_EQ(e.where(2, Outcomes::all), Values({1}));
  EXPECT_EQ(e.where(3, Outcomes::all), Values());
  EXPECT_TRUE(can_leave_fair_paths(e.labeller->context(), e.model.properties[2].formula));
}

TEST(Labeller, KnowledgeIsAboutWhatLooksTheSame) {
  Explored e(
      "Agent Environment Vars: x : 0..3; y : boolean; end Vars end Agent Agent P Lobsvars = {y}; "
      "end Agent Agent Q Vars: b : boolean; end Vars end Agent InitStates Q.b and (Environment.y "
      "<-> Environment.x > 1); end InitStates",
      {"K(P, Environment.x < 2)", "EK(P, Environment.x = 3)", "K(Q, Environment.x < 2)",
       "GCK({P, Q}, Environment.x < 2)", "DK({P, Q}, Environment.x > 1)", "O(P, Environment.x < 4)",
       "GK({P, Q}, Environment.x < 4)"});
  EXPECT_EQ(e.where(0), Values({0, 1}));
  EXPECT_EQ(e.where(1), Values({2, 3}));
  EXPECT_EQ(e.where(2), Values());
  EXPECT_EQ(e.where(3), Values());
  EXPECT_EQ(e.where(4), Values({2, 3}));
  EXPECT_EQ(e.where(5), Values({0, 1, 2, 3}));
  EXPECT_EQ(e.where(6), Values({0, 1, 2, 3}));
}

TEST(Labeller, LabelsEachFormulaOnce) {
  Explored e(game(), {"EF Environment.s = 2 and AG EF Environment.s = 2", "EF Environment.s = 2"});
  e.where(0);
  const std::size_t evaluations = e.labeller->evaluations();
  e.where(1);
  EXPECT_EQ(e.labeller->evaluations(), evaluations);
}

TEST(Capabilities, AreStateFormulasAndFullObservation) {
  const auto model = model::test::model_of(
      game(), {"AG K(P, <P>F Q.b)", "LTL F G Q.b", "<P | ir>F Q.b", "Kw(P, Q.b)"});
  const auto reason = [&](std::size_t i, logic::Semantics semantics = logic::Semantics::full) {
    return why_unsupported(model, model.properties.at(i), semantics);
  };
  EXPECT_EQ(reason(0), "");
  EXPECT_EQ(reason(0, logic::Semantics::deterministic), "");
  EXPECT_EQ(reason(0, logic::Semantics::ir), "not by the states engine: ir strategies");
  EXPECT_EQ(reason(0, logic::Semantics::uniform), "not by the states engine: uniform strategies");
  EXPECT_EQ(reason(1), "not by the states engine: ltl");
  EXPECT_EQ(reason(2), "not by the states engine: ir strategies");
}

}  // namespace
}  // namespace ken::states
