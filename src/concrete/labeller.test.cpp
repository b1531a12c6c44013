// Each modality on models small enough to be read: the set where a formula holds is given as the
// values of the variable s.

#include "concrete/labeller.hpp"

#include <fmt/format.h>

#include "concrete/explored.test.hpp"

namespace ken::concrete {
namespace {

using Where = std::set<model::Value>;

// 0 -> 1 -> 2 -> 2, 1 -> 3, and 3 is a deadlock.
constexpr const char* fork = R"(
Agent P
  Vars: s : 0..3; end Vars
  Actions = {go, leave};
  Protocol: s = 1 : {go, leave}; s = 0 or s = 2 : {go}; end Protocol
  Evolution:
    s = 1 if s = 0;
    s = 2 if s = 1 and Action = go;
    s = 3 if s = 1 and Action = leave;
  end Evolution
end Agent
Evaluation two if P.s = 2; three if P.s = 3; early if P.s <= 1; end Evaluation
InitStates P.s = 0; end InitStates
)";

Where on_fork(const std::string& formula) { return test::Explored(fork, {formula}).where(); }

TEST(Next, LooksAtSuccessorsOnly) {
  EXPECT_EQ(on_fork("EX two"), (Where{1, 2}));
  EXPECT_EQ(on_fork("AX two"), (Where{2, 3}));
}

TEST(Next, InADeadlockExistsIsFalseAndAllIsTrue) {
  EXPECT_EQ(on_fork("EX true"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("AX false"), (Where{3}));
}

TEST(Finally, ReachesOnSomeOrAllPaths) {
  EXPECT_EQ(on_fork("EF two"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("AF two"), (Where{0, 1, 2, 3})) << "a path into the deadlock is not infinite";
  EXPECT_EQ(on_fork("EF three"), (Where{0, 1, 3}));
  EXPECT_EQ(on_fork("AF three"), (Where{3}));
}

TEST(Globally, NeedsAnInfinitePathIfItExists) {
  EXPECT_EQ(on_fork("EG true"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("EG !three"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("AG !three"), (Where{2}));
}

TEST(ExistsUntil, TheTargetAloneSatisfiesIt) {
  EXPECT_EQ(on_fork("E(false U two)"), (Where{2}));
  EXPECT_EQ(on_fork("E(early U two)"), (Where{0, 1, 2}));
}

TEST(AllUntil, EveryInfinitePathMustArrive) {
  EXPECT_EQ(on_fork("A(early U (two or three))"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(on_fork("A(early U two)"), (Where{2})) << "three is neither early nor two";
}

TEST(Release, HoldsUntilItIsReleasedOrForEver) {
  EXPECT_EQ(on_fork("E(three R !two)"), (Where{0, 1, 3}));
  EXPECT_EQ(on_fork("A(three R !two)"), (Where{3}));
  EXPECT_EQ(on_fork("E(false R !three)"), (Where{0, 1, 2}));
}

TEST(WeakUntil, NeedNotArrive) {
  EXPECT_EQ(on_fork("A(!three W false)"), (Where{2}));
  EXPECT_EQ(on_fork("E(!three W false)"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("A(early W (two or three))"), (Where{0, 1, 2, 3}));
}

TEST(Bounded, CountsSteps) {
  EXPECT_EQ(on_fork("EF[0,1] two"), (Where{1, 2}));
  EXPECT_EQ(on_fork("EF[2,2] two"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("EF[1,1] three"), (Where{1}));
  EXPECT_EQ(on_fork("AG[0,1] early"), (Where{0}));
  EXPECT_EQ(on_fork("E(early U[2,2] two)"), (Where{0}));
  EXPECT_EQ(on_fork("A(true U[0,2] (two or three))"), (Where{0, 1, 2, 3}));
}

TEST(Bounded, AHugeBoundAnswersAtOnce) {
  EXPECT_EQ(on_fork("EF[0,1000000000] two"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("EF[1000000000,1000000000] two"), (Where{0, 1, 2}));
  EXPECT_EQ(on_fork("EF[1000000000,1000000000] early"), (Where{}));
}

// A blinker 0 <-> 1: what holds after a huge number of steps depends on whether it is odd.
TEST(Bounded, AHugeBoundRespectsPeriods) {
  const std::string blinker =
      "Agent P Vars: s : 0..1; end Vars Evolution: s = 1 - s if true; end Evolution end Agent";
  const auto where = [&](const std::string& f) { return test::Explored(blinker, {f}).where(); };
  EXPECT_EQ(where("EF[1000000000,1000000000] P.s = 0"), (Where{0}));
  EXPECT_EQ(where("AF[1000000001,1000000001] P.s = 0"), (Where{1}));
}

// ---- fairness ----

// 0 <-> 0, 0 -> 1 -> 1, 1 -> 2 -> 2.
std::string staircase(const std::string& fairness) {
  return fmt::format(R"(
Agent P
  Vars: s : 0..2; end Vars
  Actions = {{stay, up}};
  Evolution: s = s + 1 if Action = up and s < 2; end Evolution
end Agent
Evaluation zero if P.s = 0; one if P.s = 1; end Evaluation
InitStates P.s = 0; end InitStates
Fairness {} end Fairness
)",
                     fairness);
}

Where fairly(const std::string& fairness, const std::string& formula) {
  return test::Explored(staircase(fairness), {formula}).where();
}

TEST(Fairness, CutsTheDomainToStatesWithAFairPath) {
  EXPECT_EQ(fairly("one;", "true"), (Where{0, 1}));
  EXPECT_EQ(fairly("zero; one;", "true"), (Where{}));
}

TEST(Fairness, RulesOutPathsThatStayAway) {
  EXPECT_EQ(fairly("one;", "AF one"), (Where{0, 1}));
  EXPECT_EQ(fairly("one;", "EG zero"), (Where{}));
  EXPECT_EQ(fairly("one;", "EX P.s = 2"), (Where{}));
  EXPECT_EQ(fairly("", "EG zero"), (Where{0}));
}

TEST(Fairness, LinesAreReadWithoutFairness) {
  EXPECT_EQ(fairly("EG zero;", "true"), (Where{0}));
  EXPECT_EQ(fairly("EF P.s = 2; one;", "true"), (Where{0, 1}));
}

TEST(Fairness, KnowledgeRangesOverFairStates) {
  EXPECT_EQ(fairly("one;", "K(Environment, P.s < 2)"), (Where{0, 1}));
}

// ---- knowledge ----

// Everybody's view is a part of s: A sees s div 2, B sees s mod 2.  States 0 to 3.
constexpr const char* views = R"(
Agent Environment Vars: s : 0..3; end Vars end Agent
Agent A Vars: half : 0..1; end Vars end Agent
Agent B Vars: rest : 0..1; end Vars end Agent
InitStates Environment.s = 2 * A.half + B.rest; end InitStates
)";

Where seen(const std::string& formula) { return test::Explored(views, {formula}).where(); }

TEST(Knowledge, HoldsWhereAllTwinsAgree) {
  EXPECT_EQ(seen("K(A, Environment.s >= 2)"), (Where{2, 3}));
  EXPECT_EQ(seen("K(A, Environment.s <> 3)"), (Where{0, 1}));
  EXPECT_EQ(seen("K(Environment, Environment.s = 3)"), (Where{3}));
}

TEST(EverybodyKnows, NeedsEveryMember) {
  EXPECT_EQ(seen("GK({A, B}, Environment.s <> 3)"), (Where{0}));
}

TEST(DistributedKnowledge, PoolsTheViews) {
  EXPECT_EQ(seen("DK({A, B}, Environment.s = 3)"), (Where{3}));
  EXPECT_EQ(seen("GK({A, B}, Environment.s = 3)"), (Where{}));
}

TEST(CommonKnowledge, FollowsChainsOfDoubt) {
  EXPECT_EQ(seen("GCK({A, B}, Environment.s <> 3)"), (Where{}));
  EXPECT_EQ(seen("GCK({A}, Environment.s <> 3)"), (Where{0, 1}));
  EXPECT_EQ(seen("GCK({A, B}, Environment.s >= 0)"), (Where{0, 1, 2, 3}));
}

TEST(Knowledge, IgnoresUnreachableTwins) {
  const std::string model =
      "Agent Environment Vars: s : 0..3; end Vars end Agent Agent A end Agent InitStates "
      "Environment.s < 3; end InitStates";
  EXPECT_EQ(test::Explored(model, {"K(A, Environment.s <> 3)"}).where(), (Where{0, 1, 2}));
}

TEST(Obligation, LooksAtGreenStatesEverywhere) {
  const auto where = [](const std::string& red, const std::string& f) {
    return test::Explored(
               "Agent P Vars: s : 0..2; end Vars RedStates: " + red + "; end RedStates end Agent",
               {f})
        .where();
  };
  EXPECT_EQ(where("s = 2", "O(P, P.s < 2)"), (Where{0, 1, 2}));
  EXPECT_EQ(where("s = 2", "O(P, P.s < 1)"), (Where{}));
  EXPECT_EQ(where("s >= 0", "O(P, false)"), (Where{0, 1, 2})) << "no green state";
  EXPECT_EQ(where("s = 2", "P.RedStates"), (Where{2}));
  EXPECT_EQ(where("s = 2", "P.GreenStates"), (Where{0, 1}));
}

// ---- strategy ----

// P and Q say heads or tails; from 0 to 1 if they agree, to 2 if not, and there it ends.
constexpr const char* pennies = R"(
Agent Environment
  Obsvars: s : 0..2; end Obsvars
  Evolution:
    s = 1 if s = 0 and ((P.Action = h and Q.Action = h) or (P.Action = t and Q.Action = t));
    s = 2 if s = 0 and !((P.Action = h and Q.Action = h) or (P.Action = t and Q.Action = t));
  end Evolution
end Agent
Agent P Actions = {h, t}; end Agent
Agent Q Actions = {h, t}; Protocol: Environment.s = 2 : {h}; Other : {h, t}; end Protocol end Agent
InitStates Environment.s = 0; end InitStates
)";

Where played(const std::string& formula) { return test::Explored(pennies, {formula}).where(); }

TEST(Coalition, OnePlayerCannotMatchPennies) {
  EXPECT_EQ(played("<P>X Environment.s = 1"), (Where{1}));
  EXPECT_EQ(played("<P>X Environment.s = 2"), (Where{2}));
  EXPECT_EQ(played("[P]X Environment.s = 1"), (Where{0, 1}));
}

TEST(Coalition, TwoTogetherCan) {
  EXPECT_EQ(played("<{P, Q}>X Environment.s = 1"), (Where{0, 1}));
  EXPECT_EQ(played("<{P, Q}>F Environment.s = 2"), (Where{0, 2}));
  EXPECT_EQ(played("<{P, Q}>(Environment.s = 0 U Environment.s = 1)"), (Where{0, 1}));
}

TEST(Coalition, NobodyEnforcesWhatHappensAnyway) {
  EXPECT_EQ(played("<{}>X Environment.s > 0"), (Where{0, 1, 2}));
  EXPECT_EQ(played("<{}>G Environment.s <> 2"), (Where{1}));
}

TEST(Coalition, ChoicesOfTheEvolutionAreAgainstEverybody) {
  const std::string model =
      "Agent P Vars: s : 0..2; end Vars Evolution: s = 1 if s = 0; s = 2 if s = 0; end Evolution "
      "end "
      "Agent InitStates P.s = 0; end InitStates";
  EXPECT_EQ(test::Explored(model, {"<{P, Environment}>X P.s = 1"}).where(), (Where{1}));
}

TEST(Coalition, AMoveWithoutSuccessorNeverWins) {
  const std::string model =
      "Agent P Vars: s : 0..1; end Vars Actions = {a}; Evolution: s = s + 2 if s = 1; end "
      "Evolution "
      "end Agent";
  EXPECT_EQ(test::Explored(model, {"<P>X false"}).where(), (Where{}));
  EXPECT_EQ(test::Explored(model, {"<P>G true"}).where(), (Where{0}));
}

TEST(Coalition, MayWinByLeavingAllFairPaths) {
  test::Explored e(staircase("one;"), {"<P>F zero"});
  EXPECT_EQ(e.where(), (Where{0, 1})) << "from one it goes up and is never fair";
  EXPECT_EQ(e.where(0, Outcomes::all), (Where{0})) << "if unfair outcomes count, it does not win";
}

// ---- labelling itself ----

TEST(Labeller, EvaluatesEachSubformulaOnce) {
  std::string formula = "Environment.s = 0";
  for (int i = 0; i < 22; ++i) formula = fmt::format("DK({{A, B}}, {})", formula);
  test::Explored e(views, {formula});
  (void)e.where();
  EXPECT_EQ(e.labeller.evaluations(), 23U);
}

TEST(Labeller, SharedPartsAreEvaluatedOnce) {
  std::string formula = "Environment.s = 0";
  for (int i = 0; i < 10; ++i) formula = fmt::format("({0}) and EX ({0})", formula);
  test::Explored e(views, {formula});
  (void)e.where();
  EXPECT_EQ(e.labeller.evaluations(), 21U);
}

TEST(Labeller, CountsAndParitiesOfFormulas) {
  const std::string three =
      "Agent P Vars: s : 0..7; end Vars end Agent Evaluation "
      "bit[i: 0..2] if or(k: 0..7 if k div (1 + i + i div 2) mod 2 = 1) P.s = k; "
      "end Evaluation";
  const auto where = [&](const std::string& f) { return test::Explored(three, {f}).where(); };
  EXPECT_EQ(where("count(i: 0..2)(K(P, bit[i])) = 2"), (Where{3, 5, 6}));
  EXPECT_EQ(where("xor(i: 0..2) bit[i]"), (Where{1, 2, 4, 7}));
  EXPECT_EQ(where("and(i: 0..2) EF bit[i]"), (Where{7}));
}

TEST(Labeller, StopsWhenTheBudgetIsSpent) {
  const auto model = model::test::model_of(fork, {"EF two"});
  base::Budget plenty;
  const StateSpace space(model, plenty);
  std::stop_source stop;
  stop.request_stop();
  base::Budget cancelled(std::nullopt, std::nullopt, stop.get_token());
  Context context = make_context(model, space, cancelled);
  Labeller labeller(context);
  EXPECT_THROW((void)labeller.label(model.properties[0].formula), base::Exhausted);
}

}  // namespace
}  // namespace ken::concrete
