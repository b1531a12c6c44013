#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logic/path_operator.hpp"
#include "syntax/ast.hpp"

namespace ken::syntax {

// Binding strengths, loosest first.  In conditions as in formulas; see ADR 0003.
namespace binding {
inline constexpr int choice = 1;
inline constexpr int sequence = 2;
inline constexpr int loose_until = 3;
inline constexpr int conditional = 4;
inline constexpr int equivalence = 5;
inline constexpr int implication = 10;
inline constexpr int disjunction = 15;
inline constexpr int conjunction = 20;
inline constexpr int until = 25;
inline constexpr int prefix = 40;
inline constexpr int comparison = 50;
inline constexpr int bit_or = 52;
inline constexpr int bit_and = 54;
inline constexpr int bit_not = 56;
inline constexpr int sum = 60;
inline constexpr int summand = 65;
inline constexpr int product = 70;
inline constexpr int minus = 90;
inline constexpr int primary = 95;
}  // namespace binding

enum class Side : std::uint8_t { left, right, none };

struct Infix {
  Op op;
  std::string_view text;
  int strength;
  Side associates;
};

// The row of a binary operator; every Op of that sort has one.
[[nodiscard]] const Infix& infix(Op op);
// The operator a token in infix position stands for.
[[nodiscard]] std::optional<Op> infix_word(std::string_view word);
[[nodiscard]] std::optional<Op> infix_symbol(TokenKind kind);

// ken's spelling of an operator of other languages that two adjacent tokens make: && is "and".
[[nodiscard]] std::optional<std::string_view> own_spelling(TokenKind first, TokenKind second);

// The words before an operand, by the tables of logic/: modalities in prefix notation, path
// quantifiers, path operators with one argument.
[[nodiscard]] bool is_prefix_word(std::string_view word);
[[nodiscard]] bool is_path_word(std::string_view word);
[[nodiscard]] bool is_quantifier_word(std::string_view word);
[[nodiscard]] bool is_comprehension_word(std::string_view word);
// min, max, abs: functions of numbers, written as calls.
[[nodiscard]] bool is_function_word(std::string_view word);
[[nodiscard]] std::vector<std::string> list_functions();

// The words of logic files: least and greatest; all of them, see expression_scopes.cpp.
[[nodiscard]] bool is_fixpoint_word(std::string_view word);
[[nodiscard]] bool is_logic_word(std::string_view word);

// The path operator with two arguments that an infix operator is.
[[nodiscard]] constexpr std::optional<logic::PathOperator> path_operator(Op op) {
  if (op == Op::until) return logic::PathOperator::until;
  if (op == Op::release) return logic::PathOperator::release;
  if (op == Op::weak) return logic::PathOperator::weak;
  return std::nullopt;
}
[[nodiscard]] constexpr bool is_until(Op op) { return path_operator(op).has_value(); }

// What stands around a coalition or a program.
[[nodiscard]] constexpr logic::Brackets brackets(Op op) {
  return op == Op::diamond ? logic::diamond : logic::box;
}
[[nodiscard]] constexpr bool is_comparison(Op op) {
  return op >= Op::equal && op <= Op::greater_equal;
}
[[nodiscard]] constexpr bool is_bit_operator(Op op) {
  return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor;
}
[[nodiscard]] constexpr bool is_connective(Op op) {
  return op >= Op::conjunction && op <= Op::equivalence;
}

}  // namespace ken::syntax
