#include "base/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
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
    case Resource::second_opinion:
      return "second opinion: " + detail;
    case Resource::work:
      return "work: " + detail;
  }
  return detail;
}

// Without limit; also what one sum of bytes cannot exceed.
constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

constexpr std::chrono::milliseconds between_pulses{200};

}  // namespace

Exhausted::Exhausted(Resource resource, const std::string& detail)
    : std::runtime_error(reason(resource, detail)), resource_(resource) {}

double thread_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// A year is for ever, and keeps the clock's arithmetic from overflowing.
Budget::Deadline Budget::after(Clock::time_point start, double seconds) {
  constexpr double year = 366.0 * 24 * 3600;
  const std::chrono::duration<double> wait(std::clamp(seconds, 0.0, year));
  return {start + std::chrono::duration_cast<Clock::duration>(wait), seconds};
}

Budget::Budget(const Limits& limits)
    : start_(limits.since.value_or(Clock::now())),
      cpu_start_(thread_cpu_seconds()),
      most_cpu_seconds_(limits.cpu_seconds),
      most_bytes_(limits.bytes),
      stops_{limits.stop},
      pool_(std::make_shared<MemoryPool>(limits.bytes.value_or(endless))) {
  if (limits.seconds) deadline_ = after(start_, *limits.seconds);
}

Budget::Budget(std::optional<double> seconds, std::optional<std::uint64_t> bytes,
               std::stop_token stop)
    : Budget(Limits{seconds, std::nullopt, bytes, std::move(stop), std::nullopt}) {}

Budget::Budget(const Budget& parent, const Limits& limits)
    : start_(limits.since.value_or(Clock::now())),
      cpu_start_(thread_cpu_seconds()),
      deadline_(parent.deadline_),
      formula_deadline_(parent.formula_deadline_),
      most_cpu_seconds_(limits.cpu_seconds),
      most_bytes_(limits.bytes),
      stops_(parent.stops_),
      pool_(parent.pool_),
      reads_(parent.reads_) {
  stops_.push_back(limits.stop);
  if (!limits.seconds) return;
  const Deadline own = after(start_, *limits.seconds);
  if (!deadline_ || own.at < deadline_->at) deadline_ = own;
}

void Budget::check_stop() const {
  for (const std::stop_token& stop : stops_)
    if (stop.stop_requested()) throw Exhausted(Resource::cancelled, "");
}

void Budget::check_limits_now() const {
  check_stop();
  if (most_cpu_seconds_ && cpu_seconds() >= *most_cpu_seconds_)
    throw Exhausted(Resource::time, fmt::format("more than {:g} s of CPU", *most_cpu_seconds_));
  if (!deadline_ && !formula_deadline_ && !pulse_) return;
  const auto now = Clock::now();
  if (deadline_ && now >= deadline_->at)
    throw Exhausted(Resource::time, fmt::format("more than {:g} s", deadline_->allowed));
  if (formula_deadline_ && now >= formula_deadline_->at)
    throw Exhausted(Resource::time,
                    fmt::format("more than {:g} s for this formula", formula_deadline_->allowed));
  if (!pulse_ || now < next_pulse_) return;
  next_pulse_ = now + between_pulses;
  pulse_();
}

void Budget::charge(std::uint64_t bytes) {
  check_limits();
  if (try_charge(bytes)) return;
  if (bytes > endless - used_) throw Exhausted(Resource::memory, "more than any machine has");
  const bool own = most_bytes_ && bytes > *most_bytes_ - used_;
  throw Exhausted(Resource::memory,
                  own ? fmt::format("more than {} bytes", *most_bytes_)
                      : fmt::format("more than {} bytes for all checks together", pool_->size()));
}

bool Budget::try_charge(std::uint64_t bytes) {
  if (most_bytes_ && bytes > *most_bytes_ - used_) return false;
  if (!pool_->take(bytes)) return false;
  used_ += bytes;
  peak_ = std::max(peak_, used_);
  return true;
}

void Budget::release(std::uint64_t bytes) {
  const std::uint64_t held = std::min(bytes, used_);
  pool_->give_back(held);
  used_ -= held;
}

void Budget::begin_task(std::optional<double> seconds, std::stop_token stop) {
  deadline_ = seconds ? std::optional(after(Clock::now(), *seconds)) : std::nullopt;
  stops_ = {std::move(stop)};
}

void Budget::limit_formula(std::optional<double> seconds) {
  formula_deadline_ = seconds ? std::optional(after(Clock::now(), *seconds)) : std::nullopt;
}

void Budget::limit_cpu(double seconds) {
  const double most = cpu_seconds() + seconds;
  most_cpu_seconds_ = std::min(most, most_cpu_seconds_.value_or(most));
}

void Budget::note_overrun() { peak_ = std::max(peak_, used_ + bytes_left()); }

void Budget::lift() {
  deadline_.reset();
  formula_deadline_.reset();
  most_cpu_seconds_.reset();
  stops_.clear();
}

std::uint64_t Budget::bytes_left() const {
  return std::min(pool_->left(), most_bytes_ ? *most_bytes_ - used_ : endless);
}

double Budget::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

std::optional<double> Budget::seconds_left() const {
  if (!deadline_) return {};
  const std::chrono::duration<double> left = deadline_->at - Clock::now();
  return std::max(0.0, left.count());
}

double Budget::cpu_seconds() const { return thread_cpu_seconds() - cpu_start_; }

}  // namespace ken::base
