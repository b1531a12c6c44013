#include "apps/cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace ken::apps {
namespace {

// Empty when everything is written.
std::string write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == EPIPE ? "" : std::strerror(errno);
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

}  // namespace

int print_answer(std::string_view text, int status) {
  const std::string trouble = write_all(STDOUT_FILENO, text);
  if (trouble.empty()) return status;
  say(fmt::format("ken: cannot write the answer: {}\n", trouble));
  return 2;
}

void say(std::string_view text) { static_cast<void>(write_all(STDERR_FILENO, text)); }

}  // namespace ken::apps
