// Path formulas on graphs small enough to be read: the set where a formula holds is given as the
// values of the variable s.

#include "concrete/path_product.hpp"

#include <fmt/format.h>

#include "concrete/explored.test.hpp"

namespace ken::concrete {
namespace {

using Where = std::set<model::Value>;

// One path from each state: 0 1 2 3 2 3 2 3 ...; p in 0 1 3, q in 2.
constexpr const char* lasso = R"(
Agent P
  Vars: s : 0..3; end Vars
  Evolution: s = s + 1 if s < 3; s = 2 if s = 3; end Evolution
end Agent
Evaluation p if P.s <> 2; q if P.s = 2; zero if P.s = 0; one if P.s = 1; three if P.s = 3;
end Evaluation
InitStates P.s = 0; end InitStates
)";

Where on_lasso(const std::string& path) {
  Where all = test::Explored(lasso, {"LTL " + path}).where();
  EXPECT_EQ(all, test::Explored(lasso, {"CTL* E (" + path + ")"}).where()) << "there is one path";
  return all;
}

TEST(PathFormula, NextLooksOnePositionAhead) {
  EXPECT_EQ(on_lasso("X q"), (Where{1, 3}));
  EXPECT_EQ(on_lasso("X X q"), (Where{0, 2}));
  EXPECT_EQ(on_lasso("!X q"), (Where{0, 2}));
}

TEST(PathFormula, FinallyAndGloballyLookAtAllThatComes) {
  EXPECT_EQ(on_lasso("F one"), (Where{0, 1}));
  EXPECT_EQ(on_lasso("G (q or three)"), (Where{2, 3}));
  EXPECT_EQ(on_lasso("G F q"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(on_lasso("F G q"), (Where{}));
  EXPECT_EQ(on_lasso("F G !one"), (Where{0, 1, 2, 3}));
}

TEST(PathFormula, UntilNeedsItsTarget) {
  EXPECT_EQ(on_lasso("p U q"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(on_lasso("zero U one"), (Where{0, 1}));
  EXPECT_EQ(on_lasso("true U zero"), (Where{0}));
  EXPECT_EQ(on_lasso("(X p) U q"), (Where{2})) << "before q it comes next";
  EXPECT_EQ(on_lasso("(X p) U one"), (Where{0, 1}));
}

TEST(PathFormula, ReleaseAndWeakUntilMayWaitForEver) {
  EXPECT_EQ(on_lasso("false R (q or three)"), (Where{2, 3}));
  EXPECT_EQ(on_lasso("one R p"), (Where{0, 1}));
  EXPECT_EQ(on_lasso("zero W one"), (Where{0, 1}));
  EXPECT_EQ(on_lasso("(q or three) W zero"), (Where{0, 2, 3}));
  EXPECT_EQ(on_lasso("p W q"), (Where{0, 1, 2, 3}));
}

TEST(PathFormula, BooleansJoinPaths) {
  EXPECT_EQ(on_lasso("X q -> F zero"), (Where{0, 2}));
  EXPECT_EQ(on_lasso("X q <-> F one"), (Where{1, 2}));
  EXPECT_EQ(on_lasso("F one and X !one"), (Where{1}));
}

TEST(PathFormula, CountsAndParitiesJoinPaths) {
  // F (s = 0) holds at 0, F (s = 1) at 0 1, F (s = 2) everywhere.
  EXPECT_EQ(on_lasso("count(i: 0..2)(F (P.s = i)) = 2"), (Where{1}));
  EXPECT_EQ(on_lasso("count(i: 0..2)(F (P.s = i)) >= 2"), (Where{0, 1}));
  EXPECT_EQ(on_lasso("count(i: 0..2)(F (P.s = i)) <> 1"), (Where{0, 1}));
  EXPECT_EQ(on_lasso("count(i: 0..2)(F (P.s = i)) < 0"), (Where{}));
  EXPECT_EQ(on_lasso("xor(i: 0..2) F (P.s = i)"), (Where{0, 2, 3}));
  EXPECT_EQ(on_lasso("and(i: 0..2) F (P.s = i)"), (Where{0}));
  EXPECT_EQ(on_lasso("or(i: 0..1) F (P.s = i)"), (Where{0, 1}));
}

// ---- bounds ----

TEST(PathBound, CountsStepsFromHere) {
  EXPECT_EQ(on_lasso("X F[0,0] q"), (Where{1, 3}));
  EXPECT_EQ(on_lasso("F[0,1] q"), (Where{1, 2, 3}));
  EXPECT_EQ(on_lasso("F[2,2] q"), (Where{0, 2}));
  EXPECT_EQ(on_lasso("F[1,2] q"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(on_lasso("G[0,1] p"), (Where{0}));
  EXPECT_EQ(on_lasso("G[1,1] p"), (Where{0, 2}));
  EXPECT_EQ(on_lasso("G[0,0] p"), (Where{0, 1, 3}));
}

TEST(PathBound, UntilNeedsItsFirstArgumentFromTheStart) {
  EXPECT_EQ(on_lasso("p U[0,0] q"), (Where{2}));
  EXPECT_EQ(on_lasso("p U[0,1] q"), (Where{1, 2, 3}));
  EXPECT_EQ(on_lasso("p U[1,1] q"), (Where{1, 3}));
  EXPECT_EQ(on_lasso("p U[2,2] q"), (Where{0}));
  EXPECT_EQ(on_lasso("p U[1,2] q"), (Where{0, 1, 3}));
}

TEST(PathBound, ReleaseIsTheDualOfUntil) {
  EXPECT_EQ(on_lasso("q R[0,0] p"), (Where{0, 1, 3}));
  EXPECT_EQ(on_lasso("q R[1,1] p"), (Where{0, 2})) << "p after one step, or q now";
  EXPECT_EQ(on_lasso("one R[0,2] p"), (Where{0, 1})) << "after 1 it is released";
  EXPECT_EQ(on_lasso("p W[0,1] q"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(on_lasso("zero W[0,1] one"), (Where{0, 1}));
  EXPECT_EQ(on_lasso("zero W[1,1] one"), (Where{0, 1})) << "one releases at 1";
  EXPECT_EQ(on_lasso("zero W[0,0] one"), (Where{0, 1}));
}

TEST(PathBound, HoldsAtEveryPositionUnderGlobally) {
  EXPECT_EQ(on_lasso("G F[0,1] q"), (Where{1, 2, 3}));
  EXPECT_EQ(on_lasso("G F[0,2] q"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(on_lasso("F[1,1] G[0,2] (q -> X three)"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(on_lasso("F[0,1] F[0,1] q"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(on_lasso("F[0,1] G[1,1] one"), (Where{0}));
}

TEST(PathBound, BeyondTheBudgetIsUnknown) {
  const auto model = model::test::model_of(lasso, {"LTL F[0,1000000000] zero"});
  base::Budget budget(std::nullopt, std::uint64_t{4} << 20U);
  const StateSpace space(model, budget);
  Context context = make_context(model, space, budget);
  Labeller labeller(context);
  EXPECT_THROW((void)labeller.label(model.properties[0].formula), base::Exhausted);
}

// ---- choices and deadlocks ----

// 0 -> 0, 0 -> 1, 1 -> 2 -> 2, 1 -> 3, and 3 is a deadlock.
std::string fork(const std::string& fairness = "") {
  return R"(
Agent P
  Vars: s : 0..3; end Vars
  Actions = {go, leave};
  Protocol: s <= 1 : {go, leave}; s = 2 : {go}; end Protocol
  Evolution:
    s = 1 if s = 0 and Action = leave;
    s = 2 if s = 1 and Action = go;
    s = 3 if s = 1 and Action = leave;
  end Evolution
end Agent
Evaluation zero if P.s = 0; one if P.s = 1; two if P.s = 2; three if P.s = 3; end Evaluation
InitStates P.s = 0; end InitStates
)" + fairness;
}

Where on_fork(const std::string& formula) { return test::Explored(fork(), {formula}).where(); }

TEST(Quantified, RangesOverInfinitePathsOnly) {
  EXPECT_EQ(on_fork("CTL* E G true"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("CTL* A F false"), (Where{3})) << "a deadlock";
  EXPECT_EQ(on_fork("CTL* E F three"), (Where{})) << "no infinite path goes there";
  EXPECT_EQ(on_fork("EF three"), (Where{0, 1, 3})) << "the CTL pair is a fixpoint";
  EXPECT_EQ(on_fork("CTL* A X two"), (Where{1, 2, 3}));
  EXPECT_EQ(on_fork("LTL G !three"), (Where{0, 1, 2, 3}));
}

TEST(Quantified, AStateFormulaInsideIsNotReadWherePathsAreMissing) {
  EXPECT_EQ(on_fork("A (zero and F two)"), (Where{3})) << "true in a deadlock without zero";
  EXPECT_EQ(on_fork("E (zero and F two)"), (Where{0}));
  EXPECT_EQ(on_fork("E (three or F two)"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("A (zero)"), (Where{0})) << "a state formula is itself";
  EXPECT_EQ(on_fork("LTL zero"), (Where{0}));
}

TEST(Quantified, SomePathDiffersFromAll) {
  EXPECT_EQ(on_fork("E G F zero"), (Where{0}));
  EXPECT_EQ(on_fork("A F G two"), (Where{1, 2, 3}));
  EXPECT_EQ(on_fork("E F G two"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("E (G F zero or F G two)"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("A (G F zero or F G two)"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(on_fork("E (G F zero and F two)"), (Where{}));
  EXPECT_EQ(on_fork("E (X one and X X two)"), (Where{0}));
  EXPECT_EQ(on_fork("E (X zero and X one)"), (Where{})) << "one path, not two";
}

TEST(Quantified, NestsInEveryOperator) {
  EXPECT_EQ(on_fork("E G (E F G two and zero)"), (Where{0}));
  EXPECT_EQ(on_fork("CTL* A X A F two"), (Where{1, 2, 3})) << "from 0 it may stay";
  EXPECT_EQ(on_fork("EX A G X two"), (Where{0, 1, 2})) << "a pair on a quantified formula";
  EXPECT_EQ(on_fork("K(P, A F G two)"), (Where{1, 2, 3}));
  EXPECT_EQ(on_fork("E G F EX one"), (Where{0}));
}

// A ring 0 -> 1 -> 2 -> 0 where every state may also stay.
Where on_ring(const std::string& formula) {
  return test::Explored(
             "Agent P Vars: s : 0..2; end Vars Actions = {stay, turn}; "
             "Evolution: s = (s + 1) mod 3 if Action = turn; end Evolution end Agent "
             "Evaluation zero if P.s = 0; one if P.s = 1; two if P.s = 2; "
             "end Evaluation InitStates P.s = 0; end InitStates",
             {formula})
      .where();
}

TEST(Quantified, ManyPromisesAreKeptOnOnePath) {
  const Where everywhere{0, 1, 2};
  EXPECT_EQ(on_ring("E ((G F zero or F G one) and (G F one or F G two) and (G F two or F G zero))"),
            everywhere);
  EXPECT_EQ(on_ring("E ((G F zero or F G one) and F G !zero)"), everywhere);
  EXPECT_EQ(on_ring("E ((G F zero or F G one) and F G two)"), (Where{}));
  EXPECT_EQ(on_ring("E (G F zero and G F one and !G F two)"), (Where{}));
  EXPECT_EQ(on_ring("A (G F zero and G F one -> G F two)"), everywhere);
  EXPECT_EQ(on_ring("E G (zero -> X (zero or X two))"), everywhere);
  EXPECT_EQ(on_ring("E G (zero -> X (zero and X one))"), (Where{1, 2}))
      << "the second zero would need another one";
  EXPECT_EQ(on_ring("E (zero U (one U (two U zero)))"), everywhere);
}

// ---- fairness ----

TEST(QuantifiedFairly, RangesOverFairPathsOnly) {
  const auto where = [](const std::string& line, const std::string& f) {
    return test::Explored(fork("Fairness " + line + " end Fairness"), {f}).where();
  };
  EXPECT_EQ(where("two;", "A F G two"), (Where{0, 1, 2}));
  EXPECT_EQ(where("two;", "E G F zero"), (Where{}));
  EXPECT_EQ(where("zero;", "E G F zero"), (Where{0}));
  EXPECT_EQ(where("!one; !two;", "LTL G zero"), (Where{0}));
}

TEST(QuantifiedFairly, MeetsEveryLineAndEveryPromise) {
  const std::string ring =
      "Agent P Vars: s : 0..2; end Vars Actions = {stay, turn}; "
      "Evolution: s = (s + 1) mod 3 if Action = turn; end Evolution end Agent "
      "InitStates P.s = 0; end InitStates Fairness P.s = 0; P.s = 1; end Fairness";
  const auto where = [&](const std::string& f) { return test::Explored(ring, {f}).where(); };
  EXPECT_EQ(where("A G F P.s = 2"), (Where{0, 1, 2})) << "the way back to 0 leads through 2";
  EXPECT_EQ(where("E F G P.s < 2"), (Where{}));
  EXPECT_EQ(where("E (P.s = 0 and X P.s = 0 and X X P.s = 1)"), (Where{0}));
}

TEST(QuantifiedFairly, ALineIsReadWithoutFairness) {
  const auto where = [](const std::string& line, const std::string& f) {
    return test::Explored(fork("Fairness " + line + " end Fairness"), {f}).where();
  };
  EXPECT_EQ(where("E G F zero;", "true"), (Where{0}));
  EXPECT_EQ(where("A F G two;", "true"), (Where{0, 1, 2}));
  EXPECT_EQ(where("E G F zero; E F G two;", "E F two"), (Where{}));
  EXPECT_EQ(where("X two;", "true"), (Where{0, 1, 2})) << "closed: AX two";
}

// ---- LDL ----

Where ldl(const std::string& path) { return test::Explored(lasso, {"LDL " + path}).where(); }

TEST(Program, AStepTestsHereAndGoesOn) {
  EXPECT_EQ(ldl("<p>q"), (Where{1, 3}));
  EXPECT_EQ(ldl("<tt>q"), (Where{1, 3}));
  EXPECT_EQ(ldl("<ff>q"), (Where{}));
  EXPECT_EQ(ldl("[ff]q"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(ldl("[q]one"), (Where{0, 1, 3}));
  EXPECT_EQ(ldl("[p]q"), (Where{1, 2, 3}));
}

TEST(Program, ATestStays) {
  EXPECT_EQ(ldl("<p?>X q"), (Where{1, 3}));
  EXPECT_EQ(ldl("<p?>one"), (Where{1}));
  EXPECT_EQ(ldl("[p?]one"), (Where{1, 2}));
  EXPECT_EQ(ldl("<(F one)?; tt>p"), (Where{0})) << "a test of a path formula";
  EXPECT_EQ(ldl("<(<tt>q)?>p"), (Where{1, 3}));
  EXPECT_EQ(ldl("[([tt]p)?]q"), (Where{1, 2, 3}));
}

TEST(Program, SequenceAndChoice) {
  EXPECT_EQ(ldl("<zero; one>q"), (Where{0}));
  EXPECT_EQ(ldl("<zero; tt + q>p"), (Where{2}));
  EXPECT_EQ(ldl("<zero + one>tt"), (Where{0, 1}));
  EXPECT_EQ(ldl("[zero + q]p"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(ldl("[tt + tt; tt]p"), (Where{}));
}

TEST(Program, AStarRunsAnyFiniteNumberOfTimes) {
  EXPECT_EQ(ldl("<p*>q"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(ldl("<zero*>one"), (Where{0, 1}));
  EXPECT_EQ(ldl("<tt*>zero"), (Where{0})) << "it may not run for ever";
  EXPECT_EQ(ldl("[tt*](q or three)"), (Where{2, 3}));
  EXPECT_EQ(ldl("<(tt; tt)*>one"), (Where{1}));
  EXPECT_EQ(ldl("[(tt; tt)*]p"), (Where{1, 3}));
  EXPECT_EQ(ldl("<(q; three)*>zero"), (Where{0}));
  EXPECT_EQ(ldl("[tt*]<tt*>q"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(ldl("<tt*>[tt*]q"), (Where{}));
}

TEST(Program, AStarOfTestsDoesNotMove) {
  EXPECT_EQ(ldl("<(p?)*>q"), (Where{2}));
  EXPECT_EQ(ldl("[(p?)*]q"), (Where{2}));
  EXPECT_EQ(ldl("<(p? + zero)*>one"), (Where{0, 1}));
  EXPECT_EQ(ldl("<(p?; (q?)*)*; tt>q"), (Where{1, 3}));
  EXPECT_EQ(ldl("<((p?)* ; (one? + zero)*)*>one"), (Where{0, 1}));
}

TEST(Program, StarsNest) {
  EXPECT_EQ(ldl("<(zero*)*>one"), (Where{0, 1}));
  EXPECT_EQ(ldl("<((zero*; one*)*)*>q"), (Where{0, 1, 2}));
  EXPECT_EQ(ldl("[((tt; tt)*)*]p"), (Where{1, 3}));
  EXPECT_EQ(ldl("<((q; tt)*; (three; tt)*)*>zero"), (Where{0}));
  EXPECT_EQ(ldl("<(tt*; three)*>(X zero or zero)"), (Where{0}));
}

TEST(Program, OverlappingRunsOfDifferentPhases) {
  EXPECT_EQ(ldl("G <(tt; tt)*>q"), (Where{}));
  EXPECT_EQ(ldl("G (<(tt; tt)*>q or <(tt; tt)*>three)"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(ldl("G (q -> <(tt; tt)*; tt>three)"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(ldl("G (zero -> [(tt; tt)*](q or zero))"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(ldl("G ([(q; three)*; tt; tt](q <-> X three))"), (Where{0, 1, 2, 3}));
}

// ---- depth ----

std::string repeat(const std::string& before, const std::string& inside, const std::string& after,
                   std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += before;
  text += inside;
  for (std::size_t i = 0; i < times; ++i) text += after;
  return text;
}

// An answer, or none within the budget, but no overflow of the stack.
void survive(const std::string& formula) {
  const auto model = model::test::model_of(lasso, {formula});
  base::Budget budget(0.5, std::uint64_t{64} << 20U);
  const StateSpace space(model, budget);
  Context context = make_context(model, space, budget);
  Labeller labeller(context);
  try {
    (void)labeller.label(model.properties.at(0).formula);
  } catch (const base::Exhausted&) {
  }
}

TEST(PathFormula, DeepNestingCostsNoStack) {
  constexpr std::size_t deep = 30'000;
  survive("LTL " + repeat("X ", "q", "", deep));
  survive("LTL " + repeat("!F ", "q", "", deep));
  survive("LDL <" + repeat("(", "tt", ")*", deep) + ">q");
  survive("CTL* " + repeat("E X X ", "q", "", deep));
}

TEST(PathFormula, ManyNextsAreFollowed) {
  EXPECT_EQ(on_lasso(repeat("X ", "q", "", 1000)), (Where{0, 2}));
  EXPECT_EQ(on_lasso(repeat("!X ", "q", "", 1000)), (Where{0, 2}));
}

}  // namespace
}  // namespace ken::concrete
