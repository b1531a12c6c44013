#pragma once
#include <atomic>
#include <cstdint>

namespace ken::base {

// Where a run is.  The thread that works writes it, any thread may read it.
struct Progress {
  std::atomic<const char*> stage{"reading"};  // a literal
  std::atomic<std::uint64_t> depth{0};
  std::atomic<double> states{0};  // about so many; 0: not counted yet
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<std::uint64_t> formulae_done{0};
  std::atomic<std::uint64_t> formulae{0};
};

}  // namespace ken::base
