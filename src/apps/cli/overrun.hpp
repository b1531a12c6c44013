#pragma once
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "driver/draft.hpp"

namespace ken::apps {

// For decision diagrams whose operations do not look at the clock (BuDDy's): when a check has gone
// on for two seconds after its time was up or somebody interrupted, hands out what is known, on a
// thread of its own.  Whoever takes it should end the process: the check itself is stuck.
class Overrun {
 public:
  using HandOut = std::function<void(const evidence::Answer&)>;
  Overrun(std::optional<double> timeout, std::stop_token stop, HandOut hand_out);

  // From the thread of the check.
  void apply(const driver::Event& event);

 private:
  void watch(const std::stop_token& end);
  [[nodiscard]] std::string find_overrun();

  std::optional<double> timeout_;
  std::stop_token stop_;
  HandOut hand_out_;
  driver::Draft draft_;
  std::mutex mutex_;
  std::optional<std::chrono::steady_clock::time_point> start_;  // while a check runs
  std::optional<std::chrono::steady_clock::time_point> stopped_;
  std::jthread thread_;
};

}  // namespace ken::apps
