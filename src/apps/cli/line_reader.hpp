#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ken::apps {

// A line that was read, without its end.
struct InputLine {
  std::string text;
  bool too_long = false;  // and cut
};

// Lines from standard input: on a terminal with editing, a history, and words that are completed;
// from a pipe as they come, up to a length.
class LineReader {
 public:
  LineReader(bool terminal, std::string prompt, std::vector<std::string> words);
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  // Nothing at the end of the input.  A line that is abandoned with Ctrl-C is empty.
  [[nodiscard]] std::optional<InputLine> read();

 private:
  class Editor;
  [[nodiscard]] std::optional<InputLine> read_from_pipe();

  std::unique_ptr<Editor> editor_;  // on a terminal
  std::string buffer_;              // read, and not yet handed out
  std::size_t start_ = 0;
  bool ended_ = false;
};

}  // namespace ken::apps
