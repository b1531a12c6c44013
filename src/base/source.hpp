#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ken::base {

// Bytes [begin, end) of a SourceFile.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool operator==(const Range&) const = default;
};

[[nodiscard]] constexpr Range span(Range from, Range to) { return {from.begin, to.end}; }

// Both count from one; a column is a character, whatever its width on the screen.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  bool operator==(const Position&) const = default;
};

// One text with its name and its line table.  Immutable, shared by everything that points into it.
// A byte-order mark at the start is part of the text but of no column; a line ends at LF, CR LF
// or a lone CR.
class SourceFile {
 public:
  SourceFile(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view text(Range range) const;
  [[nodiscard]] Position position(std::uint32_t offset) const;
  [[nodiscard]] std::uint32_t line_number(std::uint32_t offset) const;
  // The line without its line break; empty past the end.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;
  [[nodiscard]] std::uint32_t line_count() const;
  // Where the text proper begins: after the byte-order mark, if there is one.
  [[nodiscard]] std::uint32_t begin() const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
  // How many characters of a long line stand before some of its places; found when first asked
  // for, so that many positions in one line do not count it again and again.
  struct Milestone {
    std::uint32_t offset;
    std::uint32_t characters;
  };
  void set_milestones() const;
  mutable std::once_flag measured_;
  mutable std::vector<Milestone> milestones_;  // ascending
};

using Source = std::shared_ptr<const SourceFile>;

[[nodiscard]] inline Source make_source(std::string name, std::string text) {
  return std::make_shared<const SourceFile>(std::move(name), std::move(text));
}

}  // namespace ken::base
