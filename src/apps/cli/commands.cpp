#include "apps/cli/commands.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "apps/cli/interrupts.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/overrun.hpp"
#include "apps/cli/progress_line.hpp"
#include "base/file.hpp"
#include "driver/check.hpp"
#include "driver/lint.hpp"
#include "driver/skeleton.hpp"
#include "driver/stages.hpp"
#include "report/report.hpp"

namespace ken::apps {
namespace {

using driver::Settings;
using evidence::Answer;

// The worst status wins, in the order of the contract: bad model, failure, unknown, fine.
int worse(int a, int b) {
  const auto rank = [](int status) {
    return status == 2 ? 3 : status == 1 ? 2 : status == 3 ? 1 : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

std::string to_text(const base::Diagnostics& diagnostics) {
  std::string text;
  for (const base::Diagnostic& d : diagnostics.all())
    if (d.severity() != base::Severity::note) text += to_text(d);
  if (diagnostics.not_shown() > 0)
    text += fmt::format("... and {} more\n", diagnostics.not_shown());
  return text;
}

// The answer for a file that cannot be read, in the form of every other answer.
Answer answer_unreadable(const std::string& file, const std::string& why) {
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
      answers.push_back(answer_unreadable(file, trouble->why));
    else
      answers.push_back(ask(std::get<base::Source>(loaded), request.settings));
  }
  return answers;
}

// Every file that can be read; a word about each that cannot.
std::vector<base::Source> load_sources(const Request& request, int& status) {
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

// What ran out, if something did.
int say_exhausted(const base::Source& source, const std::string& exhausted, int status) {
  if (exhausted.empty()) return status;
  say(fmt::format("ken: {}: unknown: {}\n", source->name(), exhausted));
  return worse(status, 3);
}

int show_stages(const Request& request, int status) {
  std::string text;
  for (const base::Source& source : load_sources(request, status)) {
    const driver::Stage stage = driver::show_stage(source, request.settings);
    say(to_text(stage.diagnostics));
    if (stage.diagnostics.has_errors()) status = worse(status, 2);
    status = say_exhausted(source, stage.exhausted, status);
    text += stage.text;
  }
  return print_answer(text, status);
}

// What check says about some files: diagnostics on standard error, the rest on standard output.
int say_all(const std::vector<Answer>& answers, const std::string& text, const Settings& settings,
            int status) {
  for (const Answer& one : answers) {
    say(to_text(one.diagnostics));
    status = worse(status, evidence::exit_status(one));
  }
  return print_answer(settings.json ? report::to_json(answers) : text, status);
}

// The files of one run of check, one after the other.
class Checking {
 public:
  Checking(const Request& request, int status)
      : request_(request), status_(status), line_(request.settings.progress) {
    if (!driver::operations_end_in_time())
      overrun_.emplace(request.settings.timeout, interrupts_.token(),
                       [this](const Answer& partial) { end_with(partial); });
  }

  int run() {
    const std::vector<Answer> answers =
        ask_all(request_, [this](const base::Source& source, const Settings& settings) {
          return check(source, settings);
        });
    return say_all(answers, text_, request_.settings, status_);
  }

 private:
  Answer check(const base::Source& source, const Settings& settings) {
    driver::Surroundings around;
    around.stop = interrupts_.token();
    around.listener = [this](const driver::Event& event) {
      line_.apply(event);
      if (overrun_) overrun_->apply(event);
    };
    Answer answer = driver::Check(source, settings, around).run();
    if (!settings.json) text_ += report::to_text(answer);
    if (!settings.json && settings.stats && answer.good_model)
      text_ += report::statistics_text(answer);
    done_.push_back(answer);
    return answer;
  }

  // Nothing can be undone in the middle of an operation: say what is known, and end.
  void end_with(const Answer& partial) {
    line_.clear();
    std::vector<Answer> known = done_;
    known.push_back(partial);
    const int end = say_all(known, text_ + report::to_text(partial), request_.settings, status_);
    if (request_.files.size() > known.size())
      say(fmt::format("ken: the files after {} were not checked\n", partial.file));
    std::_Exit(end);
  }

  const Request& request_;
  int status_;
  std::string text_;
  std::vector<Answer> done_;
  Interrupts interrupts_;  // before any other thread
  ProgressLine line_;
  std::optional<Overrun> overrun_;
};

int check(const Request& request, int status) {
  if (!request.settings.stop_after.empty()) return show_stages(request, status);
  return Checking(request, status).run();
}

int lint(const Request& request, int status) {
  const std::vector<Answer> answers = ask_all(request, driver::lint);
  std::string text;
  for (const Answer& one : answers) {
    for (const base::Diagnostic& d : one.diagnostics.all()) text += to_text(d);
    const bool warned = std::any_of(
        one.diagnostics.all().begin(), one.diagnostics.all().end(),
        [](const base::Diagnostic& d) { return d.severity() == base::Severity::warning; });
    if (!one.unread.empty()) text += report::to_text(one);
    status = worse(status, !one.unread.empty() ? 3 : !one.good_model ? 2 : (warned ? 1 : 0));
  }
  if (request.settings.json) text = report::diagnostics_json(answers);
  return print_answer(text, status);
}

// What a file is in JSON if its model has mistakes or could not be read.
Answer answer_without_info(const base::Source& source, const driver::Description& description) {
  Answer answer;
  answer.file = source->name();
  answer.diagnostics = description.diagnostics;
  answer.unread = description.exhausted;
  return answer;
}

int info(const Request& request, int status) {
  std::string text;
  std::vector<report::InfoOrAnswer> infos;
  for (const std::string& file : request.files) {
    auto loaded = base::load(file);
    if (auto* const unreadable = std::get_if<base::Unreadable>(&loaded)) {
      say(fmt::format("ken: {}\n", unreadable->why));
      status = 2;
      infos.emplace_back(answer_unreadable(file, unreadable->why));
      continue;
    }
    const base::Source source = std::get<base::Source>(std::move(loaded));
    driver::Description description = driver::describe(source, request.settings);
    say(to_text(description.diagnostics));
    if (description.diagnostics.has_errors()) status = 2;
    status = say_exhausted(source, description.exhausted, status);
    if (description.info) {
      text += report::to_text(*description.info);
      infos.emplace_back(std::move(*description.info));
    } else {
      infos.emplace_back(answer_without_info(source, description));
    }
  }
  if (request.settings.json) text = report::to_json(infos);
  return print_answer(text, status);
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
    const driver::Stage stage = driver::format_model(source);
    say(to_text(stage.diagnostics));
    if (stage.diagnostics.has_errors()) {
      status = 2;
    } else if (request.settings.fmt_check) {
      if (stage.text == source->text()) continue;
      say(fmt::format("ken: {} is not formatted\n", source->name()));
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
  std::string text;
  for (const base::Source& source : load_sources(request, status)) {
    const driver::Stage stage = driver::export_model(source, request.settings);
    say(to_text(stage.diagnostics));
    if (stage.diagnostics.has_errors()) status = 2;
    status = say_exhausted(source, stage.exhausted, status);
    text += stage.text;
  }
  return print_answer(text, status);
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
    say(fmt::format("ken: wrote {}; try 'ken check {}'\n", path, path));
  }
  return status;
}

}  // namespace

int run(const Request& request) {
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
