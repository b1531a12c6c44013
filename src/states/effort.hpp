#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>

#include "base/budget.hpp"

namespace ken::states {

// Work that was done, in units of some nanoseconds, whatever the machine: a run that gives up for
// too much of it gives up at the same place always.  Asks the budget now and then, so whoever
// spends work checks no limits.  Budget and allowance must outlive it.
class Effort {
 public:
  // Says how much work is allowed in all, asked when what was allowed is spent; no more than that
  // is the end.
  using Allowance = std::function<std::uint64_t()>;

  explicit Effort(base::Budget& budget) : budget_(budget) {}

  // From now on; without an allowance there is no limit.
  void limit(Allowance allowance) {
    allowance_ = std::move(allowance);
    most_ = allowance_ ? allowance_() : endless;
    next_ = spent_;
  }
  // Throws Exhausted.
  void spend(std::uint64_t units) {
    spent_ += units;
    if (spent_ >= next_) [[unlikely]]
      pause();
  }

  [[nodiscard]] std::uint64_t spent() const { return spent_; }
  // How much of it went into rules: work that does not come again for every state.
  [[nodiscard]] std::uint64_t for_rules() const {
    return for_rules_ + (preparing_ ? spent_ - began_ : 0);
  }
  // For as long as it lives, what is spent is for rules.
  class Preparing {
   public:
    explicit Preparing(Effort& effort) : effort_(effort), outermost_(!effort.preparing_) {
      if (!outermost_) return;
      effort_.preparing_ = true;
      effort_.began_ = effort_.spent_;
    }
    Preparing(const Preparing&) = delete;
    Preparing& operator=(const Preparing&) = delete;
    ~Preparing() {
      if (!outermost_) return;
      effort_.for_rules_ = effort_.for_rules();
      effort_.preparing_ = false;
    }

   private:
    Effort& effort_;
    bool outermost_;
  };
  [[nodiscard]] base::Budget& budget() const { return budget_; }

 private:
  static constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t between_looks = 1U << 14U;

  void pause() {
    budget_.check_limits_now();
    if (spent_ >= most_) most_ = allowance_();
    if (spent_ >= most_)
      throw base::Exhausted(base::Resource::work, "the model is too large for a state at a time");
    next_ = spent_ + std::min(between_looks, most_ - spent_);
  }

  base::Budget& budget_;
  Allowance allowance_;
  std::uint64_t spent_ = 0;
  std::uint64_t for_rules_ = 0;
  std::uint64_t began_ = 0;
  bool preparing_ = false;
  std::uint64_t most_ = endless;
  std::uint64_t next_ = 0;
};

}  // namespace ken::states
