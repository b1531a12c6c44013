#include "apps/cli/commands.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>

#include "apps/cli/output.hpp"
#include "apps/cli/progress_line.hpp"
#include "base/file.hpp"
#include "driver/pipeline.hpp"
#include "driver/skeleton.hpp"
#include "driver/stages.hpp"
#include "report/report.hpp"

namespace ken::apps {
namespace {

using driver::Settings;
using evidence::Answer;

// Set by the signal handler, read by the budget: the one thing a handler may touch.
std::atomic<bool> interrupted{false};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void interrupt(int) { interrupted = true; }

// The first Ctrl-C asks for what is known so far, the second ends at once.
void obey_interrupts() {
  struct sigaction action {};
  action.sa_handler = interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
}

// The worst status wins, in the order of the contract: bad model, failure, unknown, fine.
int worse(int a, int b) {
  const auto rank = [](int status) {
    return status == 2 ? 3 : status == 1 ? 2 : status == 3 ? 1 : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

std::string shown(const base::Diagnostics& diagnostics) {
  std::string text;
  for (const base::Diagnostic& d : diagnostics.all())
    if (d.severity() != base::Severity::note) text += to_text(d);
  if (diagnostics.not_shown() > 0)
    text += fmt::format("... and {} more\n", diagnostics.not_shown());
  return text;
}

// The answer for a file that cannot be read, in the form of every other answer.
Answer unreadable(const std::string& file, const std::string& why) {
  Answer answer;
  answer.file = file;
  const std::string prefix = file + ": ";
  answer.diagnostics.add(base::make_source(file, ""), {0, 0}, base::Code::unreadable,
                         why.starts_with(prefix) ? why.substr(prefix.size()) : why);
  return answer;
}

// Asks about every file, readable or not, in turn.
template <class Ask>
std::vector<Answer> ask_all(const Request& request, const Ask& ask) {
  std::vector<Answer> answers;
  for (const std::string& file : request.files) {
    auto loaded = base::load(file);
    if (auto* const trouble = std::get_if<base::Unreadable>(&loaded))
      answers.push_back(unreadable(file, trouble->why));
    else
      answers.push_back(ask(std::get<base::Source>(loaded), request.settings));
  }
  return answers;
}

// Every file that can be read; a word about each that cannot.
std::vector<base::Source> sources(const Request& request, int& status) {
  std::vector<base::Source> result;
  for (const std::string& file : request.files) {
    auto loaded = base::load(file);
    if (auto* const unreadable = std::get_if<base::Unreadable>(&loaded)) {
      say(fmt::format("ken: {}\n", unreadable->why));
      status = 2;
    } else {
      result.push_back(std::get<base::Source>(std::move(loaded)));
    }
  }
  return result;
}

int show_stage(const Request& request, int status) {
  std::string text;
  for (const base::Source& source : sources(request, status)) {
    const driver::Stage stage = driver::stage(source, request.settings);
    say(shown(stage.diagnostics));
    if (stage.diagnostics.has_errors()) status = worse(status, 2);
    if (!stage.exhausted.empty()) {
      say(fmt::format("ken: {}: unknown: {}\n", source->name(), stage.exhausted));
      status = worse(status, 3);
    }
    text += stage.text;
  }
  return answer(text, status);
}

// What check says about some files: diagnostics on standard error, the rest on standard output.
int say_all(const std::vector<Answer>& answers, const std::string& text, const Settings& settings,
            int status) {
  for (const Answer& one : answers) {
    say(shown(one.diagnostics));
    status = worse(status, evidence::exit_status(one));
  }
  return answer(settings.json ? report::to_json(answers) : text, status);
}

int check(const Request& given, int status) {
  if (!given.settings.stop_after.empty()) return show_stage(given, status);
  obey_interrupts();
  std::string text;
  std::vector<Answer> done;
  Request request = given;
  ProgressLine line(request.settings.progress);
  if (line.wanted())
    request.settings.on_progress = [&](const base::Progress& progress, double seconds) {
      line.show(progress, seconds);
    };
  // Nothing can be undone in the middle of an operation: say what is known, and end.
  request.settings.on_overrun = [&](const Answer& partial) {
    line.clear();
    std::vector<Answer> known = done;
    known.push_back(partial);
    const int end = say_all(known, text + report::to_text(partial), request.settings, status);
    if (request.files.size() > known.size())
      say(fmt::format("ken: the files after {} were not checked\n", partial.file));
    std::_Exit(end);
  };
  const std::vector<Answer> answers =
      ask_all(request, [&](const base::Source& source, const Settings& settings) {
        Answer one = driver::check(source, settings);
        line.clear();
        if (!settings.json) text += report::to_text(one);
        if (!settings.json && settings.stats && one.good_model)
          text += report::statistics_text(one);
        done.push_back(one);
        return one;
      });
  return say_all(answers, text, request.settings, status);
}

int lint(const Request& request, int status) {
  const std::vector<Answer> answers = ask_all(request, driver::lint);
  std::string text;
  for (const Answer& one : answers) {
    for (const base::Diagnostic& d : one.diagnostics.all()) text += to_text(d);
    const bool warned = std::any_of(
        one.diagnostics.all().begin(), one.diagnostics.all().end(),
        [](const base::Diagnostic& d) { return d.severity() == base::Severity::warning; });
    status = worse(status, !one.good_model ? 2 : (warned ? 1 : 0));
  }
  if (request.settings.json) text = report::diagnostics_json(answers);
  return answer(text, status);
}

int info(const Request& request, int status) {
  std::string text;
  std::vector<report::ModelInfo> infos;
  for (const base::Source& source : sources(request, status)) {
    driver::Described described = driver::describe(source, request.settings);
    say(shown(described.diagnostics));
    if (!described.info) status = 2;
    if (!described.info) continue;
    text += report::to_text(*described.info);
    infos.push_back(std::move(*described.info));
  }
  if (request.settings.json && !infos.empty())
    text = report::to_json(infos, request.files.size() > 1);
  return answer(text, status);
}

int format(const Request& request, int status) {
  std::string text;
  for (const std::string& file : request.files) {
    auto loaded = base::load(file);
    if (auto* const unreadable = std::get_if<base::Unreadable>(&loaded)) {
      say(fmt::format("ken: {}\n", unreadable->why));
      status = 2;
      continue;
    }
    const base::Source source = std::get<base::Source>(std::move(loaded));
    const driver::Stage stage = driver::formatted(source);
    say(shown(stage.diagnostics));
    if (stage.diagnostics.has_errors()) {
      status = 2;
    } else if (request.settings.fmt_check) {
      if (stage.text == source->text()) continue;
      say(fmt::format("ken: {} is not formatted\n", source->name()));
      status = worse(status, 1);
    } else if (request.settings.fmt_stdout || file == "-") {
      text += stage.text;
    } else if (stage.text != source->text()) {
      if (const std::string trouble = base::store(file, stage.text); !trouble.empty()) {
        say(fmt::format("ken: {}\n", trouble));
        status = 2;
      }
    }
  }
  return answer(text, status);
}

int export_model(const Request& request, int status) {
  std::string text;
  for (const base::Source& source : sources(request, status)) {
    const driver::Stage stage = driver::exported(source, request.settings);
    say(shown(stage.diagnostics));
    if (stage.diagnostics.has_errors()) status = 2;
    text += stage.text;
  }
  return answer(text, status);
}

int new_model(const Request& request, int status) {
  for (const std::string& name : request.files) {
    const std::string path = name.ends_with(".ispl") ? name : name + ".ispl";
    struct stat existing {};
    if (::stat(path.c_str(), &existing) == 0) {
      say(fmt::format("ken: {} exists already\n", path));
      return 2;
    }
    if (const std::string trouble = base::store(path, driver::skeleton(path)); !trouble.empty()) {
      say(fmt::format("ken: {}\n", trouble));
      return 2;
    }
    say(fmt::format("ken: wrote {}; try 'ken check {}'\n", path, path));
  }
  return status;
}

}  // namespace

int run(const Request& given) {
  Request request = given;
  request.settings.cancel = &interrupted;
  switch (request.command) {
    case driver::Command::check:
      return check(request, 0);
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
  }
  return 2;
}

}  // namespace ken::apps
