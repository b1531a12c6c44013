#include "base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

namespace ken::base {
namespace {

constexpr std::size_t largest_text = std::size_t{1} << 30U;

class Descriptor {
 public:
  explicit Descriptor(int fd, bool owned = true) : fd_(fd), owned_(owned) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (owned_ && fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  // Closing may be the moment a full disk is noticed.
  [[nodiscard]] bool close() {
    owned_ = false;
    return ::close(fd_) == 0;
  }

 private:
  int fd_;
  bool owned_;
};

std::string because(const std::string& path) {
  return fmt::format("{}: {}", path, std::strerror(errno));
}

std::string write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::strerror(errno);
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

// With a budget, nobody waits for somebody who writes to a pipe.
int open_to_read(const std::string& path, const Budget* budget) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (budget != nullptr ? O_NONBLOCK : 0));
}

// Until there is something to read, or nothing will come any more.
void wait_for_input(int fd, const Budget& budget) {
  constexpr int glance = 20;  // milliseconds
  for (;;) {
    budget.check_limits_now();
    ::pollfd input{fd, POLLIN, 0};
    const int ready = ::poll(&input, 1, glance);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;  // an error is one of read() too
  }
}

std::string resolve_links(const std::string& path) {
  char* const real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string result = real;
  std::free(real);
  return result;
}

}  // namespace

std::string name_of(const std::string& path) { return path == "-" ? "<stdin>" : path; }

std::variant<Source, Unreadable> load(const std::string& path, const Budget* budget) {
  const bool standard_input = path == "-";
  const std::string name = name_of(path);
  const Descriptor file(standard_input ? STDIN_FILENO : open_to_read(path, budget),
                        !standard_input);
  if (file.get() < 0) return Unreadable{because(name)};
  struct stat status {};
  if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode))
    return Unreadable{
        fmt::format("{}: is a directory, and no file in it is of the kind that is wanted", name)};
  std::string text;
  std::vector<char> buffer(1U << 16U);  // not on the stack, which may be small
  for (;;) {
    if (budget != nullptr) wait_for_input(file.get(), *budget);
    const ::ssize_t n = ::read(file.get(), buffer.data(), buffer.size());
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n < 0) return Unreadable{because(name)};
    if (n == 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(n));
    if (text.size() > largest_text)
      return Unreadable{fmt::format("{}: larger than {} bytes", name, largest_text)};
  }
  return make_source(name, std::move(text));
}

// Links are followed one at a time, because the last one, in /proc/self/fd, leads to the file.
bool names_descriptor(const std::string& path) {
  constexpr int most_links = 40;
  std::filesystem::path at = path;
  std::error_code error;
  for (int i = 0; i < most_links; ++i) {
    const std::filesystem::path folder =
        std::filesystem::canonical(at.has_parent_path() ? at.parent_path() : ".", error);
    if (error) return false;
    if (folder.filename() == "fd" && folder.string().starts_with("/proc/")) return true;
    const std::filesystem::path target = std::filesystem::read_symlink(at, error);
    if (error) return false;
    at = target.is_absolute() ? target : folder / target;
  }
  return false;
}

std::string store(const std::string& path, std::string_view text) {
  const std::string target = resolve_links(path);
  std::string temporary = target + ".XXXXXX";
  Descriptor file(::mkstemp(temporary.data()));
  if (file.get() < 0) return because(path);
  struct stat status {};
  const ::mode_t mode = ::stat(target.c_str(), &status) == 0 ? status.st_mode & 07777U : 0644U;
  std::string trouble = write_all(file.get(), text);
  if (trouble.empty() && ::fchmod(file.get(), mode) != 0) trouble = std::strerror(errno);
  if (!file.close() && trouble.empty()) trouble = std::strerror(errno);
  if (trouble.empty() && ::rename(temporary.c_str(), target.c_str()) != 0)
    trouble = std::strerror(errno);
  if (trouble.empty()) return {};
  ::unlink(temporary.c_str());
  return fmt::format("{}: {}", path, trouble);
}

}  // namespace ken::base
