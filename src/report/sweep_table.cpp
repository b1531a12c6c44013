#include "report/sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace ken::report {
namespace {

using evidence::Answer;
using evidence::FormulaAnswer;
using evidence::Outcome;
using evidence::Truth;

constexpr std::size_t most_columns = 12;
constexpr std::size_t states_width = 12;
constexpr std::size_t verdict_width = 8;  // "unknown!"
constexpr std::size_t widest_formula = 90;

// Exact if it fits the column.
std::string show_states(const Answer& answer) {
  if (!answer.model.reachable_states) return "?";
  const std::string& digits = *answer.model.reachable_states;
  if (digits.size() <= states_width) return digits;
  return fmt::format("{}.{}e+{}", digits.substr(0, 1), digits.substr(1, 2), digits.size() - 1);
}

std::string_view word_for(const FormulaAnswer& formula) {
  return formula.verdict.vacuous ? "vacuous" : evidence::name(formula.verdict.truth);
}

base::Colour colour_of(const FormulaAnswer& formula) {
  if (formula.verdict.vacuous || formula.verdict.truth == Truth::unknown)
    return base::Colour::yellow;
  return evidence::outcome(formula) == Outcome::passes ? base::Colour::green : base::Colour::red;
}

// A verdict that does not pass has a mark.
std::string show_verdict(const FormulaAnswer& formula, base::Style style) {
  const std::string word = fmt::format("{}{}", word_for(formula),
                                       evidence::outcome(formula) == Outcome::fails ? "!" : "");
  return paint(style, colour_of(formula), word) +
         std::string(verdict_width - std::min(verdict_width, word.size()), ' ');
}

std::string find_first_error(const Answer& answer) {
  for (const base::Diagnostic& d : answer.diagnostics.all())
    if (d.severity() == base::Severity::error)
      return fmt::format("{} {}", row(d.code).name, base::make_printable(d.message));
  return {};
}

// Why the first verdict that is unknown is so.
std::string find_reason(const Answer& answer) {
  for (const FormulaAnswer& f : answer.formulae)
    if (f.verdict.truth == Truth::unknown)
      return fmt::format("  -- {}: {}", f.index, f.verdict.reason);
  return {};
}

std::string trim_end(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

SweepTable::SweepTable(std::string file, std::span<const Instance> instances, const TextForm& form)
    : file_(std::move(file)), form_(form), instances_(instances.size()) {
  for (const Instance& instance : instances)
    for (std::size_t i = 0; i < instance.size(); ++i) {
      if (parameters_.size() <= i)
        parameters_.push_back({instance[i].name, instance[i].name.size()});
      parameters_[i].width =
          std::max(parameters_[i].width, std::to_string(instance[i].value).size());
    }
}

std::string SweepTable::add(const Instance& instance, const Answer& answer) {
  totals_ = totals_ + evidence::count_totals(answer);
  std::string shown;
  if (!begun_ && answer.good_model) {
    shown = make_title() + make_head(answer) + held_back_;
    begun_ = true;
    held_back_.clear();
  }
  shown += make_row(instance, answer);
  if (begun_) return shown;
  held_back_ += shown;
  return {};
}

std::string SweepTable::finish() {
  const std::string rest = begun_ ? "" : make_title() + held_back_;
  const std::string legend = totals_.fails + totals_.unexpected > 0 ? "  ! does not pass\n" : "";
  return rest + legend + totals_text(totals_, "instance", form_);
}

std::string SweepTable::make_title() const {
  return fmt::format("{}: {}\n", file_, base::count_in_words(instances_, "instance"));
}

std::string SweepTable::make_head(const Answer& answer) {
  counted_ = answer.formulae.size() > most_columns;
  const std::size_t numbers = number_width(answer.formulae);
  std::string text;
  if (!counted_)
    for (const FormulaAnswer& f : answer.formulae)
      text +=
          fmt::format("  {:>{}}  {}\n", f.index, numbers, base::shorten(f.text, widest_formula));
  std::string head = " ";
  for (const Column& column : parameters_)
    head += fmt::format(" {:>{}}", column.name, column.width);
  head += fmt::format("  {:>{}}  seconds", "states", states_width);
  if (counted_)
    head += "  verdicts";
  else
    for (const FormulaAnswer& f : answer.formulae)
      head += fmt::format("  {:<{}}", f.index, verdict_width);
  head = trim_end(head);
  return text + paint(form_.style, base::Colour::bold, head.substr(0, head.size() - 1)) + "\n";
}

std::string SweepTable::make_row(const Instance& instance, const Answer& answer) const {
  std::string row = " ";
  for (std::size_t i = 0; i < instance.size(); ++i)
    row += fmt::format(" {:>{}}", instance[i].value, parameters_[i].width);
  if (!answer.good_model)
    return row + fmt::format("  {}: {}\n", answer.excluded ? "excluded" : "bad model",
                             find_first_error(answer));
  row += fmt::format("  {:>{}}  {:>7.2f}", show_states(answer), states_width,
                     answer.statistics.seconds);
  return trim_end(row + list_verdicts(answer) + find_reason(answer));
}

std::string SweepTable::list_verdicts(const Answer& answer) const {
  if (counted_) {
    const evidence::Totals t = evidence::count_totals(answer);
    return fmt::format("  {} true, {} false, {} vacuous, {} unknown", t.holds, t.fails, t.vacuous,
                       t.unknown);
  }
  std::string text;
  for (const FormulaAnswer& f : answer.formulae) text += "  " + show_verdict(f, form_.style);
  return text;
}

}  // namespace ken::report
