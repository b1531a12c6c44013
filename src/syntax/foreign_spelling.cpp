// Foreign spellings that can be named.
//
// 'ef p' stumbles at p: ef could be a name, and names are followed by an operator.  The mistake is
// the word, not what stands behind it, so each rule below finds one spelling among the tokens
// before the cursor, or at it, and gives its range, which is what the message shows.  As in
// foreign.cpp the rules never decide what is a mistake.

#include "syntax/foreign_spelling.hpp"

#include <fmt/format.h>

#include <array>

#include "base/text.hpp"
#include "logic/modality.hpp"
#include "syntax/foreign_formulas.hpp"
#include "syntax/foreign_words.hpp"
#include "syntax/lookahead.hpp"
#include "syntax/operators.hpp"
#include "syntax/words.hpp"

namespace ken::syntax {
namespace {

using enum TokenKind;
using Found = std::optional<ForeignSpelling>;

class SpellingRules {
 public:
  SpellingRules(const Cursor& cursor, std::string_view wanted) : cursor_(cursor), wanted_(wanted) {}

  [[nodiscard]] Found apply() const {
    for (const auto rule :
         {&SpellingRules::comment, &SpellingRules::subscripted_agent, &SpellingRules::prefix_word,
          &SpellingRules::infix_word, &SpellingRules::second_operator, &SpellingRules::power,
          &SpellingRules::three_dots, &SpellingRules::range_with_minus,
          &SpellingRules::range_with_word, &SpellingRules::arrow_before_actions,
          &SpellingRules::arrow_before_value})
      if (Found found = (this->*rule)()) return found;
    return {};
  }

 private:
  [[nodiscard]] base::Range range_before(std::size_t first, std::size_t last) const {
    return base::span(cursor_.before(first).range, cursor_.before(last).range);
  }
  [[nodiscard]] bool adjacent(base::Range left, base::Range right) const {
    return left.end == right.begin;
  }
  [[nodiscard]] ForeignSpelling replace(base::Range range, std::string_view own) const {
    return {range, fmt::format("'{}'", own),
            fmt::format("write '{}' for '{}'", own, cursor_.source()->text(range))};
  }

  // p // why, p /* why */: what follows may be read as a quotient first.
  [[nodiscard]] Found comment() const {
    const auto starts_at = [&](const Token& first, const Token& second) {
      return first.kind == slash && (second.kind == slash || second.kind == star) &&
             adjacent(first.range, second.range);
    };
    const bool ahead = starts_at(cursor_.peek(0), cursor_.peek(1));
    if (!ahead && !starts_at(cursor_.before(0), cursor_.peek(0))) return {};
    const base::Range mark = ahead ? base::span(cursor_.range(), cursor_.peek(1).range)
                                   : base::span(cursor_.previous(), cursor_.range());
    return ForeignSpelling{mark, "'--'", "a comment starts with '--', to the end of the line"};
  }

  // K_P f, K[P] f.
  [[nodiscard]] Found subscripted_agent() const {
    if (cursor_.was(identifier, 0)) {
      const std::size_t mark = cursor_.text_before(0).find('_');
      if (mark == std::string_view::npos) return {};
      return write_call(0, cursor_.text_before(0).substr(0, mark),
                        cursor_.text_before(0).substr(mark + 1));
    }
    if (!cursor_.was(rbracket, 0)) return {};
    constexpr std::size_t farthest = 16;
    std::size_t open = 0;
    for (std::size_t i = 0; i < farthest; ++i) {
      if (cursor_.was(rbracket, i)) ++open;
      if (!cursor_.was(lbracket, i) || --open > 0) continue;
      const base::Range inside{cursor_.before(i).range.end, cursor_.before(0).range.begin};
      return write_call(i + 1, cursor_.text_before(i + 1),
                        base::shorten(base::collapse_blanks(cursor_.source()->text(inside)), 40));
    }
    return {};
  }
  [[nodiscard]] Found write_call(std::size_t word, std::string_view stem,
                                 std::string_view subject) const {
    const std::string own =
        logic::is_call_keyword(stem) ? std::string(stem) : find_own_operator(stem);
    if (!logic::is_call_keyword(own)) return {};
    return ForeignSpelling{
        range_before(word, 0), "a formula",
        fmt::format("who knows stands in the parentheses: '{}({}, f)'", own, subject)};
  }

  // ef p, NOT p.
  [[nodiscard]] Found prefix_word() const {
    if (!cursor_.was(identifier, 0) || !starts_operand(cursor_.kind())) return {};
    const std::string own = find_own_operator(cursor_.text_before(0));
    if (own.empty() || logic::is_call_keyword(own)) return {};
    return replace(cursor_.previous(), own);
  }

  // p AND q, p xor q.
  [[nodiscard]] Found infix_word() const {
    if (!cursor_.is(identifier)) return {};
    const ForeignInfix alias = find_foreign_infix(cursor_.text());
    const bool means_if = wanted_.starts_with("'if'") && alias.own == "<->";
    if (alias.word.empty() || means_if) return {};
    if (!alias.own.empty()) return replace(cursor_.range(), alias.own);
    return ForeignSpelling{cursor_.range(), "an operator", std::string(alias.hint)};
  }

  // p or or q: the second one was read as a name.
  [[nodiscard]] Found second_operator() const {
    const auto joins = [&](std::size_t count) {
      return cursor_.was(identifier, count) &&
             syntax::infix_word(cursor_.text_before(count)).has_value();
    };
    if (!joins(0) || !(joins(1) || cursor_.was(arrow, 1))) return {};
    const bool formula = cursor_.section() == "Formulae" || cursor_.section() == "Fairness";
    return ForeignSpelling{cursor_.previous(), formula ? "a formula" : "a condition",
                           "two operators stand side by side: leave one out"};
  }

  // x ** 2.
  [[nodiscard]] Found power() const {
    if (!cursor_.is(star) || !cursor_.was(star, 0) ||
        !adjacent(cursor_.previous(), cursor_.range()))
      return {};
    return ForeignSpelling{base::span(cursor_.previous(), cursor_.range()), "an operator",
                           "there is no power: write a product, such as 'x * x'"};
  }

  // 0...3.
  [[nodiscard]] Found three_dots() const {
    if (!cursor_.is(dot) || !cursor_.was(dotdot, 0) ||
        !adjacent(cursor_.previous(), cursor_.range()))
      return {};
    return replace(base::span(cursor_.previous(), cursor_.range()), "..");
  }

  // x : 0-3.
  [[nodiscard]] Found range_with_minus() const {
    const bool end = cursor_.was(integer, 0) || cursor_.was(identifier, 0);
    if (!wanted_.starts_with("'..'") || !end || !cursor_.was(minus, 1) ||
        !cursor_.was(integer, 2) || !cursor_.was(colon, 3))
      return {};
    return ForeignSpelling{
        range_before(2, 0), "a range",
        fmt::format("write '{}..{}'", cursor_.text_before(2), cursor_.text_before(0))};
  }

  // x : 0 to 3, 0:3, 0, 3.
  [[nodiscard]] Found range_with_word() const {
    const bool between = cursor_.word("to") || cursor_.is(colon) || cursor_.is(comma);
    if (!wanted_.starts_with("'..'") || !between || !cursor_.was(integer, 0) ||
        !cursor_.was(colon, 1))
      return {};
    if (!cursor_.is(integer, 1) && !cursor_.is(identifier, 1)) return {};
    return ForeignSpelling{cursor_.range(), "'..'",
                           fmt::format("write '{}..{}'", cursor_.text_before(0), cursor_.text(1))};
  }

  // x < 3 -> {a}.
  [[nodiscard]] Found arrow_before_actions() const {
    if (cursor_.section() != "Protocol" || !cursor_.is(lbrace) || !cursor_.was(arrow, 0)) return {};
    return ForeignSpelling{cursor_.previous(), "':'",
                           "a line of a Protocol is 'condition : {actions};'"};
  }

  // x <- 1 if c.
  [[nodiscard]] Found arrow_before_value() const {
    if (!wanted_.starts_with("'='") || !cursor_.is(less) || !cursor_.is(minus, 1)) return {};
    return replace(base::span(cursor_.range(), cursor_.peek(1).range), "=");
  }

  const Cursor& cursor_;
  std::string_view wanted_;
};

}  // namespace

std::optional<ForeignSpelling> find_foreign_spelling(const Cursor& cursor,
                                                     std::string_view wanted) {
  const bool formula = cursor.section() == "Formulae" || cursor.section() == "Fairness";
  if (formula)
    if (Found found = find_formula_spelling(cursor, wanted)) return found;
  return SpellingRules(cursor, wanted).apply();
}

}  // namespace ken::syntax
