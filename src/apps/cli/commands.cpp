#include "apps/cli/commands.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <csignal>

#include "apps/cli/output.hpp"
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
  ::sigaction(SIGTERM, &action, nullptr);
}

// The worst status wins, in the order of the contract: bad model, failure, unknown, fine.
int worse(int a, int b) {
  const auto rank = [](int status) { return status == 2 ? 3 : status == 1 ? 2 : status == 3 ? 1 : 0; };
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

int check(const Request& request, int status) {
  const std::vector<base::Source> files = sources(request, status);
  if (!request.settings.stop_after.empty()) {
    std::string text;
    for (const base::Source& source : files) {
      const driver::Stage stage = driver::stage(source, request.settings);
      say(shown(stage.diagnostics));
      if (stage.diagnostics.has_errors()) status = worse(status, 2);
      text += stage.text;
    }
    return answer(text, status);
  }
  obey_interrupts();
  std::vector<Answer> answers;
  std::string text;
  for (const base::Source& source : files) {
    answers.push_back(driver::check(source, request.settings));
    const Answer& last = answers.back();
    say(shown(last.diagnostics));
    if (!request.settings.json) text += report::to_text(last);
    status = worse(status, evidence::exit_status(last));
  }
  if (request.settings.json && !answers.empty()) text = report::to_json(answers);
  return answer(text, status);
}

int lint(const Request& request, int status) {
  std::vector<Answer> answers;
  std::string text;
  for (const base::Source& source : sources(request, status)) {
    answers.push_back(driver::lint(source, request.settings));
    const Answer& last = answers.back();
    for (const base::Diagnostic& d : last.diagnostics.all()) text += to_text(d);
    const bool warned = std::any_of(
        last.diagnostics.all().begin(), last.diagnostics.all().end(),
        [](const base::Diagnostic& d) { return d.severity() == base::Severity::warning; });
    status = worse(status, !last.good_model ? 2 : (warned ? 1 : 0));
  }
  if (request.settings.json && !answers.empty()) text = report::diagnostics_json(answers);
  return answer(text, status);
}

int info(const Request& request, int status) {
  std::string text;
  for (const base::Source& source : sources(request, status)) {
    const driver::Stage stage = driver::info(source, request.settings);
    say(shown(stage.diagnostics));
    if (stage.diagnostics.has_errors()) status = 2;
    text += stage.text;
  }
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
    } else if (request.settings.fmt_stdout || file == "-") {
      text += stage.text;
    } else if (stage.text != source->text()) {
      if (request.settings.fmt_check) {
        say(fmt::format("ken: {} is not formatted\n", file));
        status = worse(status, 1);
      } else if (const std::string trouble = base::store(file, stage.text); !trouble.empty()) {
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
