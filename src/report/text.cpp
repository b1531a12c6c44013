#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/report.hpp"

namespace ken::report {
namespace {

using evidence::Answer;
using evidence::FormulaAnswer;
using evidence::Outcome;
using evidence::Truth;

constexpr std::size_t widest_formula = 160;

std::string heading(const Answer& answer) {
  std::string text =
      fmt::format("{}: {}, {}", answer.file, base::count_in_words(answer.model.agents, "agent"),
                  base::count_in_words(answer.model.state_bits, "state bit"));
  if (answer.model.reachable_states)
    text += fmt::format(", {} reachable state{}", *answer.model.reachable_states,
                        *answer.model.reachable_states == "1" ? "" : "s");
  return text + fmt::format(" ({} engine, {:.2f} s)\n", answer.engine, answer.statistics.seconds);
}

std::string reading(const FormulaAnswer& f) {
  if (f.reading.empty()) return {};
  return fmt::format("  -- read as {}", base::shorten(f.reading, widest_formula));
}

std::string remark(const FormulaAnswer& f) {
  if (f.verdict.truth == Truth::unknown)
    return fmt::format("  -- {}{}", f.verdict.reason, f.expected ? "; expectation pending" : "");
  std::string text;
  if (!f.verdict.reason.empty()) text += fmt::format("  -- {}", f.verdict.reason);
  if (f.expected && evidence::outcome(f) == Outcome::fails)
    text += fmt::format("  -- EXPECTED {}", *f.expected ? "true" : "false");
  return text;
}

std::string line(const FormulaAnswer& f, std::size_t width) {
  return fmt::format("  {:>{}}  {:<7}  {}{}{}\n", f.index, width, evidence::name(f.verdict.truth),
                     base::shorten(f.text, widest_formula),
                     !f.strategic ? "" : fmt::format("  [{}]", f.semantics),
                     reading(f) + remark(f));
}

std::string summary(const Answer& answer) {
  const auto count = [&](auto&& wanted) {
    return std::count_if(answer.formulae.begin(), answer.formulae.end(), wanted);
  };
  const auto with = [&](Truth truth) {
    return count([&](const FormulaAnswer& f) { return f.verdict.truth == truth; });
  };
  const auto total = answer.formulae.size();
  std::string text = fmt::format("{} formula{}: {} true, {} false", total, total == 1 ? "" : "e",
                                 with(Truth::holds), with(Truth::fails));
  if (with(Truth::unknown) > 0) text += fmt::format(", {} unknown", with(Truth::unknown));
  const auto expected = count([](const FormulaAnswer& f) { return f.expected.has_value(); });
  if (expected > 0) {
    const auto wrong = count([](const FormulaAnswer& f) {
      return f.expected && evidence::outcome(f) == Outcome::fails;
    });
    const auto pending = count([](const FormulaAnswer& f) {
      return f.expected && evidence::outcome(f) == Outcome::unknown;
    });
    text += fmt::format("; {} of {} as expected", expected - wrong - pending, expected);
    if (pending > 0) text += fmt::format(", {} pending", pending);
  }
  return text + "\n";
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
        "  transition relation: {} with {} in all\n"
        "  tables: {} for nodes, {} for the operation cache; {}, {}\n",
        say_count(s.bits, "variable"), say_count(s.reachable_nodes, "node"), *s.peak_nodes,
        say_count(s.clusters, "cluster"), say_count(s.cluster_nodes, "node"),
        megabytes(s.node_bytes), megabytes(s.cache_bytes),
        say_count(s.collections, "garbage collection"), say_count(s.reorderings, "reordering"));
  return text;
}

std::string to_text(const Answer& answer) {
  if (!answer.unread.empty())
    return fmt::format("{}: unknown, while the model was read: {}\n", answer.file, answer.unread);
  if (!answer.good_model) return {};
  std::string text = heading(answer);
  if (answer.formulae.empty()) return text + "  nothing to check: no formulae\n";
  const std::size_t width = std::to_string(answer.formulae.back().index).size();
  for (const FormulaAnswer& f : answer.formulae) text += line(f, width);
  return text + summary(answer);
}

}  // namespace ken::report
