#include "apps/cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace ken::apps {
namespace {

// 0 when everything is written, else the error.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

}  // namespace

int worse(int a, int b) {
  const auto rank = [](int status) {
    return status == 2 ? 3 : status == 1 ? 2 : status == 3 ? 1 : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

void Output::print(std::string_view text) {
  if (closed_) return;
  const int trouble = write_all(STDOUT_FILENO, text);
  closed_ = trouble != 0;
  failed_ = closed_ && trouble != EPIPE;
  if (failed_) say(fmt::format("ken: cannot write the answer: {}\n", std::strerror(trouble)));
}

int print_answer(std::string_view text, int status) {
  Output output;
  output.print(text);
  return output.status(status);
}

void say(std::string_view text) { static_cast<void>(write_all(STDERR_FILENO, text)); }

}  // namespace ken::apps
