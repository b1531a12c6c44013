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

#include "base/text.hpp"
#include "syntax/operators.hpp"
#include "syntax/words.hpp"

namespace ken::syntax {
namespace {

using enum TokenKind;

constexpr std::size_t farthest = 16;  // tokens a rule looks back or ahead

struct Alias {
  std::string_view foreign, own;
};
constexpr auto operator_aliases = std::to_array<Alias>({
    {"CK", "GCK"},
    {"C", "GCK"},
    {"Ck", "GCK"},
    {"CommonKnowledge", "GCK"},
    {"EvK", "GK"},
    {"Ev", "GK"},
    {"D", "DK"},
    {"Dk", "DK"},
    {"Know", "K"},
    {"Knows", "K"},
    {"know", "K"},
    {"knows", "K"},
    {"M", "EK"},
    {"not", "!"},
});
constexpr auto call_words = std::to_array<std::string_view>({"K", "EK", "GK", "GCK", "DK", "O"});
constexpr auto number_types = std::to_array<std::string_view>(
    {"int", "Int", "integer", "Integer", "nat", "Nat", "natural", "number", "real", "float"});
constexpr auto boolean_types =
    std::to_array<std::string_view>({"bool", "Bool", "Boolean", "BOOLEAN", "logical"});
constexpr auto line_words = std::to_array<std::string_view>(
    {"if", "when", "If", "When", "case", "else", "elif", "then", "next"});

// The own word of a knowledge operator, also for K_P and CK.
std::string_view own_call(std::string_view word) {
  const std::string_view stem = word.substr(0, word.find('_'));
  if (contains(call_words, stem)) return stem;
  const std::string_view own = find_own_operator(stem);
  return contains(call_words, own) ? own : std::string_view{};
}

class Rules {
 public:
  Rules(const Cursor& cursor, std::string_view wanted) : cursor_(cursor), wanted_(wanted) {}

  [[nodiscard]] std::string apply() const {
    for (const auto rule :
         {&Rules::comma, &Rules::subscripted_agent, &Rules::loose_bound, &Rules::quantifier,
          &Rules::index_range, &Rules::type, &Rules::missing_if, &Rules::counting_up,
          &Rules::negation, &Rules::beginning_of_line})
      if (std::string hint = (this->*rule)(); !hint.empty()) return hint;
    return {};
  }

 private:
  [[nodiscard]] std::string_view before(std::size_t count) const {
    return cursor_.text_before(count);
  }
  [[nodiscard]] bool was(TokenKind kind, std::size_t count) const {
    return cursor_.before(count).kind == kind;
  }
  [[nodiscard]] bool was_word(std::size_t count) const { return was(identifier, count); }

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

  // x = 1, y = 2 and E(g, f).
  [[nodiscard]] std::string comma() const {
    if (!cursor_.is(TokenKind::comma)) return {};
    if (was_word(0) && was(lparen, 1) && before(2) == "E")
      return fmt::format("that everybody in {} knows f is written 'GK({}, f)'", before(0),
                         before(0));
    return "join conditions and assignments with 'and'";
  }

  // K[P] f, K{P} f, K_P f.
  [[nodiscard]] std::string subscripted_agent() const {
    if (cursor_.is(lbrace) && was_word(0)) {
      const std::string inside = inside_ahead(rbrace);
      const bool several = inside.find(',') != std::string::npos;
      return write_call(before(0), several ? fmt::format("{{{}}}", inside) : inside);
    }
    if (was_word(0) && before(0).find('_') != std::string_view::npos)
      return write_call(before(0), std::string(before(0).substr(before(0).find('_') + 1)));
    if (!was(rbracket, 0)) return {};
    std::size_t open = 0;
    for (std::size_t i = 0; i < farthest; ++i) {
      if (was(rbracket, i)) ++open;
      if (!was(lbracket, i) || --open > 0) continue;
      return write_call(before(i + 1),
                        words(cursor_.before(i).range.end, cursor_.before(0).range.begin));
    }
    return {};
  }
  [[nodiscard]] static std::string write_call(std::string_view word, const std::string& subject) {
    const std::string_view own = own_call(word);
    if (own.empty()) return {};
    return fmt::format("who knows stands in the parentheses: '{}({}, f)'", own, subject);
  }

  // EF<=5 p, EF[<=5] p, EF[0..5] p.
  [[nodiscard]] std::string loose_bound() const {
    const bool bare = was(integer, 0) && was(less_equal, 1) && was_word(2);
    if (bare && is_prefix_word(before(2))) return write_bound(before(2), "0", before(0));
    const bool inside = cursor_.is(less_equal) && was(lbracket, 0) && was_word(1);
    if (inside && is_prefix_word(before(1))) return write_bound(before(1), "0", cursor_.text(1));
    const bool dots = cursor_.is(dotdot) && was(lbracket, 1) && was_word(2);
    if (dots && is_prefix_word(before(2)))
      return write_bound(before(2), before(0), cursor_.text(1));
    return {};
  }
  [[nodiscard]] static std::string write_bound(std::string_view word, std::string_view low,
                                               std::string_view high) {
    return fmt::format("a bound stands in brackets: '{}[{}, {}]'", word, low, high);
  }

  // forall i: 1..3 f.
  [[nodiscard]] std::string quantifier() const {
    for (std::size_t i = 0; i < 3; ++i) {
      if (!was_word(i)) continue;
      const bool all = before(i) == "forall" || before(i) == "Forall" || before(i) == "foreach";
      const bool some = before(i) == "exists" || before(i) == "Exists";
      if (all)
        return "for all is written 'and(i: 1..N) (...)'; 'for (i: 1..N)' before a line repeats it";
      if (some) return "for some is written 'or(i: 1..N) (...)'";
    }
    return {};
  }

  // for (i in 1..3), for i in 1..3, and(i = 1..3).
  [[nodiscard]] std::string index_range() const {
    for (std::size_t i = 0; i < 6; ++i) {
      const std::string_view word = was_word(i) ? before(i) : std::string_view{};
      if (word != "for" && !is_comprehension_word(word)) continue;
      const bool open = token_behind(i, 1).kind == lparen;
      const Token index = token_behind(i, open ? 2 : 1);
      const Token mark = token_behind(i, open ? 3 : 2);
      const std::string_view between = cursor_.source()->text(mark.range);
      const bool ranged = between == "in" || between == "=" || (between == ":" && !open);
      if (index.kind == identifier && ranged)
        return fmt::format("an index range is written '{}({}: 1..N)'",
                           word == "for" ? "for " : word, cursor_.source()->text(index.range));
    }
    return {};
  }
  // The token so many behind the one that stands 'count' before the cursor.
  [[nodiscard]] Token token_behind(std::size_t count, std::size_t further) const {
    return further > count ? cursor_.peek(further - count - 1) : cursor_.before(count - further);
  }

  // x : int, int x, x in 0..5.
  [[nodiscard]] std::string type() const {
    const std::string_view type_word = was_word(0) ? before(0) : std::string_view{};
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
    return fmt::format("write '{} = {} {} 1'", before(0), before(0), cursor_.text());
  }

  [[nodiscard]] std::string negation() const {
    return was_word(0) && before(0) == "not" ? "write '!' for 'not'" : "";
  }

  // if c then x = 1, when c : x = 1, else x = 1, next(x) = 1.
  [[nodiscard]] std::string beginning_of_line() const {
    constexpr std::size_t longest_line = 200;
    std::size_t first = longest_line;
    for (std::size_t i = 0; i < longest_line && first == longest_line; ++i)
      if (was(semicolon, i) || was(colon, i) || was(end, i)) first = i;
    if (first == 0 || first == longest_line || !contains(line_words, before(first - 1))) return {};
    const std::string_view section = cursor_.section();
    if (section == "Evolution")
      return "a line of an Evolution is 'x = 1 if condition;': it says the next value of x";
    if (section == "Protocol")
      return "a line of a Protocol is 'condition : {actions};', the last one 'Other : {actions};'";
    return {};
  }

  const Cursor& cursor_;
  std::string_view wanted_;
};

}  // namespace

std::string_view find_own_operator(std::string_view word) {
  for (const Alias& alias : operator_aliases)
    if (alias.foreign == word) return alias.own;
  return {};
}

std::string write_coalition(const Cursor& cursor, std::uint32_t begin, TokenKind closer) {
  std::string players = "g";
  for (std::size_t i = 0; i < farthest; ++i) {
    if (!cursor.is(closer, i)) continue;
    const std::uint32_t last = cursor.peek(i).range.begin;
    players = base::shorten(base::collapse_blanks(cursor.source()->text({begin, last})), 40);
    break;
  }
  if (players.find(',') != std::string::npos) players = fmt::format("{{{}}}", players);
  return fmt::format("a coalition is written '{}'", closer == greater
                                                        ? fmt::format("<{}>", players)
                                                        : fmt::format("[{}]", players));
}

std::string find_foreign_hint(const Cursor& cursor, std::string_view wanted) {
  return Rules(cursor, wanted).apply();
}

}  // namespace ken::syntax
