#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "driver/event.hpp"
#include "driver/settings.hpp"

namespace ken::apps {

// One line on standard error that says how far a check is, twice a second if it takes longer than a
// second.  On a terminal it is written over and over and cleared in the end; elsewhere, if somebody
// insists, each report is a line of its own.
class ProgressLine {
 public:
  explicit ProgressLine(driver::ShowProgress choice);

  // From the thread of the check, which may be stuck in one long operation between two events.
  void apply(const driver::Event& event);
  // Something else is printed, and the line is out of its way.
  void step_aside(const std::function<void()>& print);

 private:
  using Clock = std::chrono::steady_clock;

  void show_regularly(const std::stop_token& stop);
  void show();
  void clear_line();

  bool terminal_;
  std::mutex mutex_;  // for all that follows
  std::condition_variable_any wake_;
  bool running_ = false;
  bool shown_ = false;
  Clock::time_point start_;
  std::string_view stage_;
  driver::Figures figures_;
  std::jthread thread_;  // if the line is wanted
};

// "exploring: depth 12, 1.2e+13 states, 45210 nodes, 17.5 MB, 3.2 s"
[[nodiscard]] std::string to_text(std::string_view stage, const driver::Figures& figures,
                                  double seconds);

}  // namespace ken::apps
