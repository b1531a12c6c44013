// Indices as they are written elsewhere.
//
// An index has a name and a range in brackets behind what it repeats, P[i: 1..N]; before a
// condition the range stands in and(i: 1..N), and only lines that do something have 'for (i: 1..N)'
// in front. Each rule knows one habit, as in foreign.cpp.

#include "syntax/foreign_indices.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "base/text.hpp"
#include "syntax/operators.hpp"
#include "syntax/words.hpp"

namespace ken::syntax {
namespace {

using enum TokenKind;

constexpr auto declaring = std::to_array<std::string_view>({"Evaluation", "Vars", "Obsvars"});
constexpr auto conditional = std::to_array<std::string_view>(
    {"InitStates", "RedStates", "Protocol", "Evolution", "Formulae", "Fairness"});

class IndexRules {
 public:
  explicit IndexRules(const Cursor& cursor) : cursor_(cursor) {}

  [[nodiscard]] std::string apply() const {
    for (const auto rule : {&IndexRules::other_mark, &IndexRules::nameless_range,
                            &IndexRules::parentheses, &IndexRules::misplaced_for})
      if (std::string hint = (this->*rule)(); !hint.empty()) return hint;
    return {};
  }

 private:
  static constexpr std::size_t farthest = 16;

  // How many tokens further the next closer is; 0 if it is too far.
  [[nodiscard]] std::size_t find_closer(TokenKind closer) const {
    for (std::size_t i = 1; i < farthest; ++i)
      if (cursor_.is(closer, i)) return i;
    return 0;
  }
  // The text from behind the token at the cursor to the next closer.
  [[nodiscard]] std::string read_inside(TokenKind closer) const {
    const std::size_t last = find_closer(closer);
    if (last == 0) return "...";
    const base::Range inside{cursor_.range().end, cursor_.peek(last).range.begin};
    return base::shorten(base::collapse_blanks(cursor_.source()->text(inside)), 40);
  }

  // P[i in 1..N], P[i = 1..N].
  [[nodiscard]] std::string other_mark() const {
    const bool mark = cursor_.was(equal, 1) || cursor_.text_before(1) == "in";
    if (!cursor_.is(dotdot) || !mark || !cursor_.was(lbracket, 3)) return {};
    return fmt::format("an index range is written '{}[{}: {}..{}]'", cursor_.text_before(4),
                       cursor_.text_before(2), cursor_.text_before(0), read_inside(rbracket));
  }

  // P[1..N].
  [[nodiscard]] std::string nameless_range() const {
    const std::string_view word = cursor_.text_before(2);
    const bool name =
        cursor_.was(identifier, 2) && !is_prefix_word(word) && !infix_word(word).has_value();
    if (!cursor_.is(dotdot) || !cursor_.was(lbracket, 1) || !name || cursor_.was(colon, 3))
      return {};
    return fmt::format("an index has a name: '{}[i: {}..{}]'", word, cursor_.text_before(0),
                       read_inside(rbracket));
  }

  // Agent P(i: 1..N).
  [[nodiscard]] std::string parentheses() const {
    if (!cursor_.is(lparen) || cursor_.text_before(1) != "Agent") return {};
    const std::string inside = read_inside(rparen);
    const std::string range = cursor_.is(rparen, 2) && cursor_.is(identifier, 1) ? ": 1..N" : "";
    return fmt::format("an index stands in brackets: 'Agent {}[{}{}]'", cursor_.text_before(0),
                       inside, range);
  }

  // for (i: 1..N) p[i] if c, and 'for' before a condition.
  [[nodiscard]] std::string misplaced_for() const {
    if (!cursor_.is(lparen) || !cursor_.is(colon, 2) || cursor_.text_before(0) != "for") return {};
    const std::string range = read_inside(rparen);
    const std::size_t last = find_closer(rparen);
    const bool named = last > 0 && cursor_.is(identifier, last + 1);
    if (contains(declaring, cursor_.section()))
      return fmt::format("the range stands in the name: '{}[{}]'",
                         named ? cursor_.text(last + 1) : "p", range);
    if (!contains(conditional, cursor_.section())) return {};
    return fmt::format("for all is written 'and({}) (...)'", range);
  }

  const Cursor& cursor_;
};

}  // namespace

std::string find_index_hint(const Cursor& cursor) { return IndexRules(cursor).apply(); }

}  // namespace ken::syntax
