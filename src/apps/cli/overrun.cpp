#include "apps/cli/overrun.hpp"

#include <fmt/format.h>

#include <chrono>

namespace ken::apps {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds glance{50};
constexpr std::chrono::seconds patience{2};  // with an operation that should have ended

}  // namespace

Overrun::Overrun(std::optional<double> timeout, std::stop_token stop, HandOut hand_out)
    : timeout_(timeout),
      stop_(std::move(stop)),
      hand_out_(std::move(hand_out)),
      thread_([this](const std::stop_token& end) { watch(end); }) {}

void Overrun::apply(const driver::Event& event) {
  draft_.apply(event);
  const std::lock_guard lock(mutex_);
  if (std::holds_alternative<driver::Started>(event)) start_ = Clock::now();
  if (std::holds_alternative<driver::Finished>(event)) start_.reset();
}

void Overrun::watch(const std::stop_token& end) {
  while (!end.stop_requested()) {
    std::this_thread::sleep_for(glance);
    const std::string reason = find_overrun();
    if (reason.empty()) continue;
    evidence::Answer answer = draft_.copy();
    evidence::give_up(answer, reason);
    answer.diagnostics.sort();
    return hand_out_(answer);
  }
}

std::string Overrun::find_overrun() {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (!start_) return {};
  if (stop_.stop_requested() && !stopped_) stopped_ = now;
  if (stopped_ && now - *stopped_ > patience) return "interrupted";
  const std::chrono::duration<double> passed = now - *start_ - patience;
  if (timeout_ && passed.count() > *timeout_)
    return fmt::format("time: more than {:g} s", *timeout_);
  return {};
}

}  // namespace ken::apps
