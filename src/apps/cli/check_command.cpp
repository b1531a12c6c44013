#include "apps/cli/check_command.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

#include "apps/cli/interrupts.hpp"
#include "apps/cli/output_folder.hpp"
#include "apps/cli/overrun.hpp"
#include "apps/cli/reading.hpp"
#include "apps/cli/transcript.hpp"
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
        transcript_(request.settings, request.files.size(),
                    report::JsonFrame{request.several, request.version.number,
                                      request.version.commit, request.settings.strictness()},
                    line_),
        folder_(request.settings.strategy_dir, "strategies", line_),
        evidence_folder_(request.settings.evidence_dir, "evidence", line_),
        names_(OutputFolder::name_models(request.files)) {
    if (!driver::operations_end_in_time())
      overrun_.emplace(request.settings.timeout, interrupts_.token(),
                       [this](const Answer& partial) { end_with(partial); });
  }

  int run() {
    for (; file_ < request_.files.size() && !is_interrupted(); ++file_) {
      const std::string& file = request_.files[file_];
      began_ = base::Budget::Clock::now();
      const Reading reading =
          read_file(file, base::Budget(driver::choose_limits(request_.settings)));
      if (reading.source)
        check_file(reading.source);
      else
        finish_at_once(base::name_of(file), answer_unread(file, reading));
      if (transcript_.closed()) return finish();
    }
    skip_files();
    return finish();
  }

 private:
  [[nodiscard]] bool is_interrupted() const { return interrupts_.token().stop_requested(); }

  int finish() {
    const bool failed = folder_.failed() || evidence_folder_.failed();
    return worse(transcript_.finish(), failed ? 2 : 0);
  }

  // One answer for the file, whatever its parameters, or found with the first that could be.
  void finish_at_once(const std::string& file, const Answer& answer, const Instance& found = {}) {
    transcript_.begin_file(file, {});
    transcript_.finish_instance(found, answer);
  }

  void check_file(const base::Source& source) {
    transcript_.begin_file(source->name(), instances_);
    written_.reset();
    for (instance_ = 0; instance_ < instances_.size(); ++instance_) {
      if (instance_ > 0 && is_interrupted()) break;
      const Instance& instance = instances_[instance_];
      const Answer answer = check(source, instance);
      if (!instance.empty() && driver::has_unknown_parameter(answer))
        return finish_at_once(source->name(), answer);
      if (!instance.empty() && driver::has_missing_formula(answer))
        return finish_at_once(source->name(), answer, instance);
      if (!written_ && answer.good_model && !instance.empty() && !request_.settings.only.empty())
        written_ = driver::list_written(answer);
      transcript_.finish_instance(instance, answer);
      if (transcript_.closed()) return;
    }
    skip_instances(source->name());
    transcript_.finish_file();
  }

  // Those of a file whose turn did not come before an end.
  void skip_instances(const std::string& file) {
    for (; instance_ < instances_.size(); ++instance_) {
      Answer answer;
      answer.file = file;
      answer.engine = name(request_.settings.engine);
      answer.semantics = logic::name(request_.settings.semantics);
      answer.parameters = instances_[instance_];
      answer.unread = why_;
      transcript_.skip(answer);
    }
  }

  void skip_files() {
    for (; file_ < request_.files.size(); ++file_) {
      instance_ = 0;
      skip_instances(base::name_of(request_.files[file_]));
    }
  }

  Answer check(const base::Source& source, const Instance& instance) {
    driver::Surroundings around;
    around.stop = interrupts_.token();
    if (instance_ == 0) around.since = began_;
    around.listener = [this](const driver::Event& event) {
      line_.apply(event);
      transcript_.apply(event);
      if (overrun_) overrun_->apply(event);
    };
    if (!request_.settings.strategy_dir.empty())
      around.store = [this](const driver::NewFile& file) {
        return folder_.store(names_[file_], file);
      };
    if (!request_.settings.evidence_dir.empty())
      around.evidence_store = [this](const driver::NewFile& file) {
        return evidence_folder_.store(names_[file_], file);
      };
    const driver::Settings settings =
        driver::choose_instance(request_.settings, instance, written_);
    Answer answer = driver::Check(source, settings, around).run();
    if (!instance.empty() && !answer.good_model && !driver::has_unknown_parameter(answer)) {
      answer.parameters = instance;
      answer.excluded = driver::is_excluded(answer);
    }
    return answer;
  }

  // Nothing can be undone in the middle of an operation: say what is known, and end.
  void end_with(const Answer& partial) {
    if (!is_interrupted()) why_ = fmt::format("the check of {} could not be ended", partial.file);
    transcript_.finish_instance(instances_[instance_++], partial);
    skip_instances(partial.file);
    transcript_.finish_file();
    ++file_;
    skip_files();
    std::_Exit(finish());
  }

  const Request& request_;
  std::vector<Instance> instances_;
  std::size_t file_ = 0;  // at work
  std::size_t instance_ = 0;
  base::Budget::Clock::time_point began_;  // to read the file
  std::string why_ = "interrupted";        // what comes after them is not checked
  Interrupts interrupts_;                  // before any other thread
  ProgressLine line_;
  Transcript transcript_;
  OutputFolder folder_;
  OutputFolder evidence_folder_;
  std::vector<std::string> names_;   // of the files' strategies and evidence
  driver::WrittenFormulas written_;  // chosen in the first good instance of a sweep
  std::optional<Overrun> overrun_;
};

}  // namespace

int check(const Request& request) { return Checking(request).run(); }

}  // namespace ken::apps
