#include "apps/cli/interrupts.hpp"

#include <csignal>

namespace ken::apps {
namespace {

constexpr int end_of_waiting = SIGUSR1;  // sent to the waiting thread alone

sigset_t set_of(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  return set;
}

void wait_for_interrupt(const std::stop_source& source) {
  sigset_t awaited = set_of(SIGINT);
  sigaddset(&awaited, end_of_waiting);
  int signal = 0;
  while (sigwait(&awaited, &signal) == 0 && signal == SIGINT) {
    source.request_stop();
    // The next one finds this thread, and does what it does by default.
    const sigset_t interrupt = set_of(SIGINT);
    pthread_sigmask(SIG_UNBLOCK, &interrupt, nullptr);
    sigdelset(&awaited, SIGINT);
  }
}

}  // namespace

Interrupts::Interrupts() {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;  // a shell may have started us with the signal ignored
  ::sigaction(SIGINT, &usual, nullptr);
  sigset_t both = set_of(SIGINT);
  sigaddset(&both, end_of_waiting);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &both, &before);
  waiter_ = std::thread([source = source_] { wait_for_interrupt(source); });
  if (sigismember(&before, end_of_waiting) == 0) {
    const sigset_t end = set_of(end_of_waiting);
    pthread_sigmask(SIG_UNBLOCK, &end, nullptr);
  }
}

Interrupts::~Interrupts() {
  pthread_kill(waiter_.native_handle(), end_of_waiting);
  waiter_.join();
  const sigset_t interrupt = set_of(SIGINT);
  pthread_sigmask(SIG_UNBLOCK, &interrupt, nullptr);
}

}  // namespace ken::apps
