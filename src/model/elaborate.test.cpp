#include "model/elaborate.hpp"

#include <fmt/format.h>

#include "model/text.test.hpp"

namespace ken::model {
namespace {

using test::elaborated;
using test::errors;
using test::model_of;

// ---- what may be named where: the table of the language, row by row ----

// A model with a condition at one place; everything else is sound.
struct Places {
  std::string protocol = "true", red = "false", evolution = "true", value = "0";
  std::string environment_protocol = "true", environment_red = "false";
  std::string environment_evolution = "true";
  std::string evaluation = "true", initial = "true", formula = "true";
};

std::string at(const Places& places) {
  return errors(fmt::format(
      R"(
Agent Environment
  Obsvars: o : 0..1; end Obsvars
  Vars: seen : 0..1; unseen : 0..1; end Vars
  RedStates: {}; end RedStates
  Actions = {{e, f}};
  Protocol: {} : {{e}}; Other : {{f}}; end Protocol
  Evolution: o = 1 if {}; end Evolution
end Agent
Agent P
  Lobsvars = {{seen}};
  Vars: x : 0..1; end Vars
  RedStates: {}; end RedStates
  Actions = {{a, b}};
  Protocol: {} : {{a}}; Other : {{b}}; end Protocol
  Evolution: x = {} if {}; end Evolution
end Agent
Agent Q
  Vars: z : 0..1; end Vars
  Actions = {{c, d}};
end Agent
Evaluation p if {}; end Evaluation
InitStates {}; end InitStates
Formulae {}; end Formulae
)",
      places.environment_red, places.environment_protocol, places.environment_evolution, places.red,
      places.protocol, places.value, places.evolution, places.evaluation, places.initial,
      places.formula));
}

std::string in_protocol(const std::string& c) { return at({.protocol = c}); }
std::string in_red(const std::string& c) { return at({.red = c}); }
std::string in_evolution(const std::string& c) { return at({.evolution = c}); }
std::string in_value(const std::string& c) { return at({.value = c}); }
std::string in_environment(const std::string& c) {
  return at({.environment_protocol = c, .environment_red = c, .environment_evolution = c});
}
std::string in_evaluation(const std::string& c) { return at({.evaluation = c}); }
std::string in_initial(const std::string& c) { return at({.initial = c}); }
std::string in_formula(const std::string& c) { return at({.formula = c}); }

TEST(BitsFor, CountsWhatIsNeeded) {
  EXPECT_EQ(bits_for(1), 0U);
  EXPECT_EQ(bits_for(2), 1U);
  EXPECT_EQ(bits_for(3), 2U);
  EXPECT_EQ(bits_for(4), 2U);
  EXPECT_EQ(bits_for(5), 3U);
  EXPECT_EQ(bits_for(0), 64U) << "all 2^64 values";
}

TEST(Visibility, ProtocolAndRedStatesSeeTheLocalState) {
  for (const char* const seen : {"x = 1", "Environment.o = 1", "Environment.seen = 1"}) {
    EXPECT_EQ(in_protocol(seen), "") << seen;
    EXPECT_EQ(in_red(seen), "") << seen;
  }
}

TEST(Visibility, ProtocolAndRedStatesSeeNothingElse) {
  for (const char* const hidden : {"Environment.unseen = 1", "Q.z = 1"}) {
    EXPECT_EQ(in_protocol(hidden), "E103") << hidden;
    EXPECT_EQ(in_red(hidden), "E103") << hidden;
  }
  for (const char* const action : {"Action = a", "Q.Action = c"}) {
    EXPECT_EQ(in_protocol(action), "E113") << action;
    EXPECT_EQ(in_red(action), "E113") << action;
  }
}

TEST(Visibility, EvolutionConditionsSeeTheLocalStateAndAllActions) {
  for (const char* const seen : {"x = 1", "Environment.o = 1", "Environment.seen = 1", "Action = a",
                                 "Action <> a", "Q.Action in {c, d}", "Environment.Action = e"})
    EXPECT_EQ(in_evolution(seen), "") << seen;
  for (const char* const hidden : {"Environment.unseen = 1", "Q.z = 1"})
    EXPECT_EQ(in_evolution(hidden), "E103") << hidden;
}

TEST(Visibility, AssignedValuesSeeTheLocalStateAndNoAction) {
  for (const char* const seen : {"x", "Environment.o", "Environment.seen + 0"})
    EXPECT_EQ(in_value(seen), "") << seen;
  EXPECT_EQ(in_value("Environment.unseen"), "E103");
  EXPECT_EQ(in_value("Q.z"), "E103");
  EXPECT_NE(in_value("Action"), "");
}

TEST(Visibility, TheEnvironmentSeesItsOwnVariables) {
  EXPECT_EQ(in_environment("o = 1 and seen = 1 and unseen = 1"), "");
  EXPECT_EQ(in_environment("P.x = 1"), "E103 E103 E103");
  EXPECT_EQ(at({.environment_evolution = "Action = e and P.Action = a"}), "");
  EXPECT_EQ(at({.environment_protocol = "Action = e"}), "E113");
}

TEST(Visibility, OutsideAgentsEverythingIsSeenWithItsPrefix) {
  const std::string all =
      "P.x = 1 and Q.z < 1 and Environment.o = 1 and Environment.seen = 1 and "
      "Environment.unseen = 1";
  EXPECT_EQ(in_evaluation(all), "");
  EXPECT_EQ(in_initial(all), "");
  EXPECT_EQ(in_formula(all), "");
}

TEST(Visibility, OutsideAgentsABareVariableMeansNothing) {
  EXPECT_NE(in_evaluation("x = 1"), "");
  EXPECT_NE(in_initial("x = 1"), "");
  EXPECT_NE(in_formula("x = 1"), "");
}

TEST(Visibility, OutsideAgentsThereAreNoActions) {
  EXPECT_EQ(in_evaluation("P.Action = a"), "E113");
  EXPECT_EQ(in_initial("P.Action = a"), "E113");
}

TEST(Visibility, IsPartOfTheModel) {
  const Model model = model_of(R"(
Agent Environment Obsvars: o : boolean; end Obsvars Vars: s : boolean; t : boolean; end Vars end Agent
Agent P Lobsvars = {t}; Vars: x : boolean; end Vars end Agent
)");
  std::string seen;
  for (const VarId id : model.agents[1].visible) seen += qualified(model, id) + " ";
  EXPECT_EQ(seen, "Environment.o Environment.t P.x ");
  EXPECT_EQ(model.agents[0].visible.size(), 3U);
}

// ---- types ----

// An agent with one variable of each kind; the line stands in its Evolution.
std::string line(const std::string& text) {
  return errors(
      "Agent P Vars: b : boolean; c : boolean; n : 0..3; m : 5..9; u : {r, g}; v : {r, g}; w : {r, "
      "g, k}; end Vars Actions = {a}; Evolution: " +
      text + " end Evolution end Agent");
}

TEST(Types, ValuesFitTheirVariable) {
  EXPECT_EQ(line("b = true if b;"), "");
  EXPECT_EQ(line("b = (n < 2) if !b;"), "");
  EXPECT_EQ(line("n = n + 1 if n <= 2;"), "");
  EXPECT_EQ(line("u = r if u = g;"), "");
  EXPECT_EQ(line("u = v if u <> v;"), "");
}

TEST(Types, ValuesOfAnotherKindAreRefused) {
  EXPECT_EQ(line("b = 1 if b;"), "E117");
  EXPECT_EQ(line("n = b if b;"), "E117");
  EXPECT_NE(line("u = n if b;"), "");
  EXPECT_EQ(line("u = k if b;"), "E105");
}

TEST(Types, EnumerationsAreAssignedOnlyWithEqualSets) {
  EXPECT_EQ(line("w = u if b;"), "E117");
  EXPECT_EQ(line("b = true if u = w;"), "");
}

TEST(Types, AConstantOrAVariableThatNeverFitsIsRefused) {
  EXPECT_EQ(line("n = 4 if b;"), "E107");
  EXPECT_EQ(line("n = 2 + 2 if b;"), "E107");
  EXPECT_EQ(line("n = m if b;"), "E107");
  EXPECT_EQ(line("n = n + 4 if b;"), "");
}

TEST(Types, OnlyNumbersHaveAnOrder) {
  EXPECT_EQ(line("b = true if u < r;"), "E124");
  EXPECT_EQ(line("b = true if n < 100;"), "");
}

TEST(Types, AConditionIsNoNumberAndViceVersa) {
  EXPECT_EQ(line("b = true if n;"), "E110");
  EXPECT_EQ(line("n = b + 1 if b;"), "E111");
  EXPECT_EQ(line("b = true if b = 1;"), "E104");
}

TEST(Types, ALineAssignsAVariableOnce) { EXPECT_EQ(line("n = 1 and n = 2 if b;"), "E108"); }

TEST(Types, SingleAssignmentTakesOneVariable) {
  EXPECT_EQ(
      errors("Semantics = SA; Agent P Vars: b : boolean; c : boolean; end Vars Evolution: b = "
             "true and c = true if b; end Evolution end Agent"),
      "E109");
}

TEST(Types, EnumerationsAreNumberedAlphabetically) {
  const Model model = model_of("Agent P Vars: u : {zeta, alpha}; end Vars end Agent");
  EXPECT_EQ(model.variables[0].type.names, (std::vector<std::string>{"alpha", "zeta"}));
}

TEST(Types, AReversedRangeIsRefused) {
  EXPECT_EQ(errors("Agent P Vars: n : 3..0; end Vars end Agent"), "E106");
}

// ---- names ----

TEST(Names, IdenticalDuplicatesWarnDifferentOnesAreErrors) {
  EXPECT_EQ(errors("Agent P Vars: x : 0..1; x : 0..1; end Vars end Agent"), "");
  EXPECT_EQ(errors("Agent P Vars: x : 0..1; x : 0..2; end Vars end Agent"), "E102");
}

TEST(Names, KeywordsMayNameThings) {
  EXPECT_EQ(errors("Agent A Vars: K : boolean; end Vars Actions = {U}; end Agent Evaluation E if "
                   "A.K; end Evaluation Formulae AG E; end Formulae"),
            "");
}

TEST(Names, AnUnknownOneIsSuggestedFrom) {
  const auto outcome = elaborated("Agent Sender end Agent Formulae K(Sendr, true); end Formulae");
  ASSERT_EQ(outcome.diagnostics.errors(), 1U);
  bool hinted = false;
  for (const auto& d : outcome.diagnostics.all())
    hinted |= d.hint.find("Sender") != std::string::npos;
  EXPECT_TRUE(hinted);
}

TEST(Names, ADeclaredGroupWinsOverAnAgent) {
  const Model model = model_of(
      "Agent P end Agent Agent Q end Agent Groups P = {P, Q}; end Groups Formulae GK(P, true); end "
      "Formulae");
  const auto& modal = std::get<logic::Modal>(model.formulas[model.properties[0].formula]);
  EXPECT_EQ(modal.subjects[0].size(), 2U);
}

TEST(Names, AnEmptyGroupKnowsNothingButMayPlay) {
  EXPECT_EQ(errors("Agent P end Agent Formulae GK({}, true); end Formulae"), "E114");
  EXPECT_EQ(errors("Agent P end Agent Formulae <{}>X true; end Formulae"), "");
}

// ---- templates ----

Model with(const std::string& text, std::vector<std::pair<std::string, std::string>> parameters) {
  auto outcome = elaborated(text, {std::move(parameters), {}, {}});
  EXPECT_FALSE(outcome.diagnostics.has_errors());
  return std::move(outcome.model).value();
}

TEST(Templates, AnIndexedAgentIsOneForEachIndex) {
  const std::string text = "Parameter N = 2; Agent P[i: 1..N] Vars: x : 0..i; end Vars end Agent";
  const Model three = with(text, {{"N", "3"}});
  ASSERT_EQ(three.agents.size(), 4U);
  EXPECT_EQ(three.agents[3].name.shown, "P[3]");
  EXPECT_EQ(three.agents[3].name.plain, "P_3");
  EXPECT_EQ(three.variables[2].type.high, 3);
  EXPECT_EQ(with(text, {}).agents.size(), 3U);
}

TEST(Templates, FiltersLeaveInstancesOut) {
  const Model model =
      model_of("Agent P Vars: x[i: 1..3, j: 1..3 if i < j] : boolean; end Vars end Agent");
  EXPECT_EQ(model.variables.size(), 3U);
  EXPECT_EQ(model.variables[0].name.shown, "x[1,2]");
}

TEST(Templates, ComprehensionsMeanWhatTheySay) {
  const Model model = model_of(
      "Agent P Vars: x[i: 1..3] : 0..1; end Vars end Agent Evaluation all if and(i: 1..3) P.x[i] = "
      "1; odd if xor(i: 1..3) P.x[i] = 1; two if count(i: 1..3)(P.x[i] = 1) = 2; three if sum(i: "
      "1..3) P.x[i] = 3; none if or(i: 1..3 if i > 5) P.x[i] = 1; end Evaluation");
  const auto holds = [&](std::size_t atom, const State& state) {
    return model.atoms[atom].condition.program(model.exprs).holds(state);
  };
  for (Value bits = 0; bits < 8; ++bits) {
    const State state = {bits & 1, bits >> 1 & 1, bits >> 2 & 1};
    const Value ones = state[0] + state[1] + state[2];
    EXPECT_EQ(holds(0, state), ones == 3);
    EXPECT_EQ(holds(1, state), ones % 2 == 1);
    EXPECT_EQ(holds(2, state), ones == 2);
    EXPECT_EQ(holds(3, state), ones == 3);
    EXPECT_FALSE(holds(4, state));
  }
}

TEST(Templates, RepeatedLinesAreExpanded) {
  const Model model = model_of(
      "Agent P[i: 1..3] end Agent Formulae for (i: 1..3, j: 1..3 if i <> j) K(P[i], K(P[j], "
      "true)); "
      "end Formulae");
  EXPECT_EQ(model.properties.size(), 6U);
}

TEST(Templates, IndicesRoundTowardsMinusInfinity) {
  EXPECT_EQ(
      errors("Parameter N = 3; Agent P[i: 1..N] end Agent Groups g[i: 1..N] = {P[i], P[(i - 2) "
             "mod N + 1]}; end Groups"),
      "");
}

TEST(Templates, MistakesAreReported) {
  EXPECT_EQ(errors("Agent P[i: 3..1] end Agent Agent Q end Agent"), "E201");
  EXPECT_EQ(errors("Agent P[i: 1..2] end Agent Formulae K(P[3], true); end Formulae"), "E202");
  EXPECT_EQ(errors("Parameter N = 1 / 0; Agent P end Agent"), "E210");
  EXPECT_EQ(errors("Agent P end Agent", {{{"N", "3"}}, {}, {}}), "E205");
  EXPECT_EQ(errors("Parameter N = 1; Agent P end Agent", {{{"N", "true"}}, {}, {}}), "E206");
}

TEST(Templates, AHugeRangeIsRefusedNotExpanded) {
  EXPECT_EQ(errors("Agent P[i: 1..1000000000] end Agent"), "E207");
  EXPECT_EQ(errors("Agent P end Agent Formulae and(i: 1..5000) true; end Formulae",
                   {{}, {}, {10'000, 1'000}}),
            "E207");
}

// ---- formulas ----

std::string family(const std::string& formula) {
  const Model model = model_of("Agent P Vars: b : boolean; end Vars end Agent", {formula});
  return model.properties.at(0).family;
}

TEST(Formulas, HaveAFamily) {
  EXPECT_EQ(family("AG K(P, P.b)"), "ctlk");
  EXPECT_EQ(family("<P>F P.b"), "atlk");
  EXPECT_EQ(family("LTL G F P.b"), "ltl");
  EXPECT_EQ(family("A (F P.b and G P.b)"), "ctlstar");
  EXPECT_EQ(family("EG F P.b"), "ctlstar");
  EXPECT_EQ(family("<P>G F P.b"), "atlstar");
  EXPECT_EQ(family("LTL F [P](P.b and F P.b)"), "atlstar");
}

// One blank more never changes a formula.
TEST(Formulas, GoOnAlongThePathBehindAJoinedPair) {
  const Model model = model_of("Agent P Vars: b : boolean; end Vars end Agent",
                               {"EG F P.b", "E G F P.b", "AG(P.b -> F P.b)", "A G(P.b -> F P.b)"});
  EXPECT_EQ(model.properties.at(0).formula, model.properties.at(1).formula);
  EXPECT_EQ(model.properties.at(2).formula, model.properties.at(3).formula);
}

TEST(Formulas, BoundsAreOrdered) {
  const std::string agent = "Agent P end Agent Formulae ";
  EXPECT_EQ(errors(agent + "EF[2, 5] true; end Formulae"), "");
  EXPECT_EQ(errors(agent + "EF[5, 2] true; end Formulae"), "E119");
  EXPECT_EQ(errors(agent + "EX[1, 2] true; end Formulae"), "E120");
}

TEST(Formulas, AnUnknownPropositionIsOneMistake) {
  EXPECT_EQ(errors("Agent P end Agent Formulae AG (nothing and AF nothing2); end Formulae"),
            "E101 E101");
}

TEST(Formulas, ExpectationsBelongToTheirFormula) {
  const Model model = model_of(
      "Agent P end Agent Formulae\n true; -- expect: true\n false; -- expect: false\n true;\nend "
      "Formulae");
  EXPECT_EQ(model.properties[0].expected, true);
  EXPECT_EQ(model.properties[1].expected, false);
  EXPECT_EQ(model.properties[2].expected, std::nullopt);
}

TEST(Formulas, EqualPartsAreOne) {
  const Model model =
      model_of("Agent P Vars: b : boolean; end Vars end Agent", {"AG P.b", "EF !P.b or AG P.b"});
  const auto& either = std::get<logic::Binary>(model.formulas[model.properties[1].formula]);
  EXPECT_EQ(either.rhs, model.properties[0].formula);
}

}  // namespace
}  // namespace ken::model
