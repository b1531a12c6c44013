#include "base/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace ken::base {
namespace {

std::string reason(Resource resource, const std::string& detail) {
  switch (resource) {
    case Resource::time:
      return "time: " + detail;
    case Resource::memory:
      return "memory: " + detail;
    case Resource::cancelled:
      return "interrupted";
    case Resource::arithmetic:
      return "arithmetic: " + detail;
  }
  return detail;
}

// A year is for ever, and keeps the clock's arithmetic from overflowing.
Budget::Clock::time_point after(double seconds) {
  constexpr double year = 366.0 * 24 * 3600;
  const std::chrono::duration<double> wait(std::clamp(seconds, 0.0, year));
  return Budget::Clock::now() + std::chrono::duration_cast<Budget::Clock::duration>(wait);
}

}  // namespace

Exhausted::Exhausted(Resource resource, const std::string& detail)
    : std::runtime_error(reason(resource, detail)), resource_(resource) {}

Budget::Budget(std::optional<double> seconds, std::optional<std::uint64_t> bytes,
               const std::atomic<bool>* cancel)
    : allowed_seconds_(seconds), bytes_(bytes), cancel_(cancel) {
  if (seconds) deadline_ = after(*seconds);
}

void Budget::look() const {
  if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed))
    throw Exhausted(Resource::cancelled, "");
  if (!deadline_ && !formula_deadline_) return;
  const auto now = Clock::now();
  if (deadline_ && now >= *deadline_)
    throw Exhausted(Resource::time, fmt::format("more than {:g} s", *allowed_seconds_));
  if (formula_deadline_ && now >= *formula_deadline_)
    throw Exhausted(Resource::time,
                    fmt::format("more than {:g} s for this formula", *formula_seconds_));
}

void Budget::charge(std::uint64_t bytes) {
  if (bytes > std::numeric_limits<std::uint64_t>::max() - used_)
    throw Exhausted(Resource::memory, "more than any machine has");
  used_ += bytes;
  peak_ = std::max(peak_, used_);
  if (bytes_ && used_ > *bytes_) {
    throw Exhausted(Resource::memory, fmt::format("more than {} bytes", *bytes_));
  }
  poll();
}

bool Budget::try_charge(std::uint64_t bytes) {
  if (bytes > bytes_left()) return false;
  used_ += bytes;
  peak_ = std::max(peak_, used_);
  return true;
}

void Budget::limit_formula(std::optional<double> seconds) {
  formula_seconds_ = seconds;
  formula_deadline_ = seconds ? std::optional(after(*seconds)) : std::nullopt;
}

void Budget::lift() {
  deadline_.reset();
  formula_deadline_.reset();
  cancel_ = nullptr;
}

std::uint64_t Budget::bytes_left() const {
  if (!bytes_) return std::numeric_limits<std::uint64_t>::max();
  return *bytes_ > used_ ? *bytes_ - used_ : 0;
}

double Budget::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace ken::base
