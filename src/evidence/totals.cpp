#include "evidence/totals.hpp"

#include <algorithm>

namespace ken::evidence {
namespace {

void count_verdict(const FormulaAnswer& formula, Strictness strictness, Totals& totals) {
  ++totals.formulas;
  switch (formula.verdict.truth) {
    case Truth::holds:
      ++(formula.verdict.vacuous ? totals.vacuous : totals.holds);
      break;
    case Truth::fails:
      ++totals.fails;
      break;
    case Truth::unknown:
      ++totals.unknown;
      break;
  }
  if (outcome(formula, strictness) == Outcome::fails) ++totals.failing;
  const Outcome result = outcome(formula);
  if (!formula.expected) return;
  ++totals.expected;
  if (result == Outcome::fails) ++totals.unexpected;
  if (result == Outcome::unknown) ++totals.pending;
}

}  // namespace

Totals count_totals(const Answer& answer, Strictness strictness) {
  Totals totals{.models = 1};
  if (answer.excluded) ++totals.excluded;
  if (!answer.unread.empty()) ++totals.unchecked;
  if (!answer.good_model && !answer.excluded && answer.unread.empty()) ++totals.bad_models;
  if (answer.good_model)
    for (const FormulaAnswer& formula : answer.formulae) count_verdict(formula, strictness, totals);
  totals.warnings = static_cast<std::size_t>(std::count_if(
      answer.diagnostics.all().begin(), answer.diagnostics.all().end(),
      [](const base::Diagnostic& d) { return d.severity() == base::Severity::warning; }));
  return totals;
}

Totals operator+(const Totals& a, const Totals& b) {
  return {.models = a.models + b.models,
          .bad_models = a.bad_models + b.bad_models,
          .excluded = a.excluded + b.excluded,
          .unchecked = a.unchecked + b.unchecked,
          .formulas = a.formulas + b.formulas,
          .holds = a.holds + b.holds,
          .vacuous = a.vacuous + b.vacuous,
          .fails = a.fails + b.fails,
          .unknown = a.unknown + b.unknown,
          .expected = a.expected + b.expected,
          .unexpected = a.unexpected + b.unexpected,
          .pending = a.pending + b.pending,
          .failing = a.failing + b.failing,
          .warnings = a.warnings + b.warnings};
}

}  // namespace ken::evidence
