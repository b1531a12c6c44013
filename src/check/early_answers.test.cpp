#include "check/early_answers.hpp"

#include <gtest/gtest.h>

#include "check/checked.test.hpp"

namespace ken::check {
namespace {

using symbolic::GoOn;
using symbolic::Reachable;
using test::Built;

// 0 -> 1 -> ... -> 9, and back to 0.
const std::string ring = R"(
Agent P
  Vars: x : 0..9; end Vars
  Evolution: x = x + 1 if x < 9; x = 0 if x = 9; end Evolution
end Agent
)";
const std::string from_zero = ring + "InitStates P.x = 0; end InitStates ";
const std::string from_some = ring + "InitStates P.x <= 2; end InitStates ";

// After how many rings it is settled, and how; nothing if it is not.
struct Settled {
  std::size_t rings = 0;
  bool holds = false;
  bool operator==(const Settled&) const = default;
};
constexpr auto at_the_end = std::nullopt;

std::optional<Settled> settle(const std::string& model, const std::string& formula,
                              symbolic::Reach reach = symbolic::Reach::computed) {
  Built built(model, {formula}, {.reach = reach});
  const std::vector<FormulaId> formulas = test::properties(built.model);
  EarlyAnswers early(built.system, formulas);
  std::optional<Settled> result;
  (void)symbolic::explore(built.system, [&](const Reachable& so_far) {
    early.look(so_far);
    for (const EarlyAnswers::Answer& answer : early.take_answers()) {
      EXPECT_FALSE(result) << "told once";
      result = Settled{so_far.rings.size(), answer.holds};
    }
    EXPECT_EQ(early.complete(), result.has_value());
    return GoOn::yes;
  });
  return result;
}

TEST(EarlyAnswers, AReachedStateSettlesFinallyAndGlobally) {
  EXPECT_EQ(settle(from_zero, "EF P.x = 3"), (Settled{4, true}));
  EXPECT_EQ(settle(from_zero, "AG P.x < 3"), (Settled{4, false}));
  EXPECT_EQ(settle(from_zero, "AG P.x <= 9"), at_the_end);
  EXPECT_EQ(settle(from_zero, "EF (P.x = 3 and P.x = 4)"), at_the_end);
}

TEST(EarlyAnswers, WhatIsAskedOfTheInitialStateIsKnownAtOnce) {
  EXPECT_EQ(settle(from_zero, "P.x = 0 and !(P.x = 1)"), (Settled{1, true}));
  EXPECT_EQ(settle(from_zero, "P.x = 1 and AF P.x = 2"), (Settled{1, false}));
}

TEST(EarlyAnswers, ConnectivesAreReadInThreeValues) {
  EXPECT_EQ(settle(from_zero, "EF P.x = 3 and EF P.x = 5"), (Settled{6, true}));
  EXPECT_EQ(settle(from_zero, "EF P.x = 3 or AF P.x = 5"), (Settled{4, true}));
  EXPECT_EQ(settle(from_zero, "EF P.x = 3 and AF P.x = 5"), at_the_end);
  EXPECT_EQ(settle(from_zero, "!(EF P.x = 3)"), (Settled{4, false}));
  EXPECT_EQ(settle(from_zero, "AG P.x < 5 -> EF P.x = 7"), (Settled{6, true}));
  EXPECT_EQ(settle(from_zero, "AG P.x < 5 <-> EF P.x = 7"), (Settled{8, false}));
  EXPECT_EQ(settle(from_zero, "xor(i: 1..3) EF P.x = i"), (Settled{4, true}));
}

TEST(EarlyAnswers, ConjunctionsInsideGloballyFailByThemselves) {
  EXPECT_EQ(settle(from_zero, "AG (P.x < 4 and AG K(P, P.x < 2))"), (Settled{3, false}));
  EXPECT_EQ(settle(from_zero, "AG (P.x < 4 -> EF P.x = 4)"), at_the_end);
}

TEST(EarlyAnswers, RunsThatKeepToAPropositionSettleUntilAndItsKin) {
  EXPECT_EQ(settle(from_zero, "E(P.x < 4 U P.x = 4)"), (Settled{5, true}));
  EXPECT_EQ(settle(from_zero, "E(P.x < 3 U P.x = 4)"), at_the_end) << "runs leave x < 3 before";
  EXPECT_EQ(settle(from_zero, "E(P.x < 4 W P.x = 4)"), (Settled{5, true}));
  EXPECT_EQ(settle(from_zero, "A(P.x < 3 U P.x = 7)"), (Settled{4, false}));
  EXPECT_EQ(settle(from_zero, "A(P.x < 3 W P.x = 7)"), (Settled{4, false}));
  EXPECT_EQ(settle(from_zero, "A(P.x < 3 W P.x = 3)"), at_the_end);
  EXPECT_EQ(settle(from_zero, "A(P.x = 7 R P.x < 3)"), (Settled{4, false}));
  EXPECT_EQ(settle(from_zero, "E(P.x = 2 R P.x < 3)"), (Settled{3, true}));
}

TEST(EarlyAnswers, FromSeveralInitialStatesOnlyAFailureIsKnown) {
  EXPECT_EQ(settle(from_some, "EF P.x = 4"), at_the_end) << "perhaps not from all of them";
  EXPECT_EQ(settle(from_some, "AG P.x < 4"), (Settled{3, false}));
  EXPECT_EQ(settle(from_some, "AG P.x < 4 and EF P.x = 3"), (Settled{3, false}));
  EXPECT_EQ(settle(from_some, "AG P.x < 4 or AG P.x < 5"), at_the_end) << "perhaps each for one";
}

TEST(EarlyAnswers, OtherOperatorsWaitForTheEnd) {
  for (const char* const formula : {"AF P.x = 3", "EG P.x < 3", "EX P.x = 1", "K(P, EF P.x = 3)",
                                    "EF[0,5] P.x = 3", "EF AG P.x = 3", "<P>F P.x = 3"})
    EXPECT_EQ(settle(from_zero, formula), at_the_end) << formula;
}

TEST(EarlyAnswers, ComeWithChainingToo) {
  const std::string picked = R"(
Agent Environment Actions = {a, b}; end Agent
Agent P Vars: x : 0..5; end Vars
  Evolution: x = x + 1 if Environment.Action = a and x < 5; end Evolution end Agent
Agent Q Vars: x : 0..5; end Vars
  Evolution: x = x + 1 if Environment.Action = b and x < 5; end Evolution end Agent
InitStates P.x = 0 and Q.x = 0; end InitStates
)";
  using symbolic::Reach;
  const auto settled = settle(picked, "E(P.x <= 3 U P.x = 3)", Reach::chained);
  ASSERT_TRUE(settled);
  EXPECT_TRUE(settled->holds);
  EXPECT_EQ(settle(picked, "A(Q.x < 2 W P.x = 5)", Reach::chained)->holds, false);
}

TEST(EarlyAnswers, MayBeAskedAgainAfterExhausted) {
  Built built(from_zero, {"EF P.x = 3", "AG P.x < 5"});
  const std::vector<FormulaId> formulas = test::properties(built.model);
  const Reachable all = symbolic::explore(built.system);
  EarlyAnswers early(built.system, formulas);
  built.budget.limit_formula(0);
  EXPECT_THROW(early.look(all), base::Exhausted);
  built.budget.limit_formula(std::nullopt);
  early.look(all);
  EXPECT_TRUE(early.complete());
  EXPECT_EQ(early.take_answers().size(), 2U);
}

}  // namespace
}  // namespace ken::check
