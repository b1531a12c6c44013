#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace ken::base {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// How many bytes the first one announces; 0 for a byte that starts nothing.
std::size_t announced_length(unsigned char first) {
  if (first < 0x80U) return 1;
  if (first >= 0xC2U && first <= 0xDFU) return 2;
  if (first >= 0xE0U && first <= 0xEFU) return 3;
  if (first >= 0xF0U && first <= 0xF4U) return 4;
  return 0;
}

// Overlong forms, surrogates and what lies past U+10FFFF are not characters.
bool second_byte_fits(unsigned char first, unsigned char second) {
  if (first == 0xE0U) return second >= 0xA0U;
  if (first == 0xEDU) return second <= 0x9FU;
  if (first == 0xF0U) return second >= 0x90U;
  if (first == 0xF4U) return second <= 0x8FU;
  return true;
}

// Damerau's distance (optimal string alignment), given up as soon as it must exceed the limit.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit) return limit + 1;
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    if (*std::min_element(row.begin(), row.end()) > limit) return limit + 1;
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

std::size_t character_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = announced_length(first);
  if (length < 2) return 1;
  if (at + length > text.size()) return 1;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(text[at + i])) return 1;
  return second_byte_fits(first, static_cast<unsigned char>(text[at + 1])) ? length : 1;
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += character_length(text, i)) ++count;
  return count;
}

std::string make_printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    if (length == 1 && (byte >= 0x80U || (byte < 0x20U && byte != '\t') || byte == 0x7FU))
      result += fmt::format("\\x{:02X}", byte);
    else
      result += text.substr(i, length);
    i += length;
  }
  return result;
}

std::string shorten(std::string_view text, std::size_t most) {
  std::size_t count = 0;
  std::size_t keep = 0;
  for (std::size_t i = 0; i < text.size(); i += character_length(text, i)) {
    if (count + 3 <= most) keep = i;
    if (++count > most) return std::string(text.substr(0, keep)) + "...";
  }
  return std::string(text);
}

std::string quote_for_dot(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + "\"";
}

std::string collapse_blanks(std::string_view text) {
  std::string result;
  bool pending = false;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      pending = !result.empty();
    } else {
      if (pending) result += ' ';
      pending = false;
      result += c;
    }
  }
  return result;
}

std::optional<std::string> find_nearest(std::string_view wanted,
                                        std::span<const std::string> candidates) {
  constexpr std::size_t longest_compared = 200;
  if (wanted.empty() || wanted.size() > longest_compared) return std::nullopt;
  const std::size_t limit =
      wanted.size() <= 2 ? 1 : std::min<std::size_t>(3, wanted.size() / 3 + 1);
  std::optional<std::string> best;
  std::size_t best_distance = limit + 1;
  const std::string folded = lower(wanted);
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest_compared || candidate == wanted) continue;
    const std::size_t distance =
        lower(candidate) == folded ? 0 : edit_distance(wanted, candidate, limit);
    if (distance < best_distance && distance < std::max(wanted.size(), candidate.size())) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string count_in_words(std::uint64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

}  // namespace ken::base
