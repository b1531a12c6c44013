#pragma once
#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/codes.hpp"
#include "base/source.hpp"
#include "base/style.hpp"

namespace ken::base {

// A second place that belongs to a diagnostic ("first declared here").
struct Related {
  Source source;
  Range range;
  std::string message;
};

struct Diagnostic {
  Code code;
  Source source;
  Range range;
  std::string message;
  std::string hint;  // what to do about it; may be empty
  std::vector<Related> related;
  // Lines of a run of the model that shows it, or one that says why it is left out; may be empty.
  std::vector<std::string> trace;

  [[nodiscard]] Severity severity() const { return row(code).severity; }
};

// Where everybody who reads the user's text leaves what is wrong with it.  Keeps the first hundred
// errors and the first thousand warnings and notes each, so that hostile input costs no more than
// that, and counts the rest.
// Of two errors at one place only the first is kept: one mistake, one message.
class Diagnostics {
 public:
  template <class... Args>
  Diagnostic& add(const Source& source, Range range, Code code, const Args&... args) {
    return push({.code = code,
                 .source = source,
                 .range = range,
                 .message = fmt::format(fmt::runtime(row(code).wording), args...),
                 .hint = {},
                 .related = {},
                 .trace = {}});
  }
  // Whether the same is said somewhere in the text.
  template <class... Args>
  [[nodiscard]] bool says(const Source& source, Code code, const Args&... args) const {
    return has_message(source, code, fmt::format(fmt::runtime(row(code).wording), args...));
  }
  void append(const Diagnostics& other);
  void append(Diagnostic diagnostic) { push(std::move(diagnostic)); }
  // Takes out remarks, warnings and notes, that the predicate holds for.
  void remove_remarks(const std::function<bool(const Diagnostic&)>& unwanted);
  // Drops whatever would come after a mistake that makes nonsense of the rest.
  void close() { closed_ = true; }
  [[nodiscard]] bool closed() const { return closed_; }

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  // No further error will be shown, so nobody needs to think about its hint.
  [[nodiscard]] bool saturated() const;
  [[nodiscard]] std::size_t errors() const { return errors_; }
  [[nodiscard]] std::size_t not_shown() const { return dropped_; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return kept_; }
  // Of the first diagnostic with this code, if it was kept.
  void set_trace(Code code, std::vector<std::string> lines);
  // By file, then place; diagnostics of one place keep their order.
  void sort();

 private:
  Diagnostic& push(Diagnostic diagnostic);
  [[nodiscard]] bool has_message(const Source& source, Code code, const std::string& message) const;

  std::vector<Diagnostic> kept_;
  Diagnostic surplus_{};
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  std::size_t notes_ = 0;
  std::size_t dropped_ = 0;
  bool closed_ = false;
};

[[nodiscard]] std::string_view name(Severity severity);

// file:line:column: severity CODE: message, the line, a caret, the hint.
[[nodiscard]] std::string to_text(const Diagnostic& diagnostic, Style style = Style::plain);

}  // namespace ken::base
