#include "model/lint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/text.test.hpp"

namespace ken::model {
namespace {

using base::Code;

base::Diagnostics lint_of(const std::string& text) {
  const Model model = test::model_of(text);
  base::Diagnostics diagnostics;
  lint(model, diagnostics);
  return diagnostics;
}

bool finds(const std::string& text, Code code) {
  const auto found = lint_of(text);
  return std::any_of(found.all().begin(), found.all().end(),
                     [&](const base::Diagnostic& d) { return d.code == code; });
}

// An agent that uses what it has; parts can be replaced.
struct Parts {
  std::string actions = "a, b";
  std::string protocol = "x = 0 : {a}; Other : {b};";
  std::string evolution = "x = 1 if Action = a;";
  std::string rest =
      "Evaluation p if P.x = 0; end Evaluation InitStates P.x = 0; end InitStates "
      "Formulae AG p; end Formulae";
};

std::string text(const Parts& parts) {
  return fmt::format(
      "Agent P Vars: x : 0..2; end Vars Actions = {{{}}}; Protocol: {} end Protocol Evolution: {} "
      "end Evolution end Agent {}",
      parts.actions, parts.protocol, parts.evolution, parts.rest);
}

TEST(Lint, FindsNothingInASoundModel) {
  const auto found = lint_of(text({}));
  for (const auto& d : found.all()) ADD_FAILURE() << to_text(d);
}

TEST(Lint, AnActionNoLineAllowsIsUnused) {
  EXPECT_TRUE(finds(text({.actions = "a, b, c"}), Code::unused_action));
}

TEST(Lint, UnusedNamesAreReported) {
  const std::string rest =
      "Evaluation p if P.x = 0; q if P.x = 1; end Evaluation InitStates P.x = 0; end InitStates "
      "Groups g = {P}; end Groups Formulae AG p; end Formulae";
  EXPECT_TRUE(finds(text({.rest = rest}), Code::unused_proposition));
  EXPECT_TRUE(finds(text({.rest = rest}), Code::unused_group));
  EXPECT_TRUE(finds("Parameter N = 1; " + text({}), Code::unused_parameter));
}

TEST(Lint, AVariableNobodyReadsIsUnused) {
  const std::string agent =
      "Agent P Vars: x : 0..1; end Vars Evolution: x = 1 if true; end "
      "Evolution end Agent InitStates true; end InitStates ";
  EXPECT_TRUE(finds(agent, Code::unused_variable));
  EXPECT_FALSE(finds(agent + "Formulae K(P, true); end Formulae", Code::unused_variable));
}

TEST(Lint, InstancesOfATemplateAreReportedOnce) {
  const auto found = lint_of(
      "Agent P[i: 1..3] Vars: x : 0..1; end Vars Actions = {a, b}; Protocol: x = 0 : {a}; end "
      "Protocol end Agent InitStates true; end InitStates");
  EXPECT_EQ(std::count_if(found.all().begin(), found.all().end(),
                          [](const auto& d) { return d.code == Code::unused_action; }),
            1);
}

}  // namespace
}  // namespace ken::model
