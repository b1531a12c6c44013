#pragma once
#include <mutex>

#include "driver/event.hpp"

namespace ken::driver {

// An answer in the making, put together from the events of a check.  The thread of the check
// applies them, any thread may ask for a copy: so what is known can be said at any time.
class Draft {
 public:
  void apply(const Event& event);
  [[nodiscard]] evidence::Answer copy() const;

 private:
  mutable std::mutex mutex_;
  evidence::Answer answer_;
};

}  // namespace ken::driver
