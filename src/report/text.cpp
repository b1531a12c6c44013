#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/report.hpp"
#include "report/strategies.hpp"

namespace ken::report {
namespace {

using evidence::Answer;
using evidence::FormulaAnswer;
using evidence::Outcome;
using evidence::Totals;
using evidence::Truth;

constexpr std::size_t widest_formula = 160;
constexpr std::size_t widest_ending = 40;

// The beginning and the end of a formula that is wider than a few lines.
std::string cut_middle(const std::string& text) {
  if (base::count_characters(text) <= widest_formula) return text;
  std::size_t ending = text.size() - widest_ending;
  const auto continues = [&] {
    return (static_cast<unsigned char>(text[ending]) & 0xC0U) == 0x80U;
  };
  while (ending < text.size() && continues()) ++ending;
  return base::shorten(text, widest_formula - widest_ending) + text.substr(ending);
}

std::string remark(const FormulaAnswer& f, base::Style style) {
  if (f.verdict.truth == Truth::unknown)
    return fmt::format("  -- {}{}", f.verdict.reason, f.expected ? "; expectation pending" : "");
  std::string text;
  if (!f.verdict.reason.empty()) text += fmt::format("  -- {}", f.verdict.reason);
  if (evidence::outcome(f) == Outcome::fails && (f.expected || f.amid_expectations))
    text +=
        "  -- " + paint(style, base::Colour::red,
                        fmt::format("EXPECTED {}{}", f.expected.value_or(true) ? "true" : "false",
                                    f.expected ? "" : " (none is written)"));
  return text;
}

base::Colour colour_of(const FormulaAnswer& f) {
  if (f.verdict.vacuous) return base::Colour::yellow;
  switch (evidence::outcome(f)) {
    case Outcome::passes:
      return base::Colour::green;
    case Outcome::fails:
      return base::Colour::red;
    case Outcome::unknown:
      break;
  }
  return base::Colour::yellow;
}

std::string reading(const FormulaAnswer& f) {
  if (f.reading.empty()) return {};
  return fmt::format("  -- read as {}", cut_middle(f.reading));
}

std::string describe_formula(const FormulaAnswer& f, base::Style style) {
  return fmt::format("{}{}{}{}", cut_middle(f.text),
                     !f.strategic ? "" : fmt::format("  [{}]", f.semantics), reading(f),
                     remark(f, style));
}

std::string count_verdicts(const Totals& totals) {
  std::string text = fmt::format("{} formula{}: {} true, {} false", totals.formulas,
                                 totals.formulas == 1 ? "" : "e", totals.holds, totals.fails);
  if (totals.vacuous > 0) text += fmt::format(", {} vacuously true", totals.vacuous);
  if (totals.unknown > 0) text += fmt::format(", {} unknown", totals.unknown);
  if (totals.expected > 0)
    text += fmt::format("; {} of {} as expected",
                        totals.expected - totals.unexpected - totals.pending, totals.expected);
  if (totals.pending > 0) text += fmt::format(", {} pending", totals.pending);
  if (totals.failing > 0)
    text += fmt::format("{} {} failing", totals.expected > 0 ? "," : ";", totals.failing);
  return text;
}

// What --strict finds fault with.
std::string strict_remark(const Totals& totals, const TextForm& form) {
  if (form.strictness == evidence::Strictness::lenient) return {};
  if (totals.warnings + totals.vacuous == 0) return {};
  std::string faults;
  if (totals.vacuous > 0) faults = base::count_in_words(totals.vacuous, "vacuous verdict");
  if (totals.warnings > 0)
    faults += (faults.empty() ? "" : " and ") + base::count_in_words(totals.warnings, "warning");
  return "; " + paint(form.style, base::Colour::red, "strict: " + faults);
}

}  // namespace

std::string heading(const Answer& answer) {
  std::string text =
      fmt::format("{}: {}, {}", answer.file, base::count_in_words(answer.model.agents, "agent"),
                  base::count_in_words(answer.model.state_bits, "state bit"));
  if (answer.model.reachable_states)
    text += fmt::format(", {} reachable state{}", *answer.model.reachable_states,
                        *answer.model.reachable_states == "1" ? "" : "s");
  if (answer.model.left_off) text += ", not explored to the end";
  return text + fmt::format(" ({} engine, {:.2f} s)\n", answer.engine, answer.statistics.seconds);
}

namespace {

std::string phases_text(const std::vector<evidence::Phase>& phases) {
  if (phases.empty()) return {};
  std::size_t width = 0;
  for (const evidence::Phase& phase : phases) width = std::max(width, phase.name.size());
  std::string text = "  CPU time by phase:\n";
  for (const evidence::Phase& phase : phases)
    text += fmt::format(
        "    {:<{}}  {:.2f} s{}\n", phase.name, width, phase.seconds,
        phase.nodes ? ", up to " + base::count_in_words(*phase.nodes, "node") + " in use" : "");
  return text;
}

// Beside clusters.
std::string partition_text(const evidence::Statistics& s) {
  const auto by_actions = [](const char* what, const std::optional<std::uint64_t>& disjuncts) {
    return disjuncts.value_or(0) == 0 ? std::string()
                                      : fmt::format("; {} by {} joint actions", what, *disjuncts);
  };
  return by_actions("images", s.image_disjuncts) + by_actions("pre-images", s.preimage_disjuncts);
}

}  // namespace

std::string statistics_text(const Answer& answer) {
  const evidence::Statistics& s = answer.statistics;
  std::string text =
      fmt::format("  {:.2f} s, CPU time {:.2f} s, peak memory {:.1f} MB\n", s.seconds,
                  s.cpu_seconds, static_cast<double>(s.peak_bytes) / (1 << 20));
  if (s.depth) text += fmt::format("  depth {}\n", *s.depth);
  const auto say_count = [](const std::optional<std::uint64_t>& n, std::string_view noun) {
    return n ? base::count_in_words(*n, noun) : fmt::format("? {}s", noun);
  };
  const auto megabytes = [](const std::optional<std::uint64_t>& bytes) {
    return bytes ? fmt::format("{:.1f} MB", static_cast<double>(*bytes) / (1 << 20))
                 : std::string("?");
  };
  if (s.peak_nodes)
    text += fmt::format(
        "  BDDs: {}, {} for the reachable states, {} live at the peak\n"
        "  transition relation: {} with {} in all{}\n"
        "  tables: {} for nodes, {} for the operation cache; {}, {}\n",
        say_count(s.bits, "variable"), say_count(s.reachable_nodes, "node"), *s.peak_nodes,
        say_count(s.clusters, "cluster"), say_count(s.cluster_nodes, "node"), partition_text(s),
        megabytes(s.node_bytes), megabytes(s.cache_bytes),
        say_count(s.collections, "garbage collection"), say_count(s.reorderings, "reordering"));
  if (s.candidates)
    text += fmt::format(
        "  strategies: {} and {} tried, {} learnt\n", say_count(s.candidates, "candidate"),
        say_count(s.partial_strategies, "partial one"), say_count(s.clauses, "clause"));
  return text + phases_text(s.phases);
}

namespace {

std::string unread_text(const Answer& answer) {
  return fmt::format("{}: unknown, while the model was read: {}\n", answer.file, answer.unread);
}

}  // namespace

std::size_t number_width(std::span<const FormulaAnswer> formulas) {
  return formulas.empty() ? 1 : std::to_string(formulas.back().index).size();
}

std::string verdict_line(const FormulaAnswer& f, std::size_t width, base::Style style) {
  constexpr std::size_t longest = 7;  // "unknown"
  const std::string_view word = evidence::name(f.verdict.truth);
  return fmt::format("  {:>{}}  {}{}  {}\n", f.index, width, paint(style, colour_of(f), word),
                     std::string(longest - word.size(), ' '), describe_formula(f, style)) +
         evidence_text(f) + strategies_text(f) + impossibilities_text(f);
}

std::string summary(const Answer& answer, const TextForm& form) {
  const Totals totals = evidence::count_totals(answer);
  return (answer.formulae.empty() ? "  nothing to check: no formulae" : count_verdicts(totals)) +
         strict_remark(totals, form) + "\n";
}

std::string to_text(const Answer& answer, const TextForm& form) {
  if (!answer.unread.empty()) return unread_text(answer);
  if (!answer.good_model) return {};
  std::string text = heading(answer);
  const std::size_t width = number_width(answer.formulae);
  for (const FormulaAnswer& f : answer.formulae) text += verdict_line(f, width, form.style);
  return text + summary(answer, form);
}

// As editors read it; what stands on the command line has no line in the file.
std::string describe_place(const Answer& answer, const FormulaAnswer& f) {
  if (f.file != answer.file) return fmt::format("{}: {}", answer.file, f.file);
  return fmt::format("{}:{}", answer.file, f.line);
}

std::string failures_text(const Answer& answer, const TextForm& form) {
  if (!answer.unread.empty()) return unread_text(answer);
  std::string text;
  if (!answer.good_model) return text;
  for (const FormulaAnswer& f : answer.formulae) {
    if (evidence::outcome(f) == Outcome::passes && !f.verdict.vacuous) continue;
    text += fmt::format("{}: {}{}formula {} is {}: {}\n", describe_place(answer, f), form.instance,
                        form.instance.empty() ? "" : ": ", f.index,
                        paint(form.style, colour_of(f), evidence::name(f.verdict.truth)),
                        describe_formula(f, form.style));
  }
  return text;
}

std::string totals_text(const Totals& totals, std::string_view noun, const TextForm& form) {
  std::string text =
      fmt::format("{}, {}", base::count_in_words(totals.models, noun), count_verdicts(totals));
  if (totals.excluded > 0) text += fmt::format("; {} excluded", totals.excluded);
  if (totals.unchecked > 0)
    text += "; " + paint(form.style, base::Colour::yellow,
                         base::count_in_words(totals.unchecked, noun) + " not checked");
  if (totals.bad_models > 0)
    text += "; " + paint(form.style, base::Colour::red,
                         base::count_in_words(totals.bad_models, "bad model"));
  return text + strict_remark(totals, form) + "\n";
}

}  // namespace ken::report
