#pragma once
#include <pthread.h>

#include <cstdint>

namespace ken::bdd::kernel {

// How deep the recursions of an operation may go.  Whichever thread begins the operation, they use
// at most half of its stack, and leave the other half to everybody else.
class StackGuard {
 public:
  // At the start of an operation, on the thread that carries it out.
  void begin();
  // The recursions have used what they may.
  [[nodiscard]] bool is_reached() const { return here() < lowest_; }

 private:
  [[nodiscard]] static std::uintptr_t here() {
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  }

  bool known_ = false;  // whose stack it is
  pthread_t thread_{};
  std::uintptr_t middle_ = 0;  // of the thread's stack, which grows downwards
  std::uintptr_t lowest_ = 0;
};

}  // namespace ken::bdd::kernel
