#pragma once
#include <pthread.h>

#include <stop_token>
#include <thread>

namespace ken::apps {

// While it lives, the first Ctrl-C (SIGINT) or SIGTERM requests a stop and the second ends the
// process at once.  A thread of its own waits for the signal, so nothing runs in a signal handler.
// Made before other threads are, which inherit that the signal is not for them.  Where no thread
// can start, the first one ends the process.
class Interrupts {
 public:
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::thread waiter_;
};

}  // namespace ken::apps
