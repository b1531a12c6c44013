#include "evidence/answer.hpp"

#include <gtest/gtest.h>

#include "evidence/totals.hpp"

namespace ken::evidence {
namespace {

FormulaAnswer formula(Truth truth, std::optional<bool> expected = {}) {
  FormulaAnswer answer;
  answer.verdict.truth = truth;
  answer.expected = expected;
  return answer;
}

int status(const std::vector<FormulaAnswer>& formulae) {
  Answer answer;
  answer.good_model = true;
  answer.formulae = formulae;
  return exit_status(answer);
}

TEST(Outcome, WithoutExpectationTruthPasses) {
  EXPECT_EQ(outcome(formula(Truth::holds)), Outcome::passes);
  EXPECT_EQ(outcome(formula(Truth::fails)), Outcome::fails);
  EXPECT_EQ(outcome(formula(Truth::unknown)), Outcome::unknown);
}

TEST(Outcome, WithOneTheExpectedVerdictPasses) {
  EXPECT_EQ(outcome(formula(Truth::fails, false)), Outcome::passes);
  EXPECT_EQ(outcome(formula(Truth::holds, false)), Outcome::fails);
  EXPECT_EQ(outcome(formula(Truth::holds, true)), Outcome::passes);
  EXPECT_EQ(outcome(formula(Truth::unknown, false)), Outcome::unknown);
}

TEST(ExitStatus, IsTwoForABadModel) {
  Answer answer;
  answer.formulae = {formula(Truth::fails)};
  EXPECT_EQ(exit_status(answer), 2);
}

TEST(ExitStatus, IsOneIfAKnownVerdictDoesNotPass) {
  EXPECT_EQ(status({formula(Truth::unknown), formula(Truth::fails), formula(Truth::holds)}), 1);
  EXPECT_EQ(status({formula(Truth::holds, false)}), 1);
}

TEST(ExitStatus, IsThreeIfAVerdictIsUnknown) {
  EXPECT_EQ(status({formula(Truth::unknown), formula(Truth::holds)}), 3);
}

TEST(ExitStatus, IsZeroIfEverythingPasses) {
  EXPECT_EQ(status({formula(Truth::holds), formula(Truth::fails, false)}), 0);
  EXPECT_EQ(status({}), 0) << "nothing to check";
}

Answer vacuous_answer() {
  Answer answer;
  answer.good_model = true;
  answer.formulae = {formula(Truth::holds, true)};
  answer.formulae[0].verdict.vacuous = true;
  return answer;
}

TEST(ExitStatus, StrictlyIsOneForAVacuousVerdict) {
  EXPECT_EQ(exit_status(vacuous_answer()), 0);
  EXPECT_EQ(exit_status(vacuous_answer(), Strictness::strict), 1);
}

TEST(ExitStatus, StrictlyIsOneForAWarningAndNotForANote) {
  Answer answer;
  answer.good_model = true;
  const auto source = base::make_source("m", "abc");
  answer.diagnostics.add(source, {0, 1}, base::Code::leaves_fair_paths);
  EXPECT_EQ(exit_status(answer, Strictness::strict), 0);
  answer.diagnostics.add(source, {0, 1}, base::Code::deadlock);
  EXPECT_EQ(exit_status(answer, Strictness::strict), 1);
  EXPECT_EQ(exit_status(answer), 0);
}

TEST(ExitStatus, OfWhatIsExcludedIsZero) {
  Answer answer;
  answer.excluded = true;
  EXPECT_EQ(exit_status(answer, Strictness::strict), 0);
}

TEST(Totals, CountVacuousVerdictsApart) {
  Answer other;
  other.good_model = true;
  other.formulae = {formula(Truth::holds), formula(Truth::fails, true),
                    formula(Truth::unknown, true)};
  const Totals totals = count_totals(vacuous_answer()) + count_totals(other);
  EXPECT_EQ(totals.models, 2U);
  EXPECT_EQ(totals.formulas, 4U);
  EXPECT_EQ(totals.holds, 1U);
  EXPECT_EQ(totals.vacuous, 1U);
  EXPECT_EQ(totals.fails, 1U);
  EXPECT_EQ(totals.unknown, 1U);
  EXPECT_EQ(totals.expected, 3U);
  EXPECT_EQ(totals.unexpected, 1U);
  EXPECT_EQ(totals.pending, 1U);
  EXPECT_EQ(totals.failing, 1U);
}

}  // namespace
}  // namespace ken::evidence
