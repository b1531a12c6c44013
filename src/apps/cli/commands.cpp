#include "apps/cli/commands.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "apps/cli/check_command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/file_list.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/reading.hpp"
#include "apps/cli/simulate_command.hpp"
#include "base/file.hpp"
#include "driver/coalitions.hpp"
#include "driver/lint.hpp"
#include "driver/load.hpp"
#include "driver/replay.hpp"
#include "driver/skeleton.hpp"
#include "driver/stages.hpp"
#include "report/coalitions.hpp"
#include "report/difference.hpp"
#include "report/evidence_file.hpp"
#include "report/logic.hpp"
#include "report/report.hpp"
#include "report/strategies.hpp"

namespace ken::apps {
namespace {

using driver::Settings;
using evidence::Answer;

std::string to_text(const base::Diagnostics& diagnostics) {
  std::string text;
  for (const base::Diagnostic& d : diagnostics.all())
    if (d.severity() != base::Severity::note) text += to_text(d);
  if (diagnostics.not_shown() > 0)
    text += fmt::format("... and {} more\n", diagnostics.not_shown());
  return text;
}

Request expand_folders(Request request) {
  request.several = request.files.size() > 1 || !request.settings.sweeps.empty();
  if (request.command == driver::Command::create || request.command == driver::Command::replay)
    return request;
  const FilesWanted wanted = request.command == driver::Command::format
                                 ? FilesWanted::models_and_logics
                             : request.command == driver::Command::logic ? FilesWanted::logics
                                                                         : FilesWanted::models;
  const FileList list = list_files(request.files, wanted);
  request.files = list.files;
  request.several = request.several || list.several;
  return request;
}

report::JsonFrame frame_of(const Request& request) {
  return {request.several, request.version.number, request.version.commit,
          request.settings.strictness()};
}

// What ran out, if something did.
int say_exhausted(const std::string& name, const std::string& exhausted, int status) {
  if (exhausted.empty()) return status;
  say(fmt::format("ken: {}: unknown: {}\n", name, exhausted));
  return worse(status, 3);
}

int say_unread(const std::string& file, const Reading& reading, int status) {
  if (!reading.exhausted.empty())
    return say_exhausted(base::name_of(file), reading.exhausted, status);
  say(to_text(answer_unread(file, reading).diagnostics));
  return 2;
}

// What there is to say about a file in JSON besides what was made of it.
Answer make_answer(const base::Source& source, const base::Diagnostics& diagnostics,
                   const std::string& exhausted) {
  Answer answer;
  answer.file = source->name();
  answer.diagnostics = diagnostics;
  answer.unread = exhausted;
  return answer;
}

// Every file that can be read, one after the other, each within a budget of its own that reading it
// is part of; a word about each that cannot.
template <class Visit>
void for_each_source(const Request& request, int& status, const Visit& visit) {
  for (const std::string& file : request.files) {
    base::Budget budget(driver::choose_limits(request.settings));
    const Reading reading = read_file(file, budget);
    if (reading.source)
      visit(reading.source, budget);
    else
      status = say_unread(file, reading, status);
  }
}

int show_stages(const Request& request, int status) {
  const Settings& settings = request.settings;
  std::vector<report::StageAnswer> stages;
  Output output;
  for (const std::string& file : request.files) {
    base::Budget budget(driver::choose_limits(settings));
    const Reading reading = read_file(file, budget);
    if (!reading.source) {
      status = say_unread(file, reading, status);
      stages.push_back({answer_unread(file, reading), settings.stop_after, {}});
      continue;
    }
    const driver::Stage stage = driver::show_stage(reading.source, settings, budget);
    say(to_text(stage.diagnostics));
    if (stage.diagnostics.has_errors()) status = worse(status, 2);
    status = say_exhausted(reading.source->name(), stage.exhausted, status);
    if (!settings.json) output.print(stage.text);
    stages.push_back({make_answer(reading.source, stage.diagnostics, stage.exhausted),
                      settings.stop_after, stage.text});
  }
  if (settings.json) output.print(report::to_json(stages, frame_of(request)));
  return output.status(status);
}

Answer lint_file(const std::string& file, const Settings& settings) {
  base::Budget budget(driver::choose_limits(settings));
  const Reading reading = read_file(file, budget);
  return reading.source ? driver::lint(reading.source, settings, budget)
                        : answer_unread(file, reading);
}

int lint(const Request& request, int status) {
  const base::Style style = look_at_console(request.settings.colours).out;
  std::vector<Answer> answers;
  Output output;
  for (const std::string& file : request.files) {
    const Answer answer = lint_file(file, request.settings);
    const std::size_t warnings = evidence::count_totals(answer).warnings;
    const int own = !answer.unread.empty() ? 3 : !answer.good_model ? 2 : warnings > 0 ? 1 : 0;
    status = worse(status, own);
    if (request.settings.json) {
      answers.push_back(answer);
      continue;
    }
    for (const base::Diagnostic& d : answer.diagnostics.all()) output.print(to_text(d, style));
    if (!answer.unread.empty()) output.print(report::to_text(answer));
  }
  if (request.settings.json) output.print(report::diagnostics_json(answers, frame_of(request)));
  return output.status(status);
}

int info(const Request& request, int status) {
  std::vector<report::InfoOrAnswer> infos;
  Output output;
  for (const std::string& file : request.files) {
    base::Budget budget(driver::choose_limits(request.settings));
    const Reading reading = read_file(file, budget);
    if (!reading.source) {
      status = say_unread(file, reading, status);
      infos.emplace_back(answer_unread(file, reading));
      continue;
    }
    const base::Source& source = reading.source;
    driver::Description description = driver::describe(source, request.settings, budget);
    say(to_text(description.diagnostics));
    if (description.diagnostics.has_errors()) status = 2;
    status = say_exhausted(source->name(), description.exhausted, status);
    if (!description.info) {
      infos.emplace_back(make_answer(source, description.diagnostics, description.exhausted));
      continue;
    }
    if (!request.settings.json) output.print(report::to_text(*description.info));
    infos.emplace_back(std::move(*description.info));
  }
  if (request.settings.json) output.print(report::to_json(infos, request.several));
  return output.status(status);
}

int format(const Request& request, int status) {
  std::string text;
  for (const std::string& file : request.files) {
    const base::Budget budget;
    const Reading reading = read_file(file, budget);
    if (!reading.source) {
      status = say_unread(file, reading, status);
      continue;
    }
    const base::Source& source = reading.source;
    const driver::Stage stage = driver::format_text(source);
    say(to_text(stage.diagnostics));
    if (stage.diagnostics.has_errors()) {
      status = 2;
    } else if (request.settings.fmt_check) {
      if (stage.text == source->text()) continue;
      say(report::describe_difference(*source, stage.text));
      status = worse(status, 1);
    } else if (request.settings.fmt_stdout || file == "-" || base::names_descriptor(file)) {
      text += stage.text;
    } else if (stage.text != source->text()) {
      if (const std::string trouble = base::store(file, stage.text); !trouble.empty()) {
        say(fmt::format("ken: {}\n", trouble));
        status = 2;
      }
    }
  }
  return print_answer(text, status);
}

int export_model(const Request& request, int status) {
  if (request.files.size() > 1) {
    say(
        fmt::format("ken export: one file at a time: these are {}, and their texts would run "
                    "together\n  ken export {} > OUTPUT\n",
                    request.files.size(), request.files.front()));
    return 2;
  }
  Output output;
  for_each_source(request, status, [&](const base::Source& source, base::Budget& budget) {
    const driver::Stage stage = driver::export_model(source, request.settings, budget);
    say(to_text(stage.diagnostics));
    if (stage.diagnostics.has_errors()) status = 2;
    status = say_exhausted(source->name(), stage.exhausted, status);
    output.print(stage.text);
  });
  return output.status(status);
}

int find_coalitions(const Request& request, int status) {
  if (request.settings.goals.empty() || request.files.size() > 1 ||
      !request.settings.sweeps.empty()) {
    say("ken coalitions: one model with given parameters, and at least one --goal, such as\n"
        "  ken coalitions MODEL --goal 'F win'\n");
    return 2;
  }
  Output output;
  for (const std::string& file : request.files) {
    base::Budget budget(driver::choose_limits(request.settings));
    const Reading reading = read_file(file, budget);
    if (!reading.source) {
      status = say_unread(file, reading, status);
      if (request.settings.json)
        output.print(
            report::diagnostics_json(std::vector{answer_unread(file, reading)}, frame_of(request)));
      continue;
    }
    const auto answer = driver::find_coalitions(reading.source, request.settings, budget);
    say(to_text(answer.diagnostics));
    const bool open = std::any_of(answer.goals.begin(), answer.goals.end(),
                                  [](const auto& goal) { return !goal.unknown.empty(); });
    if (open || !answer.exhausted.empty()) status = worse(status, 3);
    if (answer.diagnostics.has_errors()) status = 2;
    if (request.settings.json)
      output.print(report::to_json(answer, frame_of(request)));
    else if (!answer.diagnostics.has_errors())
      output.print(report::to_text(answer));
  }
  return output.status(status);
}

int say_replayed(const driver::ReplayAnswer& answer, const std::string& file,
                 const Request& request, Output& output) {
  using Outcome = driver::ReplayAnswer::Outcome;
  if (request.settings.json)
    output.print(
        report::print_replay(answer.evidence, file, driver::name(answer.outcome), answer.why));
  else if (answer.outcome == Outcome::confirmed)
    output.print(file + ": confirmed\n" + report::evidence_text(answer.evidence));
  else
    output.print(fmt::format("{}: {}: {}\n", file, driver::name(answer.outcome), answer.why));
  switch (answer.outcome) {
    case Outcome::confirmed:
      return 0;
    case Outcome::refused:
      return 1;
    case Outcome::unreadable:
      return 2;
    case Outcome::unknown:
      break;
  }
  return 3;
}

// EVIDENCE.json, and the model unless it is where it was.
int replay(const Request& request, int status) {
  const bool several = request.files.size() > 1 && request.files[1].ends_with(".json");
  if (several || request.files.size() > 2) {
    say("ken replay: one piece of evidence and its model, such as\n"
        "  ken replay out/m.1.evidence.json m.ispl\n");
    return 2;
  }
  const std::string& file = request.files.front();
  base::Budget budget(driver::choose_limits(request.settings));
  const Reading reading = read_file(file, budget);
  if (!reading.source) return say_unread(file, reading, status);
  auto [kept, mistake] = report::read_evidence_file(std::string(reading.source->text()));
  Output output;
  if (!kept)
    return output.status(say_replayed({driver::ReplayAnswer::Outcome::unreadable, mistake},
                                      reading.source->name(), request, output));
  const std::string model_file = request.files.size() > 1 ? request.files[1] : kept->model;
  const Reading model = read_file(model_file, budget);
  if (!model.source) return say_unread(model_file, model, status);
  driver::ReplayAnswer answer = driver::replay_file(*kept, model.source, request.settings, budget);
  answer.evidence.shown_agents = request.settings.shown_agents;
  say(to_text(answer.diagnostics));
  return output.status(say_replayed(answer, reading.source->name(), request, output));
}

int show_logic(const Request& request, int status) {
  Output output;
  for_each_source(request, status, [&](const base::Source& source, base::Budget&) {
    base::Diagnostics diagnostics;
    const model::LogicDocument document = model::document_logic(source, diagnostics);
    diagnostics.sort();
    say(to_text(diagnostics));
    if (diagnostics.has_errors()) status = 2;
    if (request.settings.json)
      output.print(
          report::to_json(document, make_answer(source, diagnostics, {}), frame_of(request)));
    else if (!diagnostics.has_errors())
      output.print(report::to_text(document, source->name()));
  });
  return output.status(status);
}

// As a shell takes it for one word.
std::string quote_word(const std::string& text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  if (text.find_first_not_of(plain) == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '$' || c == '`') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

int new_model(const Request& request, int status) {
  for (const std::string& name : request.files) {
    const std::string path = name.ends_with(".ispl") ? name : name + ".ispl";
    struct stat existing {};
    if (::stat(path.c_str(), &existing) == 0) {
      say(fmt::format("ken: {} exists already\n", path));
      return 2;
    }
    if (const std::string trouble = base::store(path, driver::make_skeleton(path));
        !trouble.empty()) {
      say(fmt::format("ken: {}\n", trouble));
      return 2;
    }
    say(fmt::format("ken: wrote {}; try 'ken check {}'\n", path, quote_word(path)));
  }
  return status;
}

}  // namespace

int run(const Request& given) {
  const Request request = expand_folders(given);
  switch (request.command) {
    case driver::Command::check:
      return request.settings.stop_after.empty() ? check(request) : show_stages(request, 0);
    case driver::Command::lint:
      return lint(request, 0);
    case driver::Command::info:
      return info(request, 0);
    case driver::Command::format:
      return format(request, 0);
    case driver::Command::translate:
      return export_model(request, 0);
    case driver::Command::create:
      return new_model(request, 0);
    case driver::Command::simulate:
      return simulate(request);
    case driver::Command::coalitions:
      return find_coalitions(request, 0);
    case driver::Command::replay:
      return replay(request, 0);
    case driver::Command::logic:
      return show_logic(request, 0);
  }
  return 2;
}

}  // namespace ken::apps
