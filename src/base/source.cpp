#include "base/source.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/check.hpp"
#include "base/text.hpp"

namespace ken::base {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t long_line = 4096;  // bytes

}  // namespace

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  CHECK(text_.size() < std::numeric_limits<std::uint32_t>::max(), "offsets are 32 bits wide");
  line_starts_.push_back(begin());
  for (std::size_t i = begin(); i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
}

std::uint32_t SourceFile::begin() const {
  return text_.starts_with(byte_order_mark) ? std::uint32_t{3} : std::uint32_t{0};
}

std::string_view SourceFile::text(Range range) const {
  const std::size_t end = std::min<std::size_t>(range.end, text_.size());
  const std::size_t from = std::min<std::size_t>(range.begin, end);
  return std::string_view(text_).substr(from, end - from);
}

std::uint32_t SourceFile::line_number(std::uint32_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(1, next - line_starts_.begin()));
}

Position SourceFile::position(std::uint32_t offset) const {
  const auto at = std::min<std::size_t>(std::max(offset, begin()), text_.size());
  const std::uint32_t line = line_number(static_cast<std::uint32_t>(at));
  std::size_t start = line_starts_[line - 1];
  std::size_t characters = 0;
  if (at - start > long_line) {
    std::call_once(measured_, [this] { set_milestones(); });
    const auto behind =
        std::ranges::upper_bound(milestones_, at, {}, [](const Milestone& m) { return m.offset; });
    start = std::prev(behind)->offset;
    characters = std::prev(behind)->characters;
  }
  characters += count_characters(std::string_view(text_).substr(start, at - start));
  return {line, static_cast<std::uint32_t>(characters + 1)};
}

// At the start of each long line, and then at the first character behind every so many bytes.
void SourceFile::set_milestones() const {
  for (std::size_t i = 0; i < line_starts_.size(); ++i) {
    const std::size_t end = i + 1 < line_starts_.size() ? line_starts_[i + 1] : text_.size();
    std::size_t at = line_starts_[i];
    if (end - at <= long_line) continue;
    std::uint32_t characters = 0;
    milestones_.push_back({line_starts_[i], 0});
    for (; at < end; at += character_length(text_, at), ++characters)
      if (at - milestones_.back().offset >= long_line)
        milestones_.push_back({static_cast<std::uint32_t>(at), characters});
  }
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const std::size_t start = line_starts_[number - 1];
  const std::size_t end = number < line_starts_.size() ? line_starts_[number] : text_.size();
  std::string_view line = std::string_view(text_).substr(start, end - start);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

std::uint32_t SourceFile::line_count() const {
  return static_cast<std::uint32_t>(line_starts_.size());
}

}  // namespace ken::base
