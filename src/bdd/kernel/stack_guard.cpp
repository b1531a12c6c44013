// The stack of a thread is as large as whoever started it wished; only that of the first thread
// follows the limit of the process (ulimit -s), and where that is endless it may grow until it
// meets something else.  So the thread itself is asked (pthread_getattr_np), once for each thread
// that uses a kernel: for the first thread the answer costs a walk through the map of the process.

#include "bdd/kernel/stack_guard.hpp"

#include <algorithm>

namespace ken::bdd::kernel {
namespace {

constexpr std::uintptr_t usual_stack = std::uintptr_t{8} << 20U;
constexpr std::uintptr_t most_for_recursions = 4 * usual_stack;

std::uintptr_t middle_of_stack(std::uintptr_t here) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return here - usual_stack / 4;
  void* bottom = nullptr;
  std::size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &bottom, &size) == 0;
  pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<std::uintptr_t>(bottom) + size / 2 : here - usual_stack / 4;
}

}  // namespace

void StackGuard::begin() {
  if (!known_ || pthread_equal(thread_, pthread_self()) == 0) {
    thread_ = pthread_self();
    middle_ = middle_of_stack(here());
    known_ = true;
  }
  lowest_ = std::max(middle_, here() - most_for_recursions);
}

}  // namespace ken::bdd::kernel
