#pragma once
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/progress.hpp"
#include "driver/draft.hpp"
#include "driver/settings.hpp"

namespace ken::driver {

// A second thread beside a run.  It shows the progress to whoever asked for it, and when one
// operation of the run has gone on for two seconds after the time was up or somebody interrupted,
// it hands out what is known so far.  Its destructor ends the thread.
class Monitor {
 public:
  Monitor(const Settings& settings, const Draft& draft, const base::Progress& progress);
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;
  ~Monitor();

 private:
  void watch();
  void hand_out(const std::string& reason);

  const Settings& settings_;
  const Draft& draft_;
  const base::Progress& progress_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace ken::driver
