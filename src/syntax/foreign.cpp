// What people type who know other languages.
//
// A mistake is reported where the reader stumbles, which is often a token or two behind the foreign
// word: 'forall i: 1..3' stumbles at i.  So each rule below looks at the tokens on both sides of
// the place, recognises one habit, and answers with the spelling that belongs here, made of the
// writer's own names.  The rules only choose the words of a hint; what is a mistake is decided
// elsewhere, and a text that is none never comes here.  Each rule looks at a bounded number of
// tokens.

#include "syntax/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/text.hpp"
#include "logic/modality.hpp"
#include "syntax/foreign_indices.hpp"
#include "syntax/foreign_words.hpp"
#include "syntax/lookahead.hpp"
#include "syntax/operators.hpp"
#include "syntax/words.hpp"

namespace ken::syntax {
namespace {

using enum TokenKind;

constexpr std::size_t farthest = 16;  // tokens a rule looks back or ahead

constexpr auto number_types = std::to_array<std::string_view>(
    {"int", "Int", "integer", "Integer", "nat", "Nat", "natural", "number", "real", "float"});
constexpr auto boolean_types =
    std::to_array<std::string_view>({"bool", "Bool", "Boolean", "BOOLEAN", "logical"});
constexpr auto line_words = std::to_array<std::string_view>(
    {"if", "when", "If", "When", "case", "else", "elif", "then", "next"});

class Rules {
 public:
  Rules(const Cursor& cursor, std::string_view wanted) : cursor_(cursor), wanted_(wanted) {}

  [[nodiscard]] std::string apply() const {
    for (const auto rule : {&Rules::second_semicolon,
                            &Rules::mark_behind_name,
                            &Rules::fraction,
                            &Rules::set_in_parentheses,
                            &Rules::set_behind_equal,
                            &Rules::comma,
                            &Rules::agent_in_braces,
                            &Rules::loose_bound,
                            &Rules::quantifier,
                            &Rules::index_range,
                            &Rules::range_in_set,
                            &Rules::range_in_brackets,
                            &Rules::type,
                            &Rules::missing_if,
                            &Rules::counting_up,
                            &Rules::missing_braces,
                            &Rules::missing_colon,
                            &Rules::beginning_of_line,
                            &Rules::operand_behind_call,
                            &Rules::index_in_parentheses,
                            &Rules::side_by_side})
      if (std::string hint = (this->*rule)(); !hint.empty()) return hint;
    return {};
  }

 private:
  [[nodiscard]] bool was_word(std::size_t count) const { return cursor_.was(identifier, count); }

  // The text from behind the bracket at the cursor to its partner.
  [[nodiscard]] std::string inside_ahead(TokenKind closer) const {
    for (std::size_t i = 1; i < farthest; ++i)
      if (cursor_.is(closer, i))
        return words(cursor_.peek(0).range.end, cursor_.peek(i).range.begin);
    return "...";
  }
  [[nodiscard]] std::string words(std::uint32_t begin, std::uint32_t end) const {
    return base::shorten(base::collapse_blanks(cursor_.source()->text({begin, end})), 40);
  }

  // EF p;; and end Vars;
  [[nodiscard]] std::string second_semicolon() const {
    if (!cursor_.is(semicolon)) return {};
    if (cursor_.was(semicolon, 0)) return "one ';' is enough";
    const bool behind_end = was_word(0) && was_word(1) && cursor_.text_before(1) == "end";
    return behind_end ? fmt::format("no ';' stands behind 'end {}'", cursor_.text_before(0)) : "";
  }

  // Agent P { and Agent P:
  [[nodiscard]] std::string mark_behind_name() const {
    if (!(cursor_.is(lbrace) || cursor_.is(colon)) || !was_word(0) || !was_word(1) ||
        cursor_.text_before(1) != "Agent")
      return {};
    return fmt::format("'Agent {0}' stands alone, and 'end Agent' ends it: leave '{1}' out",
                       cursor_.text_before(0), cursor_.text());
  }

  // 2.5
  [[nodiscard]] std::string fraction() const {
    const bool dotted = cursor_.is(dot) && cursor_.was(integer, 0) && cursor_.is(integer, 1);
    return dotted ? "all numbers are whole" : "";
  }

  // Action in (a, b), Action in [a, b].
  [[nodiscard]] std::string set_in_parentheses() const {
    if (cursor_.is(lbracket) && was_word(0) && cursor_.text_before(0) == "in")
      return write_set(1, inside_ahead(rbracket));
    if (!cursor_.is(TokenKind::comma)) return {};
    for (std::size_t i = 1; i < farthest; ++i) {
      if (!cursor_.was(lparen, i)) continue;
      if (!was_word(i + 1) || cursor_.text_before(i + 1) != "in") return {};
      const std::string rest = inside_ahead(rparen);
      return write_set(
          i + 2, fmt::format("{},{}{}", words(cursor_.before(i).range.end, cursor_.previous().end),
                             rest.starts_with(' ') ? "" : " ", rest));
    }
    return {};
  }
  [[nodiscard]] std::string write_set(std::size_t name, std::string_view elements) const {
    return fmt::format("one of several is written '{} in {{{}}}'", name_before(name), elements);
  }

  // Action = {a, b}, x = {0, 1} if c.
  [[nodiscard]] std::string set_behind_equal() const {
    const bool equals = cursor_.was(equal, 0);
    if (!cursor_.is(lbrace) || !(equals || cursor_.was(not_equal, 0))) return {};
    const std::string elements = inside_ahead(rbrace);
    if (wanted_ == "a value")
      return fmt::format("to choose among several values write a line for each: '{} = {} if c;'",
                         name_before(1), cursor_.text(1));
    if (equals) return write_set(1, elements);
    return fmt::format("none of several is written '!({} in {{{}}})'", name_before(1), elements);
  }

  // x = 1, y = 2 and E(g, f).
  [[nodiscard]] std::string comma() const {
    if (!cursor_.is(TokenKind::comma)) return {};
    if (cursor_.section() == "Vars" || cursor_.section() == "Obsvars") return comma_in_variables();
    const bool bounds = cursor_.was(integer, 0) && cursor_.was(lparen, 1) && was_word(2);
    if (bounds && (is_until_word(2) || is_prefix_word(cursor_.text_before(2))))
      return write_bound(cursor_.text_before(2), cursor_.text_before(0), cursor_.text(1));
    const std::string_view word = cursor_.text_before(2);
    if (was_word(0) && cursor_.was(lparen, 1) && was_word(2) && is_prefix_word(word)) {
      const std::string everybody = fmt::format(
          "that everybody in {0} knows f is written 'GK({0}, f)'", cursor_.text_before(0));
      return word == "E" ? everybody : fmt::format("{} takes one formula; {}", word, everybody);
    }
    return "join conditions and assignments with 'and'";
  }
  // x : red, green; and x, y : 0..3.
  [[nodiscard]] std::string comma_in_variables() const {
    if (!was_word(0)) return {};
    const bool typed = cursor_.text_before(0) == "boolean" || cursor_.is(colon, 2);
    if (typed || wanted_ == "':' and a type") return "each variable has a line of its own";
    std::size_t last = 0;
    while (last < farthest && (cursor_.is(identifier, last) || cursor_.is(TokenKind::comma, last)))
      ++last;
    return fmt::format("values stand in braces: '{{{}}}'",
                       words(cursor_.previous().begin, cursor_.peek(last).range.begin));
  }
  [[nodiscard]] bool is_until_word(std::size_t count) const {
    const auto op = was_word(count) ? infix_word(cursor_.text_before(count)) : std::nullopt;
    return op && is_until(*op);
  }

  // K{P} f.
  [[nodiscard]] std::string agent_in_braces() const {
    if (!cursor_.is(lbrace) || !was_word(0)) return {};
    const std::string own = find_own_operator(cursor_.text_before(0));
    const std::string_view word = own.empty() ? cursor_.text_before(0) : std::string_view(own);
    if (!logic::is_call_keyword(word)) return {};
    const std::string inside = inside_ahead(rbrace);
    const bool several = inside.find(',') != std::string::npos;
    return fmt::format("who knows stands in the parentheses: '{}({}, f)'", word,
                       several ? fmt::format("{{{}}}", inside) : inside);
  }

  // EF<=5 p, EF<5 p, EF[<=5] p, EF[0..5] p.
  [[nodiscard]] std::string loose_bound() const {
    const bool bare = cursor_.was(integer, 0) && cursor_.was(less_equal, 1) && was_word(2);
    if (bare && is_prefix_word(cursor_.text_before(2)))
      return write_bound(cursor_.text_before(2), "0", cursor_.text_before(0));
    const bool below = cursor_.was(integer, 0) && cursor_.was(less, 1) && was_word(2);
    if (below && is_prefix_word(cursor_.text_before(2)))
      return write_bound(cursor_.text_before(2), "0", one_less(cursor_.text_before(0)));
    const bool inside = cursor_.is(less_equal) && cursor_.was(lbracket, 0) && was_word(1);
    if (inside && is_prefix_word(cursor_.text_before(1)))
      return write_bound(cursor_.text_before(1), "0", cursor_.text(1));
    const bool dots = cursor_.is(dotdot) && cursor_.was(lbracket, 1) && was_word(2);
    if (dots && (is_prefix_word(cursor_.text_before(2)) || is_until_word(2)))
      return write_bound(cursor_.text_before(2), cursor_.text_before(0), cursor_.text(1));
    return {};
  }
  [[nodiscard]] static std::string one_less(std::string_view number) {
    std::int64_t value = 0;
    std::from_chars(number.begin(), number.end(), value);
    return std::to_string(std::max<std::int64_t>(value, 1) - 1);
  }
  [[nodiscard]] static std::string write_bound(std::string_view word, std::string_view low,
                                               std::string_view high) {
    return fmt::format("a bound stands in brackets: '{}[{}, {}]'", word, low, high);
  }

  // forall i: 1..3 f.
  [[nodiscard]] std::string quantifier() const {
    const bool logic_file = cursor_.section() == "Logic";
    for (std::size_t i = 0; i < 3; ++i) {
      if (!was_word(i)) continue;
      const bool all = cursor_.text_before(i) == "forall" || cursor_.text_before(i) == "Forall" ||
                       cursor_.text_before(i) == "foreach";
      const bool some = cursor_.text_before(i) == "exists" || cursor_.text_before(i) == "Exists";
      if ((all || some) && logic_file)
        return fmt::format("write '{} R: f', where R is a relation such as step or same(i)",
                           all ? "all" : "some");
      if (all)
        return "for all is written 'and(i: 1..N) (...)'; 'for (i: 1..N)' before a line repeats it";
      if (some) return "for some is written 'or(i: 1..N) (...)'";
    }
    return {};
  }

  // for (i in 1..3), for i in 1..3, and(i = 1..3).
  [[nodiscard]] std::string index_range() const {
    for (std::size_t i = 0; i < 6; ++i) {
      const std::string_view word = was_word(i) ? cursor_.text_before(i) : std::string_view{};
      if (word != "for" && !is_comprehension_word(word)) continue;
      const bool open = token_behind(i, 1).kind == lparen;
      const Token index = token_behind(i, open ? 2 : 1);
      const Token mark = token_behind(i, open ? 3 : 2);
      const std::string_view between = cursor_.source()->text(mark.range);
      const bool ranged = between == "in" || between == "=" || (between == ":" && !open);
      if (index.kind == identifier && ranged && range_follows(i, open ? 4 : 3))
        return fmt::format("an index range is written '{}({}: 1..N)'",
                           word == "for" ? "for " : word, cursor_.source()->text(index.range));
    }
    return {};
  }
  // Whether '..' stands a few tokens behind that one.
  [[nodiscard]] bool range_follows(std::size_t count, std::size_t further) const {
    constexpr std::size_t longest_bound = 4;
    for (std::size_t i = 0; i < longest_bound; ++i)
      if (token_behind(count, further + i).kind == dotdot) return true;
    return false;
  }
  // The token so many behind the one that stands 'count' before the cursor.
  [[nodiscard]] Token token_behind(std::size_t count, std::size_t further) const {
    return further > count ? cursor_.peek(further - count - 1) : cursor_.before(count - further);
  }

  // x in {0..2}, x in 0..2, x : {0..2}.
  [[nodiscard]] std::string range_in_set() const {
    if (!cursor_.is(dotdot)) return {};
    const bool braces = cursor_.was(lbrace, 1);
    const std::size_t word = braces ? 2 : 1;
    const std::string_view low = cursor_.text_before(0);
    const std::string_view high = cursor_.text(1);
    if (was_word(word) && cursor_.text_before(word) == "in") {
      const std::string name = name_before(word + 1);
      return fmt::format("between two numbers is written '{0} >= {1} and {0} <= {2}'", name, low,
                         high);
    }
    if (!braces) return {};
    if (cursor_.was(colon, 2))
      return fmt::format("a range stands without braces: '{}..{}'", low, high);
    return "a set lists its elements: {1, 2, 3}";
  }
  // The name that ends there.
  [[nodiscard]] std::string name_before(std::size_t count) const {
    if (!was_word(count)) return "x";
    if (!cursor_.was(dot, count + 1) || !was_word(count + 2))
      return std::string(cursor_.text_before(count));
    return fmt::format("{}.{}", cursor_.text_before(count + 2), cursor_.text_before(count));
  }

  // x : [0..3], x : (0..3), x : int[0..3].
  [[nodiscard]] std::string range_in_brackets() const {
    constexpr std::string_view text = "a range stands without brackets: '{}..{}'";
    if (wanted_.starts_with("a type") && cursor_.is(lbracket))
      return cursor_.is(dotdot, 2) || cursor_.is(TokenKind::comma, 2)
                 ? fmt::format(text, cursor_.text(1), cursor_.text(3))
                 : "";
    if (!cursor_.is(dotdot)) return {};
    const bool round = cursor_.was(lparen, 1) && cursor_.was(colon, 2);
    const bool square =
        cursor_.was(lbracket, 1) && was_word(2) && contains(number_types, cursor_.text_before(2));
    return round || square ? fmt::format(text, cursor_.text_before(0), cursor_.text(1)) : "";
  }

  // x : int, int x, x in 0..5.
  [[nodiscard]] std::string type() const {
    const std::string_view type_word = was_word(0) ? cursor_.text_before(0) : std::string_view{};
    const bool number = contains(number_types, type_word);
    const bool boolean = contains(boolean_types, type_word) || type_word == "boolean";
    if (wanted_.starts_with("'..'") && number)
      return "a variable that holds a number has a range, such as 0..10";
    if (wanted_.starts_with("'..'") && boolean) return "the type is called 'boolean'";
    if (wanted_ != "':' and a type") return {};
    if (cursor_.word("in")) return "write ':' for 'in'";
    if (!(number || boolean) || !cursor_.is(identifier)) return {};
    return fmt::format("the name stands first: '{} : {};'", cursor_.text(),
                       number ? "0..10" : "boolean");
  }

  // x = 1 when c, p := c.
  [[nodiscard]] std::string missing_if() const {
    if (!wanted_.starts_with("'if'")) return {};
    const std::string_view word = cursor_.text();
    if (word == "when" || word == "iff" || word == "unless" || word == ":" || word == "=")
      return cursor_.is(colon) && cursor_.is(equal, 1) ? "write 'if' for ':='"
                                                       : fmt::format("write 'if' for '{}'", word);
    return {};
  }

  // x++, x += 1.
  [[nodiscard]] std::string counting_up() const {
    const bool sign = cursor_.is(plus) || cursor_.is(minus);
    if (!sign || !was_word(0)) return {};
    if (!cursor_.is(equal, 1) && !cursor_.is(cursor_.kind(), 1)) return {};
    return fmt::format("write '{} = {} {} 1'", cursor_.text_before(0), cursor_.text_before(0),
                       cursor_.text());
  }

  // x < 3 : a, b; and g = P, Q;
  [[nodiscard]] std::string missing_braces() const {
    if (wanted_ != "'{'") return {};
    const bool bracket = cursor_.is(lparen) || cursor_.is(lbracket);
    const std::size_t first = bracket ? 1 : 0;
    std::size_t last = first;
    while (last < farthest && (cursor_.is(identifier, last) || cursor_.is(TokenKind::comma, last)))
      ++last;
    const std::string names =
        last == first || last == farthest
            ? "..."
            : words(cursor_.peek(first).range.begin, cursor_.peek(last - 1).range.end);
    if (cursor_.section() == "Protocol")
      return fmt::format("the allowed actions stand in braces: '{{{}}}'", names);
    if (cursor_.section() == "Groups")
      return fmt::format("the members stand in braces: '{{{}}}'", names);
    return {};
  }

  // x < 3 {a}.
  [[nodiscard]] std::string missing_colon() const {
    const bool line = wanted_.starts_with("':' and the allowed") && cursor_.is(lbrace);
    return line ? "a line of a Protocol is 'condition : {actions};'" : "";
  }

  // if c then x = 1, when c : x = 1, else x = 1, next(x) = 1.
  [[nodiscard]] std::string beginning_of_line() const {
    constexpr std::size_t longest_line = 200;
    std::size_t first = longest_line;
    for (std::size_t i = 0; i < longest_line && first == longest_line; ++i)
      if (cursor_.was(semicolon, i) || cursor_.was(colon, i) || cursor_.was(end, i)) first = i;
    if (first == 0 || first == longest_line ||
        !contains(line_words, cursor_.text_before(first - 1)))
      return {};
    const std::string_view section = cursor_.section();
    if (section == "Evolution")
      return "a line of an Evolution is 'x = 1 if condition;': it says the next value of x";
    if (section == "Protocol")
      return "a line of a Protocol is 'condition : {actions};', the last one 'Other : {actions};'";
    return {};
  }

  // K(P) f.
  [[nodiscard]] std::string operand_behind_call() const {
    if (!cursor_.was(rparen, 0) || !starts_operand(cursor_.kind())) return {};
    for (std::size_t i = 1; i < farthest; ++i) {
      if (!cursor_.was(lparen, i)) continue;
      if (!was_word(i + 1) || !logic::is_call_keyword(cursor_.text_before(i + 1))) return {};
      return fmt::format("who knows and what stand in the parentheses: '{}({}, {})'",
                         cursor_.text_before(i + 1),
                         words(cursor_.before(i).range.end, cursor_.previous().begin),
                         cursor_.is(identifier) ? cursor_.text() : std::string_view("f"));
    }
    return {};
  }

  // P.n(1).
  [[nodiscard]] std::string index_in_parentheses() const {
    const bool call = cursor_.is(lparen) && was_word(0) && cursor_.was(dot, 1) &&
                      cursor_.previous().end == cursor_.range().begin;
    if (!call) return {};
    return fmt::format("indices stand in brackets: '{}[{}]'", cursor_.text_before(0),
                       inside_ahead(rparen));
  }

  // EF p EF q.
  [[nodiscard]] std::string side_by_side() const {
    const bool formula = cursor_.section() == "Formulae" || cursor_.section() == "Fairness";
    const bool behind = wanted_ == "';'" || wanted_.starts_with("an operator or");
    return formula && behind && formula_starts() ? std::string(join_formulas_hint) : std::string();
  }
  // At what begins a formula and nothing else; a lone name may go on with one if the name before it
  // is no operator of somebody's, as the O of 'O p'.
  [[nodiscard]] bool formula_starts() const {
    if (cursor_.is(bang) || cursor_.is(less) || cursor_.is(lparen)) return true;
    if (!cursor_.is(identifier)) return false;
    if (is_prefix_word(cursor_.text())) return true;
    const bool call = logic::is_call_keyword(cursor_.text()) && cursor_.is(lparen, 1);
    constexpr std::size_t longest_operator = 2;
    return call || (was_word(0) && cursor_.text_before(0).size() > longest_operator) ||
           cursor_.was(rparen, 0);
  }

  const Cursor& cursor_;
  std::string_view wanted_;
};

// Who somebody may have meant between the brackets, and how: each piece is a name, a semantics or
// both.
struct Coalition {
  std::string players = "g";
  std::string semantics{};
};
Coalition guess_coalition(std::string_view text) {
  Coalition result;
  std::vector<std::string> players;
  std::string piece;
  const auto finish = [&] {
    const bool semantics = piece == "ir" || piece == "ir-objective" || piece == "full";
    if (semantics)
      result.semantics = piece;
    else if (!piece.empty())
      players.push_back(piece);
    piece.clear();
  };
  for (const char c : base::collapse_blanks(text))
    if (c == ',' || c == '|' || c == '{' || c == '}' || c == ' ')
      finish();
    else
      piece += c;
  finish();
  if (players.size() == 1) result.players = players.front();
  if (players.size() > 1) result.players = fmt::format("{{{}}}", fmt::join(players, ", "));
  result.players = base::shorten(result.players, 40);
  return result;
}

}  // namespace

std::string write_coalition(const Cursor& cursor, std::uint32_t begin, TokenKind closer) {
  Coalition coalition;
  for (std::size_t i = 0; i < farthest; ++i) {
    if (!cursor.is(closer, i)) continue;
    coalition = guess_coalition(cursor.source()->text({begin, cursor.peek(i).range.begin}));
    break;
  }
  const std::string inside =
      coalition.players + (coalition.semantics.empty() ? "" : " | " + coalition.semantics);
  return fmt::format("a coalition is written '{}'",
                     closer == greater ? fmt::format("<{}>", inside) : fmt::format("[{}]", inside));
}

std::string find_foreign_hint(const Cursor& cursor, std::string_view wanted) {
  if (std::string hint = find_index_hint(cursor); !hint.empty()) return hint;
  return Rules(cursor, wanted).apply();
}

}  // namespace ken::syntax
