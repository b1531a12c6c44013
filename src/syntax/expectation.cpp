// Expectations among the comments.
//
// A comment is read as four pieces: its first word, what separates it from the next one, the value,
// and the rest.  "-- expect: true" in exactly this spelling is an expectation.  Everything near it
// would be a promise that nobody checks, so it is worth a warning; but comments are free, and a
// sentence that begins with "Expected" is none of ours.  Where the separator is a colon or the
// like, a word for a verdict is enough.  Without it, the verdict must also be the end of the
// clause.

#include "syntax/expectation.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "syntax/words.hpp"

namespace ken::syntax {
namespace {

constexpr auto keywords = std::to_array<std::string_view>(
    {"expect", "expects", "expected", "expecting", "expectation", "expectations"});
constexpr auto words_for_true = std::to_array<std::string_view>(
    {"true", "yes", "holds", "hold", "valid", "satisfied", "pass", "passes", "ok", "t", "tt", "1"});
constexpr auto words_for_false = std::to_array<std::string_view>(
    {"false", "no", "fails", "fail", "violated", "invalid", "f", "ff", "0"});

std::string in_lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// Takes the longest beginning of these letters off the text.
std::string_view take(std::string_view& text, std::string_view letters) {
  const std::string_view taken =
      text.substr(0, std::min(text.find_first_not_of(letters), text.size()));
  text.remove_prefix(taken.size());
  return taken;
}

std::string_view take_word(std::string_view& text, std::string_view delimiters) {
  const std::string_view word = text.substr(0, text.find_first_of(delimiters));
  text.remove_prefix(word.size());
  return word;
}

struct Pieces {
  std::string_view keyword, separator, value, rest;
};

Pieces split(std::string_view comment) {
  constexpr std::string_view blanks = " \t\r";
  Pieces pieces;
  take(comment, "- \t");
  pieces.keyword = take_word(comment, " \t\r:=;,.(->");
  pieces.separator = take(comment, " \t\r:=;->");
  pieces.value = take_word(comment, " \t\r,;.(!");
  pieces.rest = comment;
  take(pieces.rest, blanks);
  return pieces;
}

std::optional<bool> guess_verdict(std::string_view value) {
  const std::string lower = in_lower_case(value);
  if (contains(words_for_true, lower)) return true;
  if (contains(words_for_false, lower)) return false;
  return std::nullopt;
}

bool is_truth_value(std::string_view value) {
  const std::string lower = in_lower_case(value);
  return lower == "true" || lower == "false";
}

// A comment that is not spelt as it should be, but was meant.
bool is_near_miss(const Pieces& p) {
  constexpr std::size_t longest_keyword = 16;
  if (p.keyword.size() > longest_keyword) return false;
  const std::string word = in_lower_case(p.keyword);
  const bool separated = p.separator.find_first_not_of(" \t\r") != std::string_view::npos;
  const bool clause_ends = p.rest.empty() || p.rest.find_first_of(",;.(!") == 0;
  const std::vector<std::string> right{"expect"};
  if (!contains(keywords, word))
    return separated && is_truth_value(p.value) && word.starts_with('e') &&
           base::find_nearest(word, right);
  if (separated)
    return guess_verdict(p.value) || (word == "expect" && !p.value.empty() && p.rest.empty());
  return clause_ends && guess_verdict(p.value) && p.value.size() > 1;
}

}  // namespace

std::optional<Expectation> read_expectation(std::string_view comment) {
  const Pieces pieces = split(comment);
  const bool keyword = pieces.keyword == "expect" && pieces.separator.starts_with(':') &&
                       pieces.separator.find_last_not_of(" \t") == 0;
  if (keyword && (pieces.value == "true" || pieces.value == "false"))
    return Expectation{true, pieces.value == "true"};
  if (keyword || is_near_miss(pieces)) return Expectation{false, guess_verdict(pieces.value)};
  return std::nullopt;
}

}  // namespace ken::syntax
