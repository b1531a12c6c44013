#include "driver/overlaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "driver/allowances.hpp"

namespace ken::driver {
namespace {

using base::Code;

// For a remark: a part of what the verdicts took, within bounds, in seconds.
constexpr double part_of_time = 0.2;
constexpr double least_time = 0.2;
constexpr double most_time = 3;
constexpr std::size_t most_reported = 3;

// Not where every part of the formula is about the present state alone.
bool depends_on_steps(const logic::FormulaStore& store, logic::FormulaId formula) {
  return std::ranges::any_of(logic::closure(store, formula), [&](logic::FormulaId part) {
    const logic::Formula& f = store[part];
    const bool local =
        std::holds_alternative<logic::Constant>(f) || std::holds_alternative<logic::Atom>(f) ||
        std::holds_alternative<logic::Not>(f) || std::holds_alternative<logic::Binary>(f) ||
        std::holds_alternative<logic::Many>(f) || std::holds_alternative<logic::Count>(f);
    return !local;
  });
}

// The number of a formula that is false against expectation, or without one, and may be because of
// a step.
std::optional<std::size_t> find_failure(const model::Model& model, const evidence::Answer& answer) {
  for (const evidence::FormulaAnswer& formula : answer.formulae)
    if (formula.verdict.truth == evidence::Truth::fails && formula.expected.value_or(true) &&
        depends_on_steps(model.formulas, model.properties[formula.index - 1].formula))
      return formula.index;
  return {};
}

bool assign_the_same(const model::EvolutionRule& a, const model::EvolutionRule& b) {
  return std::ranges::any_of(a.assignments, [&](const model::Assignment& one) {
    return std::ranges::any_of(
        b.assignments, [&](const model::Assignment& other) { return one.target == other.target; });
  });
}

base::Diagnostics describe_overlaps(const model::Model& model,
                                    const std::vector<evidence::Overlap>& overlaps,
                                    std::size_t formula) {
  base::Diagnostics found;
  for (const evidence::Overlap& overlap : overlaps)
    found
        .add(model.source, overlap.line->place, Code::overlapping_lines,
             model.source->line_number(overlap.earlier->place.begin), overlap.where)
        .hint = fmt::format(
        "this happens, and formula {} is false, perhaps because of it: {}, or write '-- lint: "
        "allow W006' behind this line if the choice is meant",
        formula,
        assign_the_same(*overlap.earlier, *overlap.line)
            ? "let one condition exclude the other"
            : "assign both in one line, or write 'Semantics = SingleAssignment;', where the "
              "variables of an agent change by themselves");
  return found;
}

}  // namespace

void report_overlaps(const model::Model& model, const syntax::System& text, Engine& engine,
                     base::Budget& budget, Journal& journal) {
  if (model.assignment != syntax::AssignmentSemantics::multi) return;
  const std::optional<std::size_t> formula = find_failure(model, journal.answer());
  if (!formula) return;
  journal.enter("looking for overlapping lines");
  std::vector<evidence::Overlap> overlaps;
  budget.limit_formula(std::clamp(part_of_time * budget.seconds(), least_time, most_time));
  try {
    overlaps = engine.find_overlaps();
  } catch (const base::Exhausted&) {
    // The verdicts are what was asked for.
  }
  budget.limit_formula(std::nullopt);
  base::Diagnostics found = describe_overlaps(model, overlaps, *formula);
  apply_allowances(text, found);
  // Instances of a template share their lines.
  base::Diagnostics shown;
  std::set<std::uint32_t> places;
  for (const base::Diagnostic& d : found.all())
    if (places.size() < most_reported && places.insert(d.range.begin).second) shown.append(d);
  journal.add_diagnostics(shown);
}

}  // namespace ken::driver
