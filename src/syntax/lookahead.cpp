#include "syntax/lookahead.hpp"

#include "syntax/operators.hpp"
#include "syntax/sections.hpp"

namespace ken::syntax {

using enum TokenKind;

namespace {

// <{...  <g>  <g | ...  <g[...]>: a coalition rather than a comparison.
bool coalition_follows(const Cursor& cursor, std::size_t ahead) {
  constexpr std::size_t longest_index = 64;
  if (cursor.is(lbrace, ahead + 1)) return true;
  if (!cursor.is(identifier, ahead + 1)) return false;
  std::size_t at = ahead + 2;
  if (cursor.is(lbracket, at)) {
    const std::size_t limit = at + longest_index;
    while (at < limit && !cursor.is(rbracket, at) && !cursor.is(semicolon, at)) ++at;
    ++at;
  }
  return cursor.is(greater, at) || cursor.is(bar, at);
}

// [g] F p: what stands behind the bracket here is an operand.
bool operand_follows_brackets(const Cursor& cursor) {
  constexpr std::size_t longest = 64;
  std::size_t open = 0;
  for (std::size_t at = 0; at < longest && !cursor.is(semicolon, at); ++at) {
    if (cursor.is(lbracket, at)) ++open;
    if (!cursor.is(rbracket, at) || --open > 0) continue;
    const TokenKind next = cursor.kind(at + 1);
    return (next == identifier || next == lparen || next == bang) &&
           operand_follows(cursor, at + 1, Place::formula);
  }
  return false;
}

// <g> F p rather than x < g | y.
bool angle_closes(const Cursor& cursor) {
  constexpr std::size_t longest = 64;
  for (std::size_t at = 1; at < longest && !cursor.is(semicolon, at); ++at)
    if (cursor.is(greater, at)) return true;
  return false;
}

}  // namespace

bool starts_line(const Cursor& cursor) {
  const base::SourceFile& source = *cursor.source();
  return source.line_number(cursor.previous().begin) < source.line_number(cursor.range().begin);
}

bool coalition_starts_line(const Cursor& cursor) {
  if (cursor.is(less))
    return coalition_follows(cursor, 0) && angle_closes(cursor) && starts_line(cursor);
  return cursor.is(lbracket) && operand_follows_brackets(cursor) && starts_line(cursor);
}

bool starts_operand(TokenKind kind) {
  return kind == identifier || kind == integer || kind == lparen || kind == bang || kind == less ||
         kind == lbracket || kind == minus || kind == tilde;
}

bool is_indexed(const Cursor& cursor, std::size_t ahead) {
  constexpr std::size_t longest_index = 64;
  if (!cursor.is(lbracket, ahead + 1)) return false;
  bool numbered = cursor.is(integer, ahead + 2);
  std::size_t at = ahead + 2;
  for (const std::size_t limit = at + longest_index; !cursor.is(rbracket, at); ++at) {
    if (at == limit || cursor.is(lbracket, at) || cursor.is(semicolon, at)) return false;
    if (cursor.is(comma, at)) numbered = false;
  }
  const TokenKind next = cursor.kind(at + 1);
  if (next == dot || next == equal || next == not_equal || next == less_equal ||
      next == greater_equal || next == greater)
    return true;
  if (!numbered) return false;
  if (next == identifier) return infix_word(cursor.text(at + 1)).has_value();
  if (next == less) return !coalition_follows(cursor, at + 1);
  return !starts_operand(next);
}

bool operand_follows(const Cursor& cursor, std::size_t ahead, Place place) {
  switch (cursor.kind(ahead)) {
    case integer:
    case lparen:
    case bang:
    case tilde:
    case minus:
    case lbracket:
      return true;
    case less:
      return place == Place::dynamic || coalition_follows(cursor, ahead);
    case identifier:
      if (cursor.word("in", ahead)) return !cursor.is(lbrace, ahead + 1);
      if (cursor.word("if", ahead)) return place >= Place::formula;
      if (!infix_word(cursor.text(ahead))) return true;
      // 'and(i: ...' is a comprehension; 'U' before no operand is a name.
      if (is_comprehension_word(cursor.text(ahead)) && cursor.is(lparen, ahead + 1))
        return cursor.is(colon, ahead + 3);
      return !starts_operand(cursor.kind(ahead + 1)) || is_indexed(cursor, ahead);
    default:
      return false;
  }
}

bool bound_follows(const Cursor& cursor) {
  for (std::size_t at = 1;; ++at) {
    switch (cursor.kind(at)) {
      case comma:
        return true;
      case identifier:
      case integer:
      case plus:
      case minus:
      case star:
      case lparen:
      case rparen:
        break;
      default:
        return false;
    }
  }
}

bool section_ends(const Cursor& cursor) {
  if (!cursor.word("end") || !cursor.is(identifier, 1)) return false;
  const std::string_view next = cursor.text(1);
  if (is_section_word(next)) return true;
  if (infix_word(next) || next == "if" || next == "then" || next == "else") return false;
  return starts_line(cursor);
}

}  // namespace ken::syntax
