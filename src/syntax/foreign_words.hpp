#pragma once
#include <string>
#include <string_view>

namespace ken::syntax {

// Words and signs of other languages, and what they are here.

// Before an operand: CK is GCK, ef is EF, NOT is '!'.  Empty if unknown.
[[nodiscard]] std::string find_own_operator(std::string_view word);

// Between two operands: AND is 'and'.  'word' is empty if it is unknown.
struct ForeignInfix {
  std::string_view word;
  std::string_view own;   // empty if no operator says it
  std::string_view hint;  // where 'own' does not say it all
};
[[nodiscard]] ForeignInfix find_foreign_infix(std::string_view word);

// In a formula, between two operands: until is U.  Empty if unknown.
[[nodiscard]] std::string_view find_temporal_infix(std::string_view word);
// In a formula, before an operand: always is G.  Empty if unknown.
[[nodiscard]] std::string_view find_temporal_prefix(std::string_view word);

// A sign that no keyboard has, such as an arrow, at the beginning of a text; empty if there is
// none.
struct ForeignSign {
  std::string_view sign, own;
};
[[nodiscard]] ForeignSign find_foreign_sign(std::string_view text);

// The agent that a short name stands for: env is Environment.  Empty if unknown.
[[nodiscard]] std::string_view find_own_agent(std::string_view word);

}  // namespace ken::syntax
