#include "syntax/operators.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "logic/modality.hpp"
#include "syntax/words.hpp"

namespace ken::syntax {
namespace {

constexpr Infix until_row(Op op) {
  return {op, logic::row_of(*path_operator(op)).word, binding::until, Side::right};
}

constexpr auto table = std::to_array<Infix>({
    {Op::conjunction, "and", binding::conjunction, Side::left},
    {Op::disjunction, "or", binding::disjunction, Side::left},
    {Op::implication, "->", binding::implication, Side::right},
    {Op::equivalence, "<->", binding::equivalence, Side::right},
    until_row(Op::until),
    until_row(Op::release),
    until_row(Op::weak),
    {Op::equal, "=", binding::comparison, Side::none},
    {Op::not_equal, "<>", binding::comparison, Side::none},
    {Op::less, "<", binding::comparison, Side::none},
    {Op::less_equal, "<=", binding::comparison, Side::none},
    {Op::greater, ">", binding::comparison, Side::none},
    {Op::greater_equal, ">=", binding::comparison, Side::none},
    {Op::add, "+", binding::sum, Side::left},
    {Op::subtract, "-", binding::sum, Side::left},
    {Op::multiply, "*", binding::product, Side::left},
    {Op::divide, "/", binding::product, Side::left},
    {Op::floor_divide, "div", binding::product, Side::left},
    {Op::modulo, "mod", binding::product, Side::left},
    {Op::bit_and, "&", binding::bit_and, Side::left},
    {Op::bit_or, "|", binding::bit_or, Side::left},
    {Op::bit_xor, "^", binding::bit_or, Side::left},
    {Op::member, "in", binding::comparison, Side::none},
    {Op::sequence, ";", binding::sequence, Side::left},
    {Op::choice, "+", binding::choice, Side::left},
    {Op::conditional, "?", binding::conditional, Side::right},
});

constexpr auto comprehension_words =
    std::to_array<std::string_view>({"and", "or", "xor", "sum", "count"});

constexpr auto function_words = std::to_array<std::string_view>({"min", "max", "abs"});

}  // namespace

const Infix& infix(Op op) {
  const auto* row =
      std::find_if(table.begin(), table.end(), [&](const Infix& i) { return i.op == op; });
  CHECK(row != table.end(), "not a binary operator");
  return *row;
}

std::optional<Op> infix_word(std::string_view word) {
  for (const Infix& row : table)
    if (row.text == word && row.op < Op::equal) return row.op;
  if (word == "in") return Op::member;
  if (word == "div") return Op::floor_divide;
  if (word == "mod") return Op::modulo;
  return std::nullopt;
}

std::optional<Op> infix_symbol(TokenKind kind) {
  switch (kind) {
    case TokenKind::arrow:
      return Op::implication;
    case TokenKind::double_arrow:
      return Op::equivalence;
    case TokenKind::equal:
      return Op::equal;
    case TokenKind::not_equal:
      return Op::not_equal;
    case TokenKind::less:
      return Op::less;
    case TokenKind::less_equal:
      return Op::less_equal;
    case TokenKind::greater:
      return Op::greater;
    case TokenKind::greater_equal:
      return Op::greater_equal;
    case TokenKind::plus:
      return Op::add;
    case TokenKind::minus:
      return Op::subtract;
    case TokenKind::star:
      return Op::multiply;
    case TokenKind::slash:
      return Op::divide;
    case TokenKind::amp:
      return Op::bit_and;
    case TokenKind::bar:
      return Op::bit_or;
    case TokenKind::caret:
      return Op::bit_xor;
    default:
      return std::nullopt;
  }
}

std::optional<std::string_view> own_spelling(TokenKind first, TokenKind second) {
  using enum TokenKind;
  if (first == amp && second == amp) return "and";
  if (first == bar && second == bar) return "or";
  if (first == equal && second == equal) return "=";
  if (first == colon && second == equal) return "=";
  if (first == not_equal && second == equal) return "<>";
  if (first == equal && second == greater) return "->";
  if (first == equal && second == less) return "<=";
  if (first == less_equal && second == greater) return "<->";
  return std::nullopt;
}

bool is_prefix_word(std::string_view word) {
  return is_quantifier_word(word) || is_path_word(word) || logic::is_prefix_keyword(word);
}
bool is_path_word(std::string_view word) {
  const auto op = logic::find_path_operator(word);
  return op && logic::row_of(*op).arguments == 1;
}
bool is_quantifier_word(std::string_view word) {
  return logic::find_path_quantifier(word).has_value();
}
bool is_comprehension_word(std::string_view word) { return contains(comprehension_words, word); }
bool is_function_word(std::string_view word) { return contains(function_words, word); }
std::vector<std::string> list_functions() { return {function_words.begin(), function_words.end()}; }

}  // namespace ken::syntax
