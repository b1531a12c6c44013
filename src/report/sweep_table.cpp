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
constexpr std::size_t verdict_width = 9;  // "2/3 true!"
constexpr std::size_t widest_text = 90;
constexpr std::size_t most_hidden = 12;  // formulas named below the table
constexpr std::size_t most_places = 6;   // instances of each

// Exact if it fits the column.
std::string show_states(const Answer& answer) {
  if (!answer.model.reachable_states) return "?";
  const std::string& digits = *answer.model.reachable_states;
  if (digits.size() <= states_width) return digits;
  return fmt::format("{}.{}e+{}", digits.substr(0, 1), digits.substr(1, 2), digits.size() - 1);
}

// The formulas of one line, side by side in the answer.
using Line = std::span<const FormulaAnswer>;

// The text without the instance of a repeated line: "AG p[i]" for "AG p[i] [i=1, j=2]".
std::string_view without_instance(std::string_view text) {
  const std::size_t bracket = text.rfind(" [");
  if (!text.ends_with("]") || bracket == std::string_view::npos) return text;
  const std::string_view inside = text.substr(bracket + 2);
  const std::size_t equals = inside.find('=');
  return equals != std::string_view::npos && equals > 0 ? text.substr(0, bracket) : text;
}

std::vector<Line> list_lines(std::span<const FormulaAnswer> formulas) {
  std::vector<Line> lines;
  for (std::size_t from = 0; from < formulas.size();) {
    const auto same = [&](const FormulaAnswer& f) {
      return f.line == formulas[from].line && f.text != without_instance(f.text) &&
             without_instance(f.text) == without_instance(formulas[from].text);
    };
    std::size_t to = from + 1;
    while (to < formulas.size() && same(formulas[to])) ++to;
    lines.push_back(formulas.subspan(from, to - from));
    from = to;
  }
  return lines;
}

// The same in all instances of a sweep.
std::pair<std::uint32_t, std::string> identify(const Line& line) {
  return {line.front().line, std::string(without_instance(line.front().text))};
}

std::string number_of(const Line& line) {
  if (line.size() == 1) return std::to_string(line.front().index);
  return fmt::format("{}-{}", line.front().index, line.back().index);
}

std::string_view word_for(const FormulaAnswer& formula) {
  return formula.verdict.vacuous ? "vacuous" : evidence::name(formula.verdict.truth);
}

bool any_has(const Line& line, Outcome wanted) {
  return std::any_of(line.begin(), line.end(),
                     [&](const FormulaAnswer& f) { return evidence::outcome(f) == wanted; });
}

std::string describe_line(const Line& line) {
  const std::string_view word = word_for(line.front());
  const auto same = std::count_if(line.begin(), line.end(),
                                  [&](const FormulaAnswer& f) { return word_for(f) == word; });
  if (static_cast<std::size_t>(same) == line.size()) return std::string(word);
  const auto holding = std::count_if(line.begin(), line.end(), [](const FormulaAnswer& f) {
    return f.verdict.truth == Truth::holds;
  });
  return fmt::format("{}/{} true", holding, line.size());
}

base::Colour choose_colour(const Line& line) {
  if (any_has(line, Outcome::fails)) return base::Colour::red;
  const bool vacuous = std::any_of(line.begin(), line.end(),
                                   [](const FormulaAnswer& f) { return f.verdict.vacuous; });
  return vacuous || any_has(line, Outcome::unknown) ? base::Colour::yellow : base::Colour::green;
}

// With a mark if it does not pass.
std::string show_verdicts(const Line& line, base::Style style) {
  const std::string word = describe_line(line) + (any_has(line, Outcome::fails) ? "!" : "");
  return paint(style, choose_colour(line), word) +
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

SweepTable::SweepTable(std::string file, std::span<const Instance> instances, const TextForm& form,
                       bool chosen)
    : file_(std::move(file)), form_(form), chosen_(chosen), instances_(instances.size()) {
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

void SweepTable::skip(const Answer& answer) { totals_ = totals_ + evidence::count_totals(answer); }

std::string SweepTable::finish() {
  const std::string rest = begun_ ? "" : make_title() + held_back_;
  const std::string legend = marked_ ? "  ! does not pass\n" : "";
  return rest + legend + list_hidden() + totals_text(totals_, "instance", form_);
}

std::string SweepTable::make_title() const {
  return fmt::format("{}: {}\n", file_, base::count_in_words(instances_, "instance"));
}

std::string SweepTable::make_head(const Answer& answer) {
  const std::vector<Line> lines = list_lines(answer.formulae);
  counted_ = lines.size() > most_columns;
  std::size_t width = 0;
  for (const Line& line : lines) width = std::max(width, number_of(line).size());
  for (const Line& line : lines) columns_.push_back(identify(line));
  std::string text;
  std::string head = " ";
  for (const Column& column : parameters_)
    head += fmt::format(" {:>{}}", column.name, column.width);
  head += fmt::format("  {:>{}}  seconds{}", "states", states_width, counted_ ? "  verdicts" : "");
  for (const Line& line : lines) {
    if (counted_) break;
    const std::string_view whole = line.front().text;
    const bool one_of_several = chosen_ && line.size() == 1;
    text +=
        fmt::format("  {:>{}}  {}\n", number_of(line), width,
                    base::shorten(one_of_several ? whole : without_instance(whole), widest_text));
    head += fmt::format("  {:<{}}", number_of(line), verdict_width);
  }
  head = trim_end(head);
  return text + paint(form_.style, base::Colour::bold, head.substr(0, head.size() - 1)) + "\n";
}

std::string SweepTable::make_row(const Instance& instance, const Answer& answer) {
  std::string row = " ";
  for (std::size_t i = 0; i < instance.size(); ++i)
    row += fmt::format(" {:>{}}", instance[i].value, parameters_[i].width);
  if (!answer.unread.empty()) return row + fmt::format("  not checked: {}\n", answer.unread);
  if (!answer.good_model)
    return row + fmt::format("  {}: {}\n", answer.excluded ? "excluded" : "bad model",
                             find_first_error(answer));
  row += fmt::format("  {:>{}}  {:>7.2f}", show_states(answer), states_width,
                     answer.statistics.seconds);
  row += list_verdicts(answer) + find_reason(answer);
  note_hidden(instance, answer);
  return trim_end(row);
}

void SweepTable::note_hidden(const Instance& instance, const Answer& answer) {
  for (const Line& line : list_lines(answer.formulae)) {
    if (!counted_ && line.size() == 1) continue;
    for (const FormulaAnswer& f : line) {
      if (evidence::outcome(f) == Outcome::passes) continue;
      const Formula formula{f.line, f.text};
      const std::string_view verdict = evidence::name(f.verdict.truth);
      auto at = std::find_if(hidden_.begin(), hidden_.end(), [&](const Hidden& h) {
        return h.formula == formula && h.verdict == verdict;
      });
      if (at == hidden_.end()) at = hidden_.insert(at, {formula, verdict, {}});
      at->places.push_back(fmt::format("{} with {}", f.index, evidence::to_text(instance)));
    }
  }
}

std::string SweepTable::list_hidden() const {
  std::string text;
  for (std::size_t i = 0; i < hidden_.size() && i < most_hidden; ++i) {
    const Hidden& hidden = hidden_[i];
    const std::size_t shown = std::min(hidden.places.size(), most_places);
    text += fmt::format(
        "  {} is {}: {}", base::shorten(hidden.formula.second, widest_text), hidden.verdict,
        fmt::join(hidden.places.begin(), hidden.places.begin() + static_cast<std::ptrdiff_t>(shown),
                  "; "));
    if (shown < hidden.places.size())
      text += fmt::format("; and in {} more", hidden.places.size() - shown);
    text += "\n";
  }
  if (hidden_.size() > most_hidden)
    text += fmt::format("  ... and {} more; --json has them all\n", hidden_.size() - most_hidden);
  return text;
}

std::string SweepTable::list_verdicts(const Answer& answer) {
  marked_ = marked_ || any_has(answer.formulae, Outcome::fails);
  if (counted_) {
    const evidence::Totals t = evidence::count_totals(answer);
    return fmt::format("  {} true, {} false, {} vacuous, {} unknown{}", t.holds, t.fails, t.vacuous,
                       t.unknown, t.failing > 0 ? fmt::format(", {} failing!", t.failing) : "");
  }
  std::vector<Line> lines = list_lines(answer.formulae);
  std::string text;
  for (const Formula& column : columns_) {
    const auto at = std::find_if(lines.begin(), lines.end(),
                                 [&](const Line& line) { return identify(line) == column; });
    text += at != lines.end() ? "  " + show_verdicts(*at, form_.style)
                              : fmt::format("  {:<{}}", "-", verdict_width);
    if (at != lines.end()) lines.erase(at);
  }
  for (const Line& line : lines)
    text += fmt::format("  {}: {} {}", number_of(line), show_verdicts(line, form_.style),
                        base::shorten(line.front().text, widest_text));
  return text;
}

}  // namespace ken::report
