#pragma once
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "driver/engine.hpp"
#include "driver/load.hpp"
#include "driver/strategy_files.hpp"
#include "driver/tasks.hpp"

namespace ken::driver {

// What the program around a check gives it.
struct Surroundings {
  std::stop_token stop;  // asks it to end with what is known
  // When its seconds began, if that was before: while its file was read.
  std::optional<base::Budget::Clock::time_point> since{};
  Listener listener;       // what it tells on the way
  Store store{};           // where strategies are kept; nothing: they are only told
  Store evidence_store{};  // likewise evidence
  // If there are several checks at a time: what they share, and how much CPU time this one has.
  // The budget must outlive the check.
  const base::Budget* shared = nullptr;
  std::optional<double> cpu_seconds;
};

// One check of one file: parse, elaborate, explore, label, decide.  It owns everything it works on
// and knows nothing of other checks, so any number may run at a time, each on one thread.
class Check {
 public:
  Check(base::Source source, Settings settings, Surroundings surroundings = {});

  // Once, on any thread.  Never throws for what the user gave: mistakes are diagnostics, what ran
  // out is "unknown".
  [[nodiscard]] evidence::Answer run();

 private:
  [[nodiscard]] evidence::Answer start_answer() const;
  [[nodiscard]] base::Budget make_budget() const;
  void run_engine(const model::Model& model, Journal& journal);
  void expect_early_answers(const model::Model& model, Tasks& tasks, Journal& journal);
  void report_regularly(Journal& journal);

  base::Source source_;
  Settings settings_;
  Surroundings surroundings_;
  Loaded loaded_;
  std::unique_ptr<base::Budget> budget_;
  std::unique_ptr<Engine> engine_;
};

[[nodiscard]] inline evidence::Answer check(const base::Source& source, const Settings& settings) {
  return Check(source, settings).run();
}

// Every operation of the symbolic engine ends soon after its budget.  Not so if decision diagrams
// are those of BuDDy: then an operation in which a check is stuck ends with the process only.
[[nodiscard]] bool operations_end_in_time();

}  // namespace ken::driver
