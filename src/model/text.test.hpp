#pragma once
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "model/elaborate.hpp"
#include "syntax/parser.hpp"

namespace ken::model::test {

struct Outcome {
  std::optional<Model> model;
  base::Diagnostics diagnostics;  // of parsing and elaboration
  Index index;
};

inline Outcome elaborated(const std::string& text, const ElaborationSettings& settings = {}) {
  base::Diagnostics diagnostics;
  const auto system = syntax::parse(base::make_source("m", text), diagnostics);
  Elaboration result = elaborate(system, settings);
  diagnostics.append(result.diagnostics);
  return {std::move(result.model), std::move(diagnostics), std::move(result.index)};
}

// A model that must be sound.
inline Model model_of(const std::string& text, const std::vector<std::string>& formulae = {}) {
  Outcome outcome = elaborated(text, {{}, formulae, {}});
  for (const base::Diagnostic& d : outcome.diagnostics.all())
    EXPECT_NE(d.severity(), base::Severity::error) << to_text(d);
  return std::move(outcome.model).value();
}

// The codes of the errors of a text, in the order found: "E101 E104".
inline std::string errors(const std::string& text, const ElaborationSettings& settings = {}) {
  const Outcome outcome = elaborated(text, settings);
  std::string result;
  for (const base::Diagnostic& d : outcome.diagnostics.all())
    if (d.severity() == base::Severity::error)
      result += (result.empty() ? "" : " ") + std::string(base::row(d.code).name);
  return result;
}

}  // namespace ken::model::test
