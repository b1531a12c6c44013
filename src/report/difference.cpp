#include "report/difference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace ken::report {
namespace {

constexpr std::size_t widest_line = 100;

// The line that the place lies in, without its end.
std::string_view line_around(std::string_view text, std::size_t place) {
  const std::size_t before = place == 0 ? std::string_view::npos : text.rfind('\n', place - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, std::min(text.find('\n', place), text.size()) - begin);
}

std::string show_line(std::string_view line) {
  return base::shorten(base::make_printable(line), widest_line);
}

}  // namespace

std::string describe_difference(const base::SourceFile& source, std::string_view formatted) {
  const std::string_view text = source.text();
  const auto [here, there] =
      std::mismatch(text.begin(), text.end(), formatted.begin(), formatted.end());
  const auto place = static_cast<std::size_t>(here - text.begin());
  const base::Position at = source.position(static_cast<std::uint32_t>(place));
  std::string result =
      fmt::format("{}:{}:{}: not formatted, from here on\n", source.name(), at.line, at.column);
  const std::string is = show_line(line_around(text, place));
  const std::string wanted = show_line(line_around(formatted, place));
  if (is != wanted) result += fmt::format("  is         {}\n  should be  {}\n", is, wanted);
  return result;
}

}  // namespace ken::report
