#include "apps/cli/interrupts.hpp"

#include <chrono>
#include <csignal>
#include <system_error>

namespace ken::apps {
namespace {

constexpr int end_of_waiting = SIGUSR1;  // sent to the waiting thread alone

// Both ask the run to end; who sends SIGTERM wants to see what is known just as well.
sigset_t requests_to_end() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

sigset_t with_end_of_waiting(sigset_t set) {
  sigaddset(&set, end_of_waiting);
  return set;
}

// One request may come twice: timeout(1) sends it to its child and to the group of the child.
// False if the waiting has an end meanwhile.
bool drop_repeats(const sigset_t& awaited) {
  constexpr auto moment = std::chrono::seconds(1);
  const auto until = std::chrono::steady_clock::now() + moment;
  for (auto left = until - std::chrono::steady_clock::now(); left.count() > 0;
       left = until - std::chrono::steady_clock::now()) {
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
    const timespec rest{static_cast<time_t>(nanoseconds / 1'000'000'000),
                        nanoseconds % 1'000'000'000};
    if (sigtimedwait(&awaited, nullptr, &rest) == end_of_waiting) return false;
  }
  return true;
}

// What was asked for is done; one that comes now, or waits to be delivered, would hide the status.
void ignore_repeats() {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
}

void wait_for_interrupt(const std::stop_source& source) {
  const sigset_t requests = requests_to_end();
  sigset_t awaited = with_end_of_waiting(requests);
  int signal = 0;
  while (sigwait(&awaited, &signal) == 0 && signal != end_of_waiting) {
    source.request_stop();
    if (!drop_repeats(awaited)) return;
    // The next one finds this thread, and does what it does by default.
    pthread_sigmask(SIG_UNBLOCK, &requests, nullptr);
    sigdelset(&awaited, SIGINT);
    sigdelset(&awaited, SIGTERM);
  }
}

}  // namespace

Interrupts::Interrupts() {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;  // a shell may have started us with the signal ignored
  ::sigaction(SIGINT, &usual, nullptr);
  const sigset_t blocked = with_end_of_waiting(requests_to_end());
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  try {
    waiter_ = std::thread([source = source_] { wait_for_interrupt(source); });
  } catch (const std::system_error&) {
    // Without the thread an interrupt ends the process at once.
    const sigset_t requests = requests_to_end();
    pthread_sigmask(SIG_UNBLOCK, &requests, nullptr);
  }
  if (sigismember(&before, end_of_waiting) == 0) {
    sigset_t end;
    sigemptyset(&end);
    end = with_end_of_waiting(end);
    pthread_sigmask(SIG_UNBLOCK, &end, nullptr);
  }
}

Interrupts::~Interrupts() {
  if (!waiter_.joinable()) return;
  pthread_kill(waiter_.native_handle(), end_of_waiting);
  waiter_.join();
  if (source_.stop_requested()) ignore_repeats();
  const sigset_t requests = requests_to_end();
  pthread_sigmask(SIG_UNBLOCK, &requests, nullptr);
}

}  // namespace ken::apps
