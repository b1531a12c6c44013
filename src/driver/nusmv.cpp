#include "driver/nusmv.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/text.hpp"

namespace ken::driver {
namespace {

constexpr int milliseconds_between_looks = 20;
constexpr std::size_t most_output = std::size_t{4} << 20U;

[[noreturn]] void give_up(const std::string& why) {
  throw base::Exhausted(base::Resource::second_opinion, why);
}

// A file that is gone when this is.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    if (error) give_up("there is no folder for temporary files");
    path_ = (folder / "ken-XXXXXX").string();
    const int file = ::mkstemp(path_.data());
    if (file < 0) give_up("cannot write to " + folder.string());
    bool good = true;
    for (std::size_t done = 0; good && done < text.size();) {
      const ssize_t written = ::write(file, text.data() + done, text.size() - done);
      good = written > 0;
      if (good) done += static_cast<std::size_t>(written);
    }
    good = ::close(file) == 0 && good;
    if (good) return;
    ::unlink(path_.c_str());
    give_up("cannot write to " + folder.string());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { ::unlink(path_.c_str()); }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A program and what it prints.  It does not outlive this.
class Child {
 public:
  Child(const std::string& program, const std::string& file, std::uint64_t most_bytes) {
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) give_up("no more files can be opened");
    output_ = pipe[0];
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::array<std::string, 3> words{program, "-dcx", file};
    std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
    const int failure =
        ::posix_spawn(&process_, program.c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    if (failure != 0) {
      ::close(output_);
      give_up("cannot start " + program);
    }
    const rlimit limit{most_bytes, most_bytes};
    ::prlimit(process_, RLIMIT_AS, &limit, nullptr);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (running_) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    ::close(output_);
  }

  // All it prints.
  [[nodiscard]] std::string read(base::Budget& budget) {
    std::string text;
    std::array<char, 65536> block{};
    for (;;) {
      budget.check_limits_now();
      pollfd ready{output_, POLLIN, 0};
      if (::poll(&ready, 1, milliseconds_between_looks) <= 0) continue;
      const ssize_t count = ::read(output_, block.data(), block.size());
      if (count <= 0) return text;
      text.append(block.data(), static_cast<std::size_t>(count));
      if (text.size() > most_output) give_up("it prints without end");
    }
  }

  // How it ended; empty if well.
  [[nodiscard]] std::string wait(base::Budget& budget) {
    int status = 0;
    while (::waitpid(process_, &status, WNOHANG) == 0) {
      budget.check_limits_now();
      ::poll(nullptr, 0, milliseconds_between_looks);
    }
    running_ = false;
    if (WIFSIGNALED(status)) return fmt::format("it was ended by signal {}", WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
      return fmt::format("it ended with exit status {}", WEXITSTATUS(status));
    return {};
  }

 private:
  pid_t process_ = 0;
  int output_ = -1;
  bool running_ = true;
};

std::optional<std::string> find_on_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::string file = folders.substr(0, end) + "/" + name;
    if (end > 0 && ::access(file.c_str(), X_OK) == 0) return file;
    folders.erase(0, end + 1);
  }
  return {};
}

// "-- specification ... is true", once.
std::optional<bool> find_verdict(const std::string& output) {
  std::optional<bool> found;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    const std::string_view line = std::string_view(output).substr(begin, end - begin);
    begin = end + 1;
    if (!line.starts_with("-- specification ")) continue;
    const bool yes = line.ends_with(" is true");
    if (found || (!yes && !line.ends_with(" is false"))) return {};
    found = yes;
  }
  return found;
}

}  // namespace

std::optional<std::string> find_nusmv() {
  const char* const named = std::getenv("KEN_NUSMV");
  if (named != nullptr && *named != '\0')
    return std::string_view(named).find('/') == std::string_view::npos ? find_on_path(named)
                                                                       : std::optional(named);
  for (const char* name : {"NuSMV", "nusmv", "nuXmv", "nuxmv"})
    if (auto found = find_on_path(name)) return found;
  return {};
}

bool ask_nusmv(const std::string& program, const std::string& text, base::Budget& budget) {
  const TemporaryFile file(text);
  Child child(program, file.path(), budget.bytes_left());
  const std::string output = child.read(budget);
  const std::string trouble = child.wait(budget);
  if (!trouble.empty()) give_up(trouble);
  const std::optional<bool> verdict = find_verdict(output);
  if (!verdict) give_up("it prints no verdict");
  return *verdict;
}

}  // namespace ken::driver
