#include "apps/cli/transcript.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace ken::apps {

using driver::Instance;
using evidence::Answer;

Transcript::Transcript(const driver::Settings& settings, std::size_t files,
                       const report::JsonFrame& frame, ProgressLine& line)
    : settings_(settings),
      frame_(frame),
      line_(line),
      console_(look_at_console(settings.colours)),
      live_(console_.out_is_terminal && !settings.json && !settings.quiet &&
            settings.sweeps.empty()),
      files_(files),
      swept_(!settings.sweeps.empty()) {}

void Transcript::begin_file(const std::string& file, const std::vector<Instance>& instances) {
  table_.reset();
  if (swept_ && !instances.empty() && !settings_.json && !settings_.quiet)
    table_.emplace(file, instances, text_form(), !settings_.only.empty());
  said_.clear();
}

void Transcript::apply(const driver::Event& event) {
  if (!live_) return;
  line_.step_aside([&] {
    if (const auto* const started = std::get_if<driver::Started>(&event)) {
      draft_ = started->answer;
      printed_ = 0;
      headed_ = false;
      told_ = true;
      start_ = std::chrono::steady_clock::now();
      for (const base::Diagnostic& d : draft_.diagnostics.all()) say_diagnostic(d);
    } else if (const auto* const listed = std::get_if<driver::FormulasListed>(&event)) {
      draft_.formulae = listed->formulas;
      decided_.assign(draft_.formulae.size(), false);
    } else if (const auto* const found = std::get_if<driver::DiagnosticFound>(&event)) {
      const base::Code code = found->diagnostic.code;
      if (code == base::Code::deadlock || code == base::Code::overflow)
        untraced_.push_back(found->diagnostic);
      else
        say_diagnostic(found->diagnostic);
    } else if (const auto* const traced = std::get_if<driver::TraceFound>(&event)) {
      for (base::Diagnostic& d : untraced_)
        if (d.code == traced->code) d.trace = traced->lines;
    } else if (const auto* const explored = std::get_if<driver::Explored>(&event)) {
      draft_.engine = explored->engine;
      draft_.model = explored->model;
      if (headed_)
        output_.print(draft_.model.left_off
                          ? "  not explored to the end\n"
                          : fmt::format("  {} reachable states\n",
                                        draft_.model.reachable_states.value_or("?")));
      print_head();
    } else if (const auto* const decided = std::get_if<driver::FormulaDecided>(&event)) {
      draft_.formulae[decided->position] = decided->formula;
      decided_[decided->position] = true;
      const auto open = std::find(decided_.begin(), decided_.end(), false);
      print_verdicts(static_cast<std::size_t>(open - decided_.begin()));
    }
  });
}

// The first so many are known.
void Transcript::print_verdicts(std::size_t known) {
  if (printed_ < known) print_head();
  const std::size_t width = report::number_width(draft_.formulae);
  for (; printed_ < known; ++printed_)
    output_.print(report::verdict_line(draft_.formulae[printed_], width, console_.out));
}

void Transcript::print_head() {
  if (headed_) return;
  headed_ = true;
  draft_.statistics.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  output_.print(report::heading(draft_));
}

void Transcript::finish_instance(const Instance& instance, const Answer& answer) {
  line_.step_aside([&] {
    status_ = worse(status_, evidence::exit_status(answer, text_form().strictness));
    totals_ = totals_ + evidence::count_totals(answer);
    if (settings_.json) answers_.push_back(answer);
    if (!told_) say_diagnostics(instance, answer);
    for (const base::Diagnostic& d : untraced_) say_diagnostic(d);
    untraced_.clear();
    told_ = false;
    if (!settings_.json) print_answer_at_once(instance, answer);
  });
}

void Transcript::print_answer_at_once(const Instance& instance, const Answer& answer) {
  const report::TextForm form = text_form(instance);
  if (settings_.quiet) return output_.print(report::failures_text(answer, form));
  if (table_) {
    output_.print(table_->add(instance, answer));
  } else if (!live_ || !answer.unread.empty()) {
    output_.print(report::to_text(answer, form));
  } else if (answer.good_model) {
    draft_ = answer;
    print_head();
    print_verdicts(answer.formulae.size());
    output_.print(report::summary(answer, form));
  }
  if (settings_.stats && answer.good_model) output_.print(report::statistics_text(answer));
}

void Transcript::skip(const Answer& answer) {
  ++skipped_;
  status_ = worse(status_, evidence::exit_status(answer));
  totals_ = totals_ + evidence::count_totals(answer);
  if (settings_.json) answers_.push_back(answer);
  if (table_) table_->skip(answer);
}

void Transcript::finish_file() {
  if (table_) output_.print(table_->finish());
  if (table_ && settings_.strategies)
    output_.print("  strategies are not shown in a sweep: --json has them\n");
  if (table_ && settings_.evidence)
    output_.print("  evidence is not shown in a sweep: --json has it\n");
  table_.reset();
}

int Transcript::finish() {
  if (totals_.excluded > 0 && totals_.excluded == totals_.models) {
    say("ken: the model allows none of these parameters, so nothing was checked\n");
    status_ = 2;
  }
  const std::string_view noun = swept_ ? "instance" : "file";
  if (settings_.json)
    output_.print(report::to_json(answers_, frame_));
  else if (settings_.quiet && skipped_ > 0)
    output_.print(fmt::format("{} not checked\n", base::count_in_words(skipped_, noun)));
  else if (files_ > 1 && !settings_.quiet)
    output_.print(report::totals_text(totals_, noun, text_form()));
  return output_.status(status_);
}

report::TextForm Transcript::text_form(const Instance& instance) const {
  return {console_.out, settings_.strictness(), evidence::to_text(instance)};
}

// Notes are in the JSON and in lint; warnings are not for those who want quiet, unless they fail.
bool Transcript::is_shown(const base::Diagnostic& diagnostic) const {
  switch (diagnostic.severity()) {
    case base::Severity::error:
      return true;
    case base::Severity::warning:
      return !settings_.quiet || settings_.strict;
    case base::Severity::note:
      break;
  }
  return false;
}

// A mistake on the command line may be one for some of the files only.
std::string Transcript::describe(const base::Diagnostic& diagnostic,
                                 const std::string& file) const {
  const bool elsewhere = files_ > 1 && diagnostic.source->name() != file;
  return (elsewhere ? file + ": " : "") + to_text(diagnostic, console_.err);
}

void Transcript::say_diagnostic(const base::Diagnostic& diagnostic) {
  if (is_shown(diagnostic)) say(describe(diagnostic, draft_.file));
}

// Those of a sweep are said once, with the first instance that has them.
void Transcript::say_diagnostics(const Instance& instance, const Answer& answer) {
  if (answer.excluded) return;
  std::string text;
  for (const base::Diagnostic& d : answer.diagnostics.all()) {
    if (!is_shown(d)) continue;
    const std::string one = describe(d, answer.file);
    if (!swept_ || said_.insert(one).second) text += one;
  }
  if (answer.diagnostics.not_shown() > 0)
    text += fmt::format("... and {} more\n", answer.diagnostics.not_shown());
  if (!instance.empty() && !text.empty())
    text = fmt::format("with {}:\n", evidence::to_text(instance)) + text;
  say(text);
}

}  // namespace ken::apps
