#pragma once
#include <chrono>
#include <optional>
#include <set>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/progress_line.hpp"
#include "driver/sweep.hpp"
#include "report/sweep_table.hpp"

namespace ken::apps {

// What check says, file by file: diagnostics on standard error, then verdicts on standard output,
// before the next file is read.  On a terminal each part of it appears as soon as it is known; a
// sweep is a table, row by row.  JSON is one value, at the end.
class Transcript {
 public:
  Transcript(const driver::Settings& settings, std::size_t files, const report::JsonFrame& frame,
             ProgressLine& line);

  // A file comes with these instances; no parameters: it is not swept.
  void begin_file(const std::string& file, const std::vector<driver::Instance>& instances);
  // From the thread of the check.
  void apply(const driver::Event& event);
  void finish_instance(const driver::Instance& instance, const evidence::Answer& answer);
  // A file, or an instance of one, whose turn does not come: a number at the end, and in JSON.
  void skip(const evidence::Answer& answer);
  void finish_file();
  // The exit status of all that was said.
  [[nodiscard]] int finish();

  // Nobody reads any more.
  [[nodiscard]] bool closed() const { return output_.closed(); }

 private:
  [[nodiscard]] report::TextForm text_form(const driver::Instance& instance = {}) const;
  [[nodiscard]] bool is_shown(const base::Diagnostic& diagnostic) const;
  [[nodiscard]] std::string describe(const base::Diagnostic& diagnostic,
                                     const std::string& file) const;
  void say_diagnostic(const base::Diagnostic& diagnostic);
  void say_diagnostics(const driver::Instance& instance, const evidence::Answer& answer);
  void print_head();
  void print_verdicts(std::size_t known);
  void print_answer_at_once(const driver::Instance& instance, const evidence::Answer& answer);

  const driver::Settings& settings_;
  report::JsonFrame frame_;
  ProgressLine& line_;
  Console console_;
  Output output_;
  bool live_;  // parts of an answer are printed as soon as they are known
  std::vector<evidence::Answer> answers_;
  evidence::Totals totals_;
  int status_ = 0;
  std::size_t files_;
  std::size_t skipped_ = 0;
  bool swept_;
  std::optional<report::SweepTable> table_;
  std::set<std::string> said_;  // of the diagnostics of a sweep, which repeat themselves

  // ---- the answer in the making, when live ----
  evidence::Answer draft_;
  std::vector<bool> decided_;
  std::size_t printed_ = 0;  // formulas
  bool headed_ = false;
  bool told_ = false;                       // its diagnostics
  std::vector<base::Diagnostic> untraced_;  // those that wait for the run that shows them
  std::chrono::steady_clock::time_point start_;
};

}  // namespace ken::apps
