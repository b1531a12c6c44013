// How labels are computed, kept and used; what each modality means is tested against the explicit
// engine, in tests/.

#include "check/labeller.hpp"

#include <fmt/format.h>

#include "base/sanitized.hpp"
#include "check/checked.test.hpp"

namespace ken::check {
namespace {

using test::Built;
using test::Checked;
using test::fair_staircase;
using test::staircase;
using test::views;
using test::Where;

// ---- rules ----

TEST(Rules, EveryModalityHasExactlyOne) {
  const logic::ModalityTable table;
  std::size_t rows = 0;
  for (const logic::Modality& row : table.rows()) {
    if (!row.builtin) continue;
    ++rows;
    std::size_t found = 0;
    for (const auto family : {temporal_rules(), epistemic_rules(), strategic_rules()})
      for (const Rule& rule : family)
        if (rule.modality == *row.builtin && rule.label != nullptr) ++found;
    EXPECT_EQ(found, 1U) << row.keyword << " " << row.connective;
  }
  EXPECT_EQ(rows, temporal_rules().size() + epistemic_rules().size() + strategic_rules().size());
}

// ---- each formula once ----

TEST(Labeller, EvaluatesEachSubformulaOnce) {
  std::string formula = "Environment.s = 0";
  for (int i = 0; i < 22; ++i) formula = fmt::format("DK({{A, B}}, {})", formula);
  Checked c(views, {formula});
  EXPECT_FALSE(c.labeller.holds(0));
  EXPECT_EQ(c.labeller.evaluations(), 23U);
  EXPECT_EQ(c.where(), (Where{0}));
}

TEST(Labeller, FormulasShareWhatTheyHaveInCommon) {
  const std::string common = "EX K(A, Environment.s >= 2)";
  Checked c(views, {"EF " + common, "EG " + common, common});
  for (const std::size_t i : {0U, 1U, 2U}) (void)c.labeller.holds(i);
  EXPECT_EQ(c.labeller.evaluations(), 5U);
}

// The label of EX counts bits of the next state and has a diagram of its own.
TEST(Labeller, DropsALabelAfterItsLastUse) {
  Checked c(
      "Semantics = SingleAssignment; Agent P Vars: b[i: 1..14] : boolean; end Vars Actions = {y, "
      "n}; Evolution: for (i: 1..13) b[i] = b[i + 1] if true; b[14] = true if Action = y; b[14] = "
      "false if Action = n; end Evolution end Agent",
      {"EX count(i: 1..14)(P.b[i]) = 7"});
  bdd::Manager& manager = c.built.system.manager();
  EXPECT_FALSE(c.labeller.holds(0));
  const std::size_t after = manager.statistics().live_nodes;
  const StateSet label = c.label(0);
  EXPECT_GE(manager.statistics().live_nodes, after + nodes(label) / 2);
  EXPECT_GE(nodes(label), 40U);
}

TEST(Labeller, DepthDoesNotMatter) {
  constexpr std::size_t deep = base::sanitized ? 25'000 : 100'000;
  Built built(staircase, {"zero", "one"});
  logic::FormulaStore& formulas = built.model.formulas;
  const FormulaId zero = built.model.properties[0].formula;
  FormulaId nots = zero;
  FormulaId chain = zero;                                // !(one and !(one and ... zero))
  FormulaId always = built.model.properties[1].formula;  // AG AG ... one
  const FormulaId one = always;
  const logic::ModalityId ag = built.model.modalities.id(logic::Builtin::AG);
  for (std::size_t i = 0; i < deep; ++i) {
    nots = formulas.add(logic::Not{nots});
    chain = formulas.add(
        logic::Not{formulas.add(logic::Binary{logic::Connective::conjunction, one, chain})});
    always =
        formulas.add(logic::Modal{.modality = ag, .subjects = {}, .bound = {}, .args = {always}});
  }
  const symbolic::Reachable reachable = symbolic::explore(built.system);
  const std::vector<FormulaId> wanted{nots, chain, always};
  Context context = make_context(built.system, reachable);
  Labeller labeller(context, wanted);
  EXPECT_TRUE(labeller.holds(0));
  EXPECT_TRUE(labeller.holds(1));
  const std::size_t before = labeller.evaluations();
  EXPECT_FALSE(labeller.holds(2));
  EXPECT_LE(labeller.evaluations(), before + 1) << "only the innermost is labelled";
}

// Whoever comes too late may come again, as often as it takes, and all labels are there.
TEST(Labeller, GoesOnAfterItWasInterrupted) {
  const std::string known = "K(A, Environment.s >= 0)";
  const std::vector<std::string> formulas{
      fmt::format("AG {} and EF Environment.s = 2 and AG EX {}", known, known),
      fmt::format("EF ({} and EX {} and !EX EX {})", known, known, known), "EF Environment.s = 2"};
  Checked whole(views, formulas);
  Checked late(views, formulas);
  base::Budget& budget = late.built.system.budget();
  for (std::size_t i = 0; i < formulas.size(); ++i)
    for (double seconds = 0; seconds < 1; seconds = seconds * 1.2 + 1e-6) {
      budget.limit_formula(seconds);
      try {
        EXPECT_EQ(late.labeller.holds(i), whole.labeller.holds(i)) << formulas[i];
        break;
      } catch (const base::Exhausted&) {
        EXPECT_LT(seconds, 0.5);
      }
    }
  budget.limit_formula(std::nullopt);
  for (std::size_t i = 0; i < formulas.size(); ++i)
    EXPECT_EQ(late.labeller.holds(i), whole.labeller.holds(i)) << formulas[i];
}

// ---- obligations ----

TEST(Holds, AgreesWithTheLabelInTheInitialStates) {
  const std::vector<std::string> on_stairs = {"AG !two",
                                              "AG (zero or one)",
                                              "AG (zero or one or two)",
                                              "AG EF two",
                                              "AG EF one",
                                              "AG AG (zero -> EX one)",
                                              "AG K(P, EF two)",
                                              "AG K(Q, one or EX one)",
                                              "AG K(Q, !two)",
                                              "K(Q, zero)",
                                              "K(P, zero)",
                                              "AG (EF one and K(P, !two))",
                                              "zero and AG (one -> AX (one or two))",
                                              "AG[0,1] !two",
                                              "AG[0,2] !two",
                                              "and(i: 0..1) AG P.s <> i",
                                              "and(i: 0..2) EF P.s = i",
                                              "AF one",
                                              "AG AF (one or two)",
                                              "!AG !one",
                                              "AG K(Q, K(P, AG (zero or one or two)))"};
  const std::vector<std::string> on_views = {
      "AG K(A, Environment.s < 4)", "AG K(A, Environment.s < 3)", "K(A, AG Environment.s >= 0)",
      "K(B, Environment.s <> 1)", "AG GK({A, B}, Environment.s < 4)"};
  std::size_t yes = 0;
  std::size_t no = 0;
  for (const auto& [text, formulae] :
       {std::pair{std::string(staircase), on_stairs}, std::pair{fair_staircase, on_stairs},
        std::pair{std::string(views), on_views}}) {
    Checked c(text, formulae);
    for (std::size_t i = 0; i < formulae.size(); ++i) {
      const bool expected = subset(c.context.initial(), c.label(i));
      EXPECT_EQ(c.labeller.holds(i), expected) << formulae[i];
      ++(expected ? yes : no);
    }
  }
  EXPECT_GE(yes, 10U);
  EXPECT_GE(no, 10U);
}

// ---- bounds ----

TEST(Bounded, AHugeBoundAnswersAtOnce) {
  Checked c(staircase, {"EF[0,1000000000] two", "EF[1000000000,1000000000] one",
                        "AG[1000000000,1000000001] two", "EG[0,1000000000] zero",
                        "A(zero U[1000000000,1000000000] one)"});
  EXPECT_EQ(c.where(0), (Where{0, 1, 2}));
  EXPECT_EQ(c.where(1), (Where{0, 1}));
  EXPECT_EQ(c.where(2), (Where{2}));
  EXPECT_EQ(c.where(3), (Where{0}));
  EXPECT_EQ(c.where(4), (Where{}));
}

TEST(Bounded, AHugeBoundRespectsPeriods) {
  Checked c(
      "Agent P Vars: s : 0..4; end Vars Evolution: s = (s + 1) mod 5 if true; end Evolution "
      "end Agent",
      {"EF[1000000000,1000000000] P.s = 0", "AF[1000000002,1000000002] P.s = 0"});
  EXPECT_EQ(c.where(0), (Where{0}));
  EXPECT_EQ(c.where(1), (Where{3}));
}

// ---- coalitions ----

TEST(Coalition, WithoutAChoiceIsLikeTimeUnderFairness) {
  const std::pair<std::string, std::string> pairs[] = {
      {"<Q>F one", "AF one"},
      {"<Q>X one", "AX one"},
      {"<Q>G (zero or one)", "AG (zero or one)"},
      {"<Q>(zero U one)", "A(zero U one)"},
      {"<Q>(zero W two)", "A(zero W two)"},
      {"[Q]X one", "EX one"},
      {"[Q]G zero", "EG zero"},
      {"[Q](zero U one)", "E(zero U one)"},
      {"<{}>F one", "AF one"},
  };
  for (const auto& [strategic, temporal] : pairs) {
    Checked c(fair_staircase, {strategic, temporal});
    EXPECT_EQ(c.label(0), c.label(1)) << strategic;
    EXPECT_FALSE(has_choice(c.context, {logic::AgentId{2}}));
    EXPECT_FALSE(can_leave_fair_paths(c.context, c.built.model.properties[0].formula));
  }
}

TEST(Coalition, MayWinByLeavingAllFairPaths) {
  Checked c(fair_staircase, {"<P>F two", "<P>F zero"});
  EXPECT_TRUE(can_leave_fair_paths(c.context, c.built.model.properties[0].formula));
  EXPECT_EQ(c.where(1), (Where{0, 1})) << "from one it goes up and is never fair";
  EXPECT_EQ(c.built.states(c.label(1, Outcomes::all)).size(), 1U);
}

}  // namespace
}  // namespace ken::check
