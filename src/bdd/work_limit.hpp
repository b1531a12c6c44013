#pragma once
#include <algorithm>
#include <optional>
#include <utility>

#include "bdd/manager.hpp"

namespace ken::bdd {

// For as long as it lives, operations do so much more work at most: then they throw Exhausted.
// Limits inside each other hold all at once.
class WorkLimit {
 public:
  WorkLimit(Manager& manager, std::uint64_t work)
      : manager_(manager), before_(manager.most_work()), end_(add(manager.work(), work)) {
    manager_.limit_work(std::min(before_, end_));
  }
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;
  ~WorkLimit() { manager_.limit_work(before_); }

  [[nodiscard]] bool is_reached() const { return manager_.work() > end_; }

 private:
  [[nodiscard]] static std::uint64_t add(std::uint64_t done, std::uint64_t work) {
    return done + std::min(work, std::numeric_limits<std::uint64_t>::max() - done);
  }

  Manager& manager_;
  std::uint64_t before_;
  std::uint64_t end_;
};

// What is computed, or nothing if that takes more work than it may.
template <class Compute>
[[nodiscard]] auto compute_within(Manager& manager, std::uint64_t work, const Compute& compute)
    -> std::optional<decltype(compute())> {
  const WorkLimit limit(manager, work);
  try {
    return compute();
  } catch (const base::Exhausted& e) {
    if (e.resource() != base::Resource::work || !limit.is_reached()) throw;
  }
  return {};
}

}  // namespace ken::bdd
