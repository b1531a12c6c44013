// Names that are nothing here, and what people mean who type them.

#include "model/foreign_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"
#include "syntax/foreign_words.hpp"
#include "syntax/operators.hpp"
#include "syntax/words.hpp"

namespace ken::model {
namespace {

constexpr auto deadlock_words = std::to_array<std::string_view>(
    {"deadlock", "Deadlock", "DEADLOCK", "deadlocked", "isdeadlock"});

// The text behind a place, without the blanks that it begins with.
std::string_view read_behind(const syntax::System& text, std::uint32_t place) {
  const std::string_view rest = text.source->text().substr(place);
  const std::size_t first = rest.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view{} : rest.substr(first);
}

// The word that a text begins with, behind blanks; f if there is none.
std::string_view read_word(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "f";
  const std::string_view rest = text.substr(first);
  const auto inside = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  const auto stop = std::find_if_not(rest.begin(), rest.end(), inside);
  const auto length = static_cast<std::size_t>(stop - rest.begin());
  return length == 0 ? "f" : rest.substr(0, length);
}

std::string to_lower(std::string_view word) {
  std::string result(word);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

}  // namespace

std::string explain_truth(std::string_view word) {
  const std::string lower = to_lower(word);
  if (lower == "true" || lower == "yes") return "write 'true'";
  return lower == "false" || lower == "no" ? "write 'false'" : "";
}

std::string explain_name_in_formula(const syntax::System& text, base::Range range) {
  const std::string_view word = text.text(range);
  const bool logic = word == "LTL" || word == "LDL";
  if (logic || syntax::is_prefix_word(word)) {
    const std::string_view rest = read_behind(text, range.end);
    const bool diamond = rest.starts_with("<>");
    if (diamond && word == "LDL")
      return fmt::format("a program stands between the brackets: 'LDL <true*>{}'",
                         read_word(rest.substr(2)));
    if (diamond) return "write 'F' for '<>'";
    return fmt::format("'{0}' is an operator, and the formula behind it is missing: '{0} f'", word);
  }
  const std::string_view temporal = syntax::find_temporal_prefix(word);
  const std::string_view behind = read_behind(text, range.end);
  if (!temporal.empty() && behind.starts_with("<>"))
    return fmt::format("write '{} F {}'", temporal, read_word(behind.substr(2)));
  if (syntax::contains(deadlock_words, word)) return "a state without a successor is '!EX true'";
  return {};
}

std::string explain_state_behind_coalition(const syntax::System& text, base::Range range) {
  const std::string_view formula = text.text(range);
  const std::string_view first =
      read_word(formula.substr(std::min(formula.find_first_not_of("( "), formula.size())));
  if (first.size() == 2 && syntax::is_prefix_word(first))
    return fmt::format("the coalition chooses the paths: write '{}' for '{}'", first.substr(1),
                       first);
  const std::string_view infix = read_word(read_behind(text, range.end));
  if (infix != "U" && infix != "R" && infix != "W") return {};
  return fmt::format("put parentheses around all of it: '({} {} f)'", base::shorten(formula, 40),
                     infix);
}

std::string explain_plus(const syntax::System& text, base::Range range, bool number) {
  if (!read_behind(text, range.end).starts_with('+')) return {};
  if (!number) return "here '+' adds numbers; conditions and formulas are joined with 'or'";
  return "between programs '+' is a choice; a sum stands in a test, as in '(x + 1 = 2)?'";
}

std::string explain_part(const std::string& owner, const std::string& part, bool in_formula) {
  const std::string lower = to_lower(part);
  if (lower == "action" || lower == "act" || lower == "actions")
    return in_formula
               ? "states have no actions: let a variable remember it, 'last = a if Action = a;'"
               : fmt::format("write '{}.Action'", owner);
  if (!in_formula) return {};
  if (lower == "red" || lower == "redstate" || lower == "redstates")
    return fmt::format("write '{}.RedStates'", owner);
  if (lower == "green" || lower == "greenstate" || lower == "greenstates")
    return fmt::format("write '{}.GreenStates'", owner);
  return {};
}

}  // namespace ken::model
