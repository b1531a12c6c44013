// Foreign spellings in formulas.
//
// As in foreign_spelling.cpp each rule knows one habit and names the words that show it; these
// habits mean something else, or nothing, outside formulas.  The box and 'always' are G wherever
// they stand, never AG: where no path is chosen all paths are meant, as in the tools they come
// from.

#include "syntax/foreign_formulas.hpp"

#include <fmt/format.h>

#include <array>

#include "base/text.hpp"
#include "logic/modality.hpp"
#include "syntax/foreign_words.hpp"
#include "syntax/lookahead.hpp"
#include "syntax/operators.hpp"
#include "syntax/words.hpp"

namespace ken::syntax {
namespace {

using enum TokenKind;
using Spelling = std::optional<ForeignSpelling>;

constexpr auto logic_words =
    std::to_array<std::string_view>({"CTL", "CTLK", "ATL", "ATLK", "SPEC", "CTLSPEC", "PSLSPEC",
                                     "formula", "Formula", "property", "FAIRNESS", "JUSTICE"});
constexpr auto linear_words = std::to_array<std::string_view>({"LTLSPEC", "LTLK"});
constexpr auto invariant_words = std::to_array<std::string_view>({"INVARSPEC", "INVAR"});

class FormulaRules {
 public:
  FormulaRules(const Cursor& cursor, std::string_view wanted) : cursor_(cursor), wanted_(wanted) {}

  // The word with that range, which stands before the cursor and before a coalition.
  [[nodiscard]] Spelling find_word(base::Range range) const {
    constexpr std::size_t farthest = 200;
    for (std::size_t i = 0; i < farthest; ++i)
      if (cursor_.before(i).range == range) return foreign_word(i);
    return {};
  }

  [[nodiscard]] Spelling apply() const {
    for (const auto rule : {&FormulaRules::box, &FormulaRules::diamond, &FormulaRules::logic_word,
                            &FormulaRules::colon_behind_name, &FormulaRules::temporal_infix,
                            &FormulaRules::temporal_prefix, &FormulaRules::word_before_coalition,
                            &FormulaRules::loose_agent, &FormulaRules::everybody_knows,
                            &FormulaRules::stray_parenthesis})
      if (Spelling found = (this->*rule)()) return found;
    return {};
  }

 private:
  // The operand at that token, as far as it is one word.
  [[nodiscard]] std::string_view operand(std::size_t ahead) const {
    return cursor_.is(identifier, ahead) ? cursor_.text(ahead) : std::string_view("f");
  }
  // Whether the formula starts right behind so many tokens before the cursor.
  [[nodiscard]] bool starts_formula(std::size_t count) const {
    const Token token = cursor_.before(count);
    const std::string_view word = cursor_.text_before(count);
    return token.kind == end || token.kind == semicolon || word == "Formulae" || word == "Fairness";
  }
  // LTL, CTL or LDL, if the formula begins so.
  [[nodiscard]] std::string_view prefix() const {
    constexpr std::size_t longest = 200;
    for (std::size_t i = 1; i < longest; ++i)
      if (starts_formula(i)) return cursor_.text_before(i - 1);
    return {};
  }
  [[nodiscard]] ForeignSpelling replace(base::Range range, std::string_view own) const {
    return {range, fmt::format("'{}'", own),
            fmt::format("write '{}' for '{}'", own, cursor_.source()->text(range))};
  }
  [[nodiscard]] static ForeignSpelling fill(base::Range range, std::string_view brackets,
                                            std::string_view operand) {
    return {range, "a program",
            fmt::format("a program stands between the brackets: 'LDL {}true*{}{}'",
                        brackets.substr(0, 1), brackets.substr(1), operand)};
  }

  // []p.
  [[nodiscard]] Spelling box() const {
    if (!cursor_.is(rbracket) || !cursor_.was(lbracket, 0)) return {};
    const base::Range both = base::span(cursor_.previous(), cursor_.range());
    if (prefix() == "LDL") return fill(both, "[]", operand(1));
    return replace(both, "G");
  }

  // <>p.
  [[nodiscard]] Spelling diamond() const {
    if (!cursor_.is(not_equal) || wanted_ != "a formula") return {};
    if (prefix() == "LDL") return fill(cursor_.range(), "<>", operand(1));
    return replace(cursor_.range(), "F");
  }

  // CTL AG p.
  [[nodiscard]] Spelling logic_word() const {
    if (!cursor_.was(identifier, 0) || !starts_formula(1) || !starts_operand(cursor_.kind()))
      return {};
    std::string hint = explain_logic_word(cursor_.text_before(0));
    if (hint.empty()) return {};
    return ForeignSpelling{cursor_.previous(), "a formula", std::move(hint)};
  }

  // LTL: G p, reach: EF p.
  [[nodiscard]] Spelling colon_behind_name() const {
    if (!cursor_.is(colon)) return {};
    if (cursor_.was(star, 0) && cursor_.text_before(1) == "CTL")
      return ForeignSpelling{cursor_.range(), "a formula", "leave the ':' out"};
    if (!cursor_.was(identifier, 0) || !starts_formula(1)) return {};
    const std::string_view word = cursor_.text_before(0);
    if (word == "LTL" || word == "LDL")
      return ForeignSpelling{cursor_.range(), "a formula", "leave the ':' out"};
    const base::Range both = base::span(cursor_.previous(), cursor_.range());
    std::string hint = explain_logic_word(word);
    if (word == "expect" || word == "expected")
      hint = fmt::format("a comment says what is expected: '-- expect: {}'", cursor_.text(1));
    if (hint.empty()) hint = fmt::format("formulas have no names: leave '{}:' out", word);
    return ForeignSpelling{both, "a formula", std::move(hint)};
  }

  // p until q.
  [[nodiscard]] Spelling temporal_infix() const {
    const std::string_view own =
        cursor_.is(identifier) ? find_temporal_infix(cursor_.text()) : std::string_view{};
    if (own.empty()) return {};
    return replace(cursor_.range(), own);
  }

  // always p.
  [[nodiscard]] Spelling temporal_prefix() const {
    if (!cursor_.was(identifier, 0) || !starts_operand(cursor_.kind())) return {};
    return temporal_word(0);
  }
  [[nodiscard]] Spelling temporal_word(std::size_t count) const {
    const std::string_view own = find_temporal_prefix(cursor_.text_before(count));
    if (own.empty()) return {};
    return replace(cursor_.before(count).range, own);
  }

  // not <{P, Q}> F p.
  [[nodiscard]] Spelling word_before_coalition() const {
    if (!cursor_.is(lbrace) || !cursor_.was(less, 0) || !cursor_.was(identifier, 1)) return {};
    return foreign_word(1);
  }
  // A word before an operand.
  [[nodiscard]] Spelling foreign_word(std::size_t count) const {
    const base::Range range = cursor_.before(count).range;
    if (std::string hint = explain_logic_word(cursor_.text_before(count)); !hint.empty())
      return ForeignSpelling{range, "a formula", std::move(hint)};
    if (Spelling temporal = temporal_word(count)) return temporal;
    const std::string own = find_own_operator(cursor_.text_before(count));
    if (own.empty() || logic::is_call_keyword(own)) return {};
    return replace(range, own);
  }

  // K P f.
  [[nodiscard]] Spelling loose_agent() const {
    const bool words = cursor_.was(identifier, 0) && cursor_.is(identifier);
    if (!words || !logic::is_call_keyword(cursor_.text_before(0)) ||
        !starts_operand(cursor_.kind(1)))
      return {};
    return ForeignSpelling{cursor_.previous(), "a formula",
                           fmt::format("who knows stands in the parentheses: '{}({}, {})'",
                                       cursor_.text_before(0), cursor_.text(), operand(1))};
  }

  // E({P, Q}, f).
  [[nodiscard]] Spelling everybody_knows() const {
    constexpr std::size_t farthest = 16;
    if (!cursor_.is(lbrace) || !cursor_.was(lparen, 0) || cursor_.text_before(1) != "E") return {};
    for (std::size_t i = 1; i < farthest; ++i) {
      if (!cursor_.is(rbrace, i)) continue;
      const base::Range group = base::span(cursor_.range(), cursor_.peek(i).range);
      const std::string members =
          base::shorten(base::collapse_blanks(cursor_.source()->text(group)), 40);
      return ForeignSpelling{
          cursor_.before(1).range, "'GK'",
          fmt::format("that everybody in {0} knows f is written 'GK({0}, f)'", members)};
    }
    return {};
  }

  // AG p).
  [[nodiscard]] Spelling stray_parenthesis() const {
    const bool behind = wanted_ == "';'" || wanted_.starts_with("an operator or the end");
    if (!cursor_.is(rparen) || !behind) return {};
    return ForeignSpelling{cursor_.range(), std::string(wanted_),
                           "no '(' is open here: leave this ')' out"};
  }

  const Cursor& cursor_;
  std::string_view wanted_;
};

}  // namespace

std::string explain_logic_word(std::string_view word) {
  if (contains(logic_words, word))
    return fmt::format("a formula stands alone: leave '{}' out", word);
  if (contains(linear_words, word)) return fmt::format("write 'LTL' for '{}'", word);
  if (contains(invariant_words, word)) return fmt::format("write 'AG' for '{}'", word);
  return {};
}

std::optional<ForeignSpelling> find_word_before_coalition(const Cursor& cursor, base::Range word) {
  return FormulaRules(cursor, {}).find_word(word);
}

std::optional<ForeignSpelling> find_formula_spelling(const Cursor& cursor,
                                                     std::string_view wanted) {
  return FormulaRules(cursor, wanted).apply();
}

}  // namespace ken::syntax
