#include "base/source.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"
#include "base/text.hpp"

namespace ken::base {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

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
  const std::size_t start = line_starts_[line - 1];
  const auto before = std::string_view(text_).substr(start, at - start);
  return {line, static_cast<std::uint32_t>(count_characters(before) + 1)};
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
