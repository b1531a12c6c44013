#pragma once
#include "base/progress.hpp"
#include "driver/settings.hpp"

namespace ken::apps {

// One line on standard error that says how far a run is.  On a terminal it is written over and over
// and cleared in the end; elsewhere, if somebody insists, each report is a line of its own.
class ProgressLine {
 public:
  explicit ProgressLine(driver::ShowProgress choice);

  [[nodiscard]] bool wanted() const { return wanted_; }
  void show(const base::Progress& progress, double seconds);
  void clear();

 private:
  bool terminal_;
  bool wanted_;
  std::atomic<bool> shown_{false};
};

// "exploring: depth 12, 1.2e+13 states, 45210 nodes, 3.2 s"
[[nodiscard]] std::string to_text(const base::Progress& progress, double seconds);

}  // namespace ken::apps
