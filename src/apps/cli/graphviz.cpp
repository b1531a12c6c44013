#include "apps/cli/graphviz.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

namespace ken::apps {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds longest{20};
constexpr std::chrono::milliseconds between{5};

// Whether it ended by itself, and well.
bool ends_well(pid_t child) {
  const auto end = Clock::now() + longest;
  int status = 0;
  for (;;) {
    const pid_t done = ::waitpid(child, &status, WNOHANG);
    if (done == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (done < 0) return false;
    if (Clock::now() > end) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(between);
  }
}

}  // namespace

std::string draw_svg(const std::string& dot_file) {
  std::string svg = std::filesystem::path(dot_file).replace_extension(".svg").string();
  const std::string part = svg + ".part";
  std::array<std::string, 4> words{"dot", "-Tsvg", "-o" + part,
                                   std::filesystem::absolute(dot_file).string()};
  std::array<char*, 5> arguments{words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                                 nullptr};
  posix_spawn_file_actions_t actions;
  if (::posix_spawn_file_actions_init(&actions) != 0) return {};
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const bool started =
      ::posix_spawnp(&child, "dot", &actions, nullptr, arguments.data(), environ) == 0;
  ::posix_spawn_file_actions_destroy(&actions);
  std::error_code error;
  if (started && ends_well(child)) {
    std::filesystem::rename(part, svg, error);
    if (!error) return svg;
  }
  std::filesystem::remove(part, error);
  return {};
}

}  // namespace ken::apps
