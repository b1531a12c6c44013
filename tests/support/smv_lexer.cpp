// Words of NuSMV's input language.
//
// As in every lex scanner the longest match wins, and that bites here: a name may contain '-', so
// "x-1", "a->b" and "x--note" begin with the names "x-1", "a-" and "x--note".  We do the same, and
// the unknown name is refused where a kinder reading would hide a mistake of the writer.  A comment
// begins with "--" where a token could begin.  Numbers are decimal and fit into 32 bits, as there.

#include "smv_lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "smv_judge.hpp"

namespace ken::tests::smv {
namespace {

// The list in the manual of NuSMV 2.6; in the last lines words its grammar knows as well.
constexpr std::array reserved_words = std::to_array<std::string_view>(
    {"MODULE",  "DEFINE",     "MDEFINE",   "CONSTANTS", "VAR",     "IVAR",       "FROZENVAR",
     "INIT",    "TRANS",      "INVAR",     "SPEC",      "CTLSPEC", "LTLSPEC",    "PSLSPEC",
     "COMPUTE", "NAME",       "INVARSPEC", "FAIRNESS",  "JUSTICE", "COMPASSION", "ISA",
     "ASSIGN",  "CONSTRAINT", "SIMPWFF",   "CTLWFF",    "LTLWFF",  "PSLWFF",     "COMPWFF",
     "IN",      "MIN",        "MAX",       "MIRROR",    "PRED",    "PREDICATES", "process",
     "array",   "of",         "boolean",   "integer",   "real",    "word",       "word1",
     "bool",    "signed",     "unsigned",  "extend",    "resize",  "sizeof",     "uwconst",
     "swconst", "EX",         "AX",        "EF",        "AF",      "EG",         "AG",
     "E",       "F",          "O",         "G",         "H",       "X",          "Y",
     "Z",       "A",          "U",         "S",         "V",       "T",          "BU",
     "EBF",     "ABF",        "EBG",       "ABG",       "case",    "esac",       "mod",
     "next",    "init",       "union",     "in",        "xor",     "xnor",       "self",
     "TRUE",    "FALSE",      "count",     "abs",       "max",     "min",        "toint",
     "typeof",  "CONSTARRAY", "READ",      "WRITE",     "COMPID",  "NEXTWFF",    "FUN"});

// Longer ones first.
constexpr std::array symbols = std::to_array<std::string_view>(
    {"<->", "->", ":=", "..", "<=", ">=", "!=", "<<", ">>", "::", "=", "<", ">", "+", "-",
     "*",   "/",  "&",  "|",  "!",  "?",  ":",  ";",  ",",  "(",  ")", "{", "}", "[", "]"});

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }
bool continues_name(char c) {
  return begins_name(c) || is_digit(c) || c == '$' || c == '#' || c == '-';
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : rest_(text) {}

  std::vector<Token> lex() {
    std::vector<Token> result;
    do {
      skip_blanks();
      result.push_back(read());
    } while (result.back().kind != TokenKind::end);
    return result;
  }

 private:
  void skip_blanks() {
    for (;;) {
      if (rest_.starts_with("--")) {
        take(std::min(rest_.find('\n'), rest_.size()));
      } else if (!rest_.empty() && std::string_view(" \t\r\n\f").find(rest_[0]) != rest_.npos) {
        take(1);
      } else {
        return;
      }
    }
  }

  std::string_view take(std::size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    for (const char c : taken) {
      place_.column = c == '\n' ? 1 : place_.column + 1;
      if (c == '\n') ++place_.line;
    }
    rest_.remove_prefix(length);
    return taken;
  }

  template <class Belongs>
  std::string_view take_while(const Belongs& belongs) {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), belongs);
    return take(static_cast<std::size_t>(end - rest_.begin()));
  }

  Token read() {
    const Place place = place_;
    if (rest_.empty()) return {TokenKind::end, {}, place, 0};
    if (begins_name(rest_[0])) {
      const std::string_view text = take_while(continues_name);
      const bool reserved = std::ranges::find(reserved_words, text) != reserved_words.end();
      return {reserved ? TokenKind::reserved : TokenKind::name, text, place, 0};
    }
    if (is_digit(rest_[0])) return read_number(place);
    for (const std::string_view symbol : symbols)
      if (rest_.starts_with(symbol)) return {TokenKind::symbol, take(symbol.size()), place, 0};
    refuse(place, fmt::format("no token begins with '{}'", rest_[0]));
  }

  Token read_number(Place place) {
    const std::string_view digits = take_while(is_digit);
    std::int64_t number = 0;
    for (const char c : digits) {
      number = 10 * number + (c - '0');
      if (number > std::numeric_limits<std::int32_t>::max())
        refuse(place, fmt::format("the number {} is out of range", digits));
    }
    if (!rest_.empty() && (begins_name(rest_[0]) || rest_[0] == '$' || rest_[0] == '#'))
      refuse(place, "a number runs into a name (words and reals are outside the subset)");
    return {TokenKind::number, digits, place, number};
  }

  std::string_view rest_;
  Place place_;
};

}  // namespace

void refuse(Place place, const std::string& why) {
  throw Mistake(fmt::format("{}:{}: {}", place.line, place.column, why));
}

std::vector<Token> lex(std::string_view text) { return Lexer(text).lex(); }

}  // namespace ken::tests::smv
