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

// The number of a formula that is false against expectation, or without one.
std::optional<std::size_t> find_failure(const evidence::Answer& answer) {
  for (const evidence::FormulaAnswer& formula : answer.formulae)
    if (formula.verdict.truth == evidence::Truth::fails && formula.expected.value_or(true))
      return formula.index;
  return {};
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
        "this happens, and formula {} is false, perhaps because of it: assign both in one line, "
        "or write 'Semantics = SingleAssignment;', where the variables of an agent change by "
        "themselves, or '-- lint: allow W006' behind this line if the choice is meant",
        formula);
  return found;
}

}  // namespace

void report_overlaps(const model::Model& model, const syntax::System& text, Engine& engine,
                     base::Budget& budget, Journal& journal) {
  if (model.assignment != syntax::AssignmentSemantics::multi) return;
  const std::optional<std::size_t> formula = find_failure(journal.answer());
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
