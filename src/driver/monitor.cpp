#include "driver/monitor.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>

namespace ken::driver {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds glance{50};
constexpr std::chrono::milliseconds between_reports{500};
constexpr std::chrono::seconds patience{2};  // with an operation that should have ended

double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

}  // namespace

Monitor::Monitor(const Settings& settings, const Draft& draft, const base::Progress& progress)
    : settings_(settings), draft_(draft), progress_(progress) {
  if (settings.on_overrun || settings.on_progress) thread_ = std::thread([this] { watch(); });
}

Monitor::~Monitor() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Monitor::watch() {
  const auto start = Clock::now();
  auto next_report = start + 2 * between_reports;
  std::optional<Clock::time_point> cancelled;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, glance, [this] { return done_; })) {
    const auto now = Clock::now();
    if (settings_.on_progress && now >= next_report) {
      settings_.on_progress(progress_, seconds(now - start));
      next_report = now + between_reports;
    }
    if (!settings_.on_overrun) continue;
    if (!cancelled && settings_.cancel != nullptr && settings_.cancel->load()) cancelled = now;
    if (cancelled && now - *cancelled > patience) hand_out("interrupted");
    if (settings_.timeout && seconds(now - start) > *settings_.timeout + seconds(patience))
      hand_out(fmt::format("time: more than {:g} s", *settings_.timeout));
  }
}

void Monitor::hand_out(const std::string& reason) {
  evidence::Answer answer = draft_.copy();
  give_up(answer, reason);
  answer.diagnostics.sort();
  settings_.on_overrun(answer);
}

}  // namespace ken::driver
