// The only file that sees libedit.
//
// While a line is edited the terminal sends no signal for Ctrl-C but the character, which is bound
// to giving up the line: so nothing runs in a signal handler, and Ctrl-C during a command is what
// Interrupts make of it.

#include "apps/cli/line_reader.hpp"

#include <histedit.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>

namespace ken::apps {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20U;

// What all of them begin with.
std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& word : words) {
    const auto [here, there] =
        std::mismatch(common.begin(), common.end(), word.begin(), word.end());
    common.erase(here, common.end());
  }
  return common;
}

}  // namespace

// One terminal; libedit hands it back to the functions that keys are bound to.
class LineReader::Editor {
 public:
  Editor(std::string prompt, std::vector<std::string> words)
      : prompt_(std::move(prompt)),
        words_(std::move(words)),
        history_(::history_init()),
        edit_(::el_init("ken", stdin, stdout, stderr)) {
    HistEvent event{};
    ::history(history_, &event, H_SETSIZE, 1000);
    ::history(history_, &event, H_SETUNIQUE, 1);
    ::el_set(edit_, EL_CLIENTDATA, this);
    ::el_set(edit_, EL_PROMPT, &show_prompt);
    ::el_set(edit_, EL_EDITOR, "emacs");
    ::el_set(edit_, EL_HIST, &::history, history_);
    ::el_set(edit_, EL_SETTY, "-d", "-isig", nullptr);
    // The wide form: the other one copies the names and never frees them.
    ::el_wset(edit_, EL_ADDFN, L"ken-abandon", L"Give up the line", &abandon);
    ::el_set(edit_, EL_BIND, "^C", "ken-abandon", nullptr);
    ::el_wset(edit_, EL_ADDFN, L"ken-complete", L"Complete the word", &complete);
    ::el_set(edit_, EL_BIND, "^I", "ken-complete", nullptr);
    ::el_set(edit_, EL_BIND, "^D", "em-delete-or-list", nullptr);
    ::el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;
  ~Editor() {
    ::el_end(edit_);
    ::history_end(history_);
  }

  std::optional<InputLine> read() {
    abandoned_ = false;
    int length = 0;
    const char* const line = ::el_gets(edit_, &length);
    if (line == nullptr || length <= 0) return {};
    if (abandoned_) {
      std::fputs("^C\n", stdout);
      std::fflush(stdout);
      return InputLine{};
    }
    std::string text(line, static_cast<std::size_t>(length));
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    HistEvent event{};
    if (!text.empty()) ::history(history_, &event, H_ENTER, text.c_str());
    return InputLine{std::move(text)};
  }

 private:
  static Editor& self(EditLine* edit) {
    void* found = nullptr;
    ::el_get(edit, EL_CLIENTDATA, &found);
    return *static_cast<Editor*>(found);
  }
  static char* show_prompt(EditLine* edit) { return self(edit).prompt_.data(); }

  static unsigned char abandon(EditLine* edit, int) {
    self(edit).abandoned_ = true;
    return CC_NEWLINE;
  }

  static unsigned char complete(EditLine* edit, int) {
    const LineInfo* const line = ::el_line(edit);
    const std::string_view before(line->buffer,
                                  static_cast<std::size_t>(line->cursor - line->buffer));
    const std::size_t blank = before.find_last_of(" ,=(");
    const std::string_view begun =
        blank == std::string_view::npos ? before : before.substr(blank + 1);
    std::vector<std::string> fitting;
    for (const std::string& word : self(edit).words_)
      if (word.starts_with(begun)) fitting.push_back(word);
    if (fitting.empty()) return CC_ERROR;
    std::string rest = common_beginning(fitting).substr(begun.size());
    if (fitting.size() == 1) rest += " ";
    if (rest.empty() || ::el_insertstr(edit, rest.c_str()) != 0) return CC_ERROR;
    return CC_REFRESH;
  }

  std::string prompt_;
  std::vector<std::string> words_;
  bool abandoned_ = false;
  History* history_;
  EditLine* edit_;
};

LineReader::LineReader(bool terminal, std::string prompt, std::vector<std::string> words) {
  if (terminal) editor_ = std::make_unique<Editor>(std::move(prompt), std::move(words));
}

LineReader::~LineReader() = default;

std::optional<InputLine> LineReader::read() { return editor_ ? editor_->read() : read_from_pipe(); }

std::optional<InputLine> LineReader::read_from_pipe() {
  InputLine line;
  for (;;) {
    const std::size_t end = std::min(buffer_.find('\n', start_), buffer_.size());
    const std::size_t room = longest_line - line.text.size();
    line.text.append(buffer_, start_, std::min(end - start_, room));
    line.too_long = line.too_long || end - start_ > room;
    if (end < buffer_.size()) {
      start_ = end + 1;
      return line;
    }
    start_ = 0;
    buffer_.clear();
    if (ended_ && line.text.empty()) return {};
    if (ended_) return line;
    std::array<char, 65536> bytes{};
    ::ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    while (got < 0 && errno == EINTR) got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    ended_ = got <= 0;
    if (got > 0) buffer_.assign(bytes.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace ken::apps
