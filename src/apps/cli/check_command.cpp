#include "apps/cli/check_command.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "apps/cli/interrupts.hpp"
#include "apps/cli/overrun.hpp"
#include "apps/cli/transcript.hpp"
#include "apps/cli/unreadable.hpp"
#include "base/file.hpp"
#include "driver/check.hpp"

namespace ken::apps {
namespace {

using driver::Instance;
using evidence::Answer;

// The files of one run of check, one after the other.
class Checking {
 public:
  explicit Checking(const Request& request)
      : request_(request),
        instances_(driver::list_instances(request.settings.sweeps)),
        line_(request.settings.quiet ? driver::ShowProgress::never : request.settings.progress),
        transcript_(
            request.settings,
            report::JsonFrame{request.several, request.version.number, request.version.commit},
            line_) {
    if (!driver::operations_end_in_time())
      overrun_.emplace(request.settings.timeout, interrupts_.token(),
                       [this](const Answer& partial) { end_with(partial); });
  }

  int run() {
    for (const std::string& file : request_.files) {
      auto loaded = base::load(file);
      if (auto* const trouble = std::get_if<base::Unreadable>(&loaded))
        finish_unreadable(file, trouble->why);
      else
        check_file(std::get<base::Source>(loaded));
      if (transcript_.closed()) break;
      ++files_done_;
    }
    return transcript_.finish();
  }

 private:
  void finish_unreadable(const std::string& file, const std::string& why) {
    transcript_.begin_file(file, {});
    transcript_.finish_instance({}, answer_unreadable(file, why));
  }

  void check_file(const base::Source& source) {
    transcript_.begin_file(source->name(), instances_);
    for (const Instance& instance : instances_) {
      instance_ = instance;
      transcript_.finish_instance(instance, check(source, instance));
      if (transcript_.closed()) return;
      if (!instance.empty() && interrupts_.token().stop_requested()) break;
    }
    transcript_.finish_file();
  }

  Answer check(const base::Source& source, const Instance& instance) {
    driver::Surroundings around;
    around.stop = interrupts_.token();
    around.listener = [this](const driver::Event& event) {
      line_.apply(event);
      transcript_.apply(event);
      if (overrun_) overrun_->apply(event);
    };
    const driver::Settings settings = driver::choose_instance(request_.settings, instance);
    Answer answer = driver::Check(source, settings, around).run();
    if (!instance.empty() && !answer.good_model) {
      answer.parameters = instance;
      answer.excluded = driver::is_excluded(answer);
    }
    return answer;
  }

  // Nothing can be undone in the middle of an operation: say what is known, and end.
  void end_with(const Answer& partial) {
    transcript_.finish_instance(instance_, partial);
    const int end = transcript_.finish();
    if (request_.files.size() > files_done_ + 1)
      say(fmt::format("ken: the files after {} were not checked\n", partial.file));
    std::_Exit(end);
  }

  const Request& request_;
  std::vector<Instance> instances_;
  Instance instance_;  // at work
  std::size_t files_done_ = 0;
  Interrupts interrupts_;  // before any other thread
  ProgressLine line_;
  Transcript transcript_;
  std::optional<Overrun> overrun_;
};

}  // namespace

int check(const Request& request) { return Checking(request).run(); }

}  // namespace ken::apps
