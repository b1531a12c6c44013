#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace ken::base {

enum class Resource : std::uint8_t { time, memory, cancelled, arithmetic };

// The one exception of ken: something ran out.  It ends in the verdict "unknown" with this reason.
class Exhausted : public std::runtime_error {
 public:
  Exhausted(Resource resource, const std::string& detail);
  [[nodiscard]] Resource resource() const { return resource_; }

 private:
  Resource resource_;
};

// What a run may use.  One thread charges; any thread (a signal handler too) may cancel.
// Protocol: charge() before memory is taken, release() when it is given back, poll() in long loops.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  Budget() = default;
  Budget(std::optional<double> seconds, std::optional<std::uint64_t> bytes,
         const std::atomic<bool>* cancel = nullptr);

  // Throws Exhausted when the time is up or somebody cancelled; cheap enough for inner loops.
  void poll() {
    if ((++polls_ & 0xFFU) == 0) look();
  }
  void look() const;
  void charge(std::uint64_t bytes);
  // The same, but says no instead of throwing and does not look at the clock.
  [[nodiscard]] bool try_charge(std::uint64_t bytes);
  void release(std::uint64_t bytes) { used_ -= bytes < used_ ? bytes : used_; }

  // A narrower deadline for one formula; nullopt takes it off again.
  void limit_formula(std::optional<double> seconds);

  // What is left to do is short: neither clock nor cancelling ends it.
  void lift();

  [[nodiscard]] std::uint64_t peak_bytes() const { return peak_; }
  // What may still be charged.
  [[nodiscard]] std::uint64_t bytes_left() const;
  [[nodiscard]] double seconds() const;

 private:
  Clock::time_point start_ = Clock::now();
  std::optional<double> allowed_seconds_;
  std::optional<double> formula_seconds_;
  std::optional<Clock::time_point> deadline_;
  std::optional<Clock::time_point> formula_deadline_;
  std::optional<std::uint64_t> bytes_;
  const std::atomic<bool>* cancel_ = nullptr;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
  std::uint32_t polls_ = 0;
};

}  // namespace ken::base
