#pragma once
#include <mutex>

#include "evidence/answer.hpp"

namespace ken::driver {

// An answer in the making.  The thread that works on it changes it, any thread may look at it: so
// what is known can be said even while the work is stuck in one long operation.
class Draft {
 public:
  explicit Draft(evidence::Answer answer) : answer_(std::move(answer)) {}

  template <class Change>
  void change(const Change& change) {
    const std::lock_guard lock(mutex_);
    change(answer_);
  }
  [[nodiscard]] evidence::Answer copy() const {
    const std::lock_guard lock(mutex_);
    return answer_;
  }
  // For the thread that works on it, which need not lock to read.
  [[nodiscard]] const evidence::Answer& mine() const { return answer_; }

 private:
  mutable std::mutex mutex_;
  evidence::Answer answer_;
};

// Every formula that is not decided yet is unknown for this reason.
void give_up(evidence::Answer& answer, const std::string& reason);

}  // namespace ken::driver
