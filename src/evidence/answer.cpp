#include "evidence/answer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "evidence/totals.hpp"

namespace ken::evidence {

std::string to_text(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const Parameter& parameter : parameters)
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", parameter.name, parameter.value);
  return text;
}

Outcome outcome(const FormulaAnswer& answer, Strictness strictness) {
  if (answer.verdict.truth == Truth::unknown) return Outcome::unknown;
  if (answer.verdict.vacuous && strictness == Strictness::strict) return Outcome::fails;
  const bool holds = answer.verdict.truth == Truth::holds;
  return holds == answer.expected.value_or(true) ? Outcome::passes : Outcome::fails;
}

int exit_status(const Answer& answer, Strictness strictness) {
  if (answer.excluded) return 0;
  if (!answer.unread.empty()) return 3;
  if (!answer.good_model) return 2;
  const auto any = [&](Outcome wanted) {
    return std::any_of(answer.formulae.begin(), answer.formulae.end(),
                       [&](const FormulaAnswer& f) { return outcome(f) == wanted; });
  };
  if (any(Outcome::fails)) return 1;
  if (strictness == Strictness::strict) {
    const Totals totals = count_totals(answer);
    if (totals.warnings + totals.vacuous > 0) return 1;
  }
  return any(Outcome::unknown) ? 3 : 0;
}

void give_up(Answer& answer, const std::string& reason) {
  for (FormulaAnswer& f : answer.formulae)
    if (f.verdict.truth == Truth::unknown && f.verdict.reason.empty()) f.verdict.reason = reason;
}

std::string_view name(Truth truth) {
  switch (truth) {
    case Truth::holds:
      return "true";
    case Truth::fails:
      return "false";
    case Truth::unknown:
      return "unknown";
  }
  return "";
}

}  // namespace ken::evidence
