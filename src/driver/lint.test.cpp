#include "driver/lint.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "driver/limited.test.hpp"

namespace ken::driver {
namespace {

using base::Diagnostic;

std::vector<Diagnostic> lint_of(const std::string& text, const Settings& settings = {}) {
  return test::run_limited(lint, base::make_source("m", text), settings).diagnostics.all();
}

std::string codes(const std::vector<Diagnostic>& found) {
  std::string result;
  for (const Diagnostic& d : found)
    result += (result.empty() ? "" : " ") + std::string(row(d.code).name);
  return result;
}

// x runs up to 'top', and further if it could.
std::string counter(const std::string& condition, const std::string& top = "3") {
  return "Agent P Vars: x : 0.." + top + "; end Vars Evolution: x = x + 1 if " + condition +
         (condition.find(';') == std::string::npos ? ";" : "") +
         " end Evolution end Agent InitStates P.x = 0; end InitStates Formulae AG P.x < 3; "
         "end Formulae";
}

TEST(Lint, ShowsACaseThatIsReached) {
  const auto found = lint_of(counter("x <> 1 or true"));
  ASSERT_EQ(codes(found), "W008");
  EXPECT_EQ(found[0].hint, "for instance where P.x=3");
}

TEST(Lint, ANoteIsEnoughForWhatIsNeverReached) {
  EXPECT_EQ(codes(lint_of(counter("x <> 2"))), "N006");
  EXPECT_EQ(codes(lint_of(counter("x <> 2; -- lint: allow W008\n"))), "");
  EXPECT_EQ(codes(lint_of(counter("x <> 2; -- lint: allow N006\n"))), "");
}

TEST(Lint, ReportsLocalCasesOfWhatItCouldNotExplore) {
  Settings settings;
  settings.timeout = 0.5;
  const auto found = lint_of(counter("x < 900000000 or x > 900000001", "1000000000"), settings);
  ASSERT_EQ(codes(found), "W008");
  EXPECT_NE(found[0].hint.find("where P.x=1000000000; perhaps no reachable"), std::string::npos)
      << found[0].hint;
}

TEST(Lint, InstancesOfATemplateAreReportedOnce) {
  EXPECT_EQ(
      codes(lint_of("Agent P[i: 1..3] Vars: x : 0..1; end Vars Actions = {a}; Protocol: x = "
                    "0 : {a}; end Protocol end Agent InitStates true; end InitStates Formulae "
                    "AG and(i: 1..3) P[i].x >= 0 + P[i].x * 0; end Formulae")),
      "W003");
}

TEST(Lint, UnsatisfiableInitStatesAreReported) {
  EXPECT_EQ(codes(lint_of("Agent P Vars: x : 0..1; end Vars end Agent InitStates P.x = 0 and P.x = "
                          "1; end InitStates Formulae AG P.x = 0; end Formulae")),
            "W001");
}

// A product of wide variables is too much for diagrams, but the gap of the other agent is found.
TEST(Lint, AQuestionThatExplodesLeavesTimeForTheOthers) {
  Settings settings;
  settings.timeout = 2;
  settings.symbolic.diagrams.reordering = bdd::Reordering::off;  // which is deaf to the clock
  const auto found = lint_of(
      "Agent P Vars: x : 0..2000000000; y : 0..2000000000; end Vars Evolution: x = 1 if x * y = "
      "400000000; end Evolution end Agent Agent Q Vars: z : 0..2; end Vars Actions = {a}; "
      "Protocol: "
      "z < 2 : {a}; end Protocol end Agent InitStates P.x = 0; end InitStates Formulae AG P.x = "
      "Q.z; end Formulae",
      settings);
  EXPECT_EQ(codes(found), "N005 W003");
}

TEST(Lint, AnAllowanceIsNotIdleWhereSomethingRanOut) {
  Settings settings;
  settings.timeout = 1;
  const auto found = lint_of(
      "Agent P Vars: x : 0..2000000000; y : 0..2000000000; end Vars Evolution: x = 1 if x * y = "
      "400000000; -- lint: allow W006\n end Evolution end Agent InitStates P.x = 0; end InitStates "
      "Formulae AG P.x = 0; end Formulae",
      settings);
  EXPECT_EQ(codes(found), "N005");
}

}  // namespace
}  // namespace ken::driver
