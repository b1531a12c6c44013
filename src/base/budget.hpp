#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/memory_pool.hpp"
#include "base/reads.hpp"

namespace ken::base {

enum class Resource : std::uint8_t { time, memory, cancelled, arithmetic, second_opinion, work };

// The one exception of ken: something ran out.  It ends in the verdict "unknown" with this reason.
class Exhausted : public std::runtime_error {
 public:
  Exhausted(Resource resource, const std::string& detail);
  [[nodiscard]] Resource resource() const { return resource_; }

 private:
  Resource resource_;
};

// What a run may use; unset is without limit.
struct Limits {
  std::optional<double> seconds;      // by the clock on the wall
  std::optional<double> cpu_seconds;  // of the thread that makes the budget
  std::optional<std::uint64_t> bytes;
  std::stop_token stop;
  // When the seconds began, if that was before the budget is made.
  std::optional<std::chrono::steady_clock::time_point> since{};
};

// What a run may use.  One thread makes it and charges; any thread may request a stop.
// Protocol: charge() before memory is taken, release() when it is given back, check_limits() in
// long loops.
//
// Several runs in one process divide what a parent has: each has a child, made and charged by the
// thread of that run.  The bytes of all children together are limited by the parent's; a child ends
// at the parent's deadline or stop if its own is later.  What a child still holds when it is
// destroyed goes back to the parent.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  Budget() : Budget(Limits{}) {}
  explicit Budget(const Limits& limits);
  Budget(std::optional<double> seconds, std::optional<std::uint64_t> bytes,
         std::stop_token stop = {});
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
  ~Budget() { pool_->give_back(used_); }

  // Any thread may ask for a child while nobody changes the limits of this one.
  [[nodiscard]] Budget child(const Limits& limits) const { return {*this, limits}; }

  // Throws Exhausted when the time is up or somebody cancelled; cheap enough for inner loops.
  void check_limits() {
    if ((++checks_ & 0xFFU) == 0) check_limits_now();
  }
  void check_limits_now() const;
  // A request to stop is obeyed at once, the clock looked at now and then.
  void check_stop_now() {
    check_stop();
    check_limits();
  }
  // Throws Exhausted, and then nothing is charged.
  void charge(std::uint64_t bytes);
  // The same, but says no instead of throwing and does not look at the clock.
  [[nodiscard]] bool try_charge(std::uint64_t bytes);
  void release(std::uint64_t bytes);

  // The next of several tasks: it has so many seconds from now on, and the token ends it.
  void begin_task(std::optional<double> seconds, std::stop_token stop);

  // A narrower deadline for one formula; nullopt takes it off again.
  void limit_formula(std::optional<double> seconds);
  class Interlude;

  // So many more seconds of CPU time, if no more were allowed before.
  void limit_cpu(double seconds);

  // Somebody was refused what it needed: the peak is all there was.
  void note_overrun();

  // Called a few times a second from check_limits(), to say how far the run is.
  void set_pulse(std::function<void()> pulse) { pulse_ = std::move(pulse); }

  // Counts the reads of arenas made under this budget and its children, for tests: see reads.hpp.
  // The number must outlive the arenas.
  void count_reads(std::uint64_t& total) { reads_ = Reads(&total); }
  [[nodiscard]] Reads reads() const { return reads_; }

  // What is left to do is short: neither clock nor cancelling ends it.
  void lift();

  [[nodiscard]] std::uint64_t peak_bytes() const { return peak_; }
  [[nodiscard]] std::uint64_t used_bytes() const { return used_; }
  // What may still be charged.
  [[nodiscard]] std::uint64_t bytes_left() const;
  [[nodiscard]] double seconds() const;
  // Until the deadline of the whole run; nothing if there is none.
  [[nodiscard]] std::optional<double> seconds_left() const;
  // Of the calling thread, which made the budget.
  [[nodiscard]] double cpu_seconds() const;

 private:
  struct Deadline {
    Clock::time_point at;
    double allowed;  // seconds
  };

  Budget(const Budget& parent, const Limits& limits);
  void check_stop() const;
  [[nodiscard]] static Deadline after(Clock::time_point start, double seconds);

  Clock::time_point start_;
  double cpu_start_;
  std::optional<Deadline> deadline_;
  std::optional<Deadline> formula_deadline_;
  std::optional<double> most_cpu_seconds_;
  std::optional<std::uint64_t> most_bytes_;
  std::vector<std::stop_token> stops_;  // its own and those of all above it
  std::shared_ptr<MemoryPool> pool_;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
  std::uint32_t checks_ = 0;
  Reads reads_;
  std::function<void()> pulse_;
  mutable Clock::time_point next_pulse_ = start_;
};

// For as long as it lives something is done for all formulas, and the deadline of one waits.
class Budget::Interlude {
 public:
  explicit Interlude(Budget& budget)
      : budget_(budget),
        deadline_(std::exchange(budget.formula_deadline_, std::nullopt)),
        start_(Clock::now()) {}
  Interlude(const Interlude&) = delete;
  Interlude& operator=(const Interlude&) = delete;
  ~Interlude() {
    if (deadline_) deadline_->at += Clock::now() - start_;
    budget_.formula_deadline_ = deadline_;
  }

 private:
  Budget& budget_;
  std::optional<Deadline> deadline_;
  Clock::time_point start_;
};

// CPU time of the calling thread.
[[nodiscard]] double thread_cpu_seconds();

}  // namespace ken::base
