#include "evidence/answer.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ken::evidence
