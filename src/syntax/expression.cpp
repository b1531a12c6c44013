// Expressions without recursion.
//
// The reader keeps a stack of frames, one for every bracket that is open: parentheses, the
// arguments of a call, a set, the indices of a name, the range of an index, a bound, a coalition, a
// program of LDL.  A frame owns the items read since it opened; when it closes, the Reducer makes
// one tree of them and the tree becomes an operand of the frame below.  So nesting costs memory in
// proportion to the text and no stack, whatever the input.
//
// Words are contextual.  In infix position 'and', 'U', 'mod' ... are operators.  In operand
// position 'AG', 'X' ... are operators only in formulas and only before something that can be an
// operand; otherwise they are names.  '[' behind a modal word opens a bound if a comma follows its
// first element and a coalition if not.

#include "syntax/expression_reader.hpp"
#include "syntax/operators.hpp"

namespace ken::syntax {

using base::Range;
using enum TokenKind;

// ---- operands ----

void ExpressionReader::operand() {
  switch (cursor_.kind()) {
    case integer:
      return leaf(NodeKind::integer);
    case identifier:
      return word();
    case lparen:
      return open_paren();
    case bang:
      return unary(Op::negation);
    case minus:
      return unary(Op::minus);
    case tilde:
      return unary(Op::bit_not);
    case less:
      if (place_ >= Place::formula) return open_angle();
      break;
    case lbracket:
      if (place_ >= Place::formula) return open_square(false);
      break;
    case lbrace:
      if (set_fits()) return static_cast<void>(open(FrameKind::set, cursor_.advance()));
      break;
    case rbrace:
    case rparen:
      if (empty_list_ends()) return close();
      break;
    default:
      break;
  }
  if (!cursor_.is(bad) && !cursor_.foreign_operator()) {
    auto& d = cursor_.expected(wanted());
    if (top().kind == FrameKind::coalition && cursor_.is(less))
      d.hint = "a coalition stands in single brackets: <g>F p";
  }
  fail();
}

std::string_view ExpressionReader::wanted() const {
  switch (frames_.back().kind) {
    case FrameKind::coalition:
      return "a group";
    case FrameKind::set:
      return "a name";
    case FrameKind::index:
    case FrameKind::binder:
      return "a number";
    case FrameKind::header:
      return "an index range such as i: 1..N";
    case FrameKind::program:
      return "a program";
    default:
      break;
  }
  if (place_ == Place::value) return "a value";
  return place_ == Place::condition ? "a condition" : "a formula";
}

void ExpressionReader::leaf(NodeKind kind) {
  const Range range = cursor_.advance();
  push_operand(nodes_.add(kind, Op::none, range, range, {}));
}

void ExpressionReader::unary(Op op) {
  const Range mark = cursor_.advance();
  items_.push_back({ItemKind::unary, op, no_node, mark});
}

bool ExpressionReader::set_fits() const {
  const Frame& frame = frames_.back();
  const bool first = items_.size() == frame.items;
  if (first)
    return frame.kind == FrameKind::call || frame.kind == FrameKind::coalition ||
           frame.kind == FrameKind::bracket;
  return items_.back().kind == ItemKind::infix && items_.back().op == Op::member;
}

bool ExpressionReader::empty_list_ends() const {
  const Frame& frame = frames_.back();
  if (has_items(frame) || has_values(frame)) return false;
  return (frame.kind == FrameKind::set && cursor_.is(rbrace)) ||
         (frame.kind == FrameKind::call && cursor_.is(rparen));
}

void ExpressionReader::open_paren() {
  const Item* before = has_items(top()) ? &items_.back() : nullptr;
  const bool behind_quantifier =
      before != nullptr && (before->kind == ItemKind::bracket ||
                            (before->kind == ItemKind::word &&
                             is_quantifier_word(cursor_.source()->text(before->mark))));
  const bool in_program = top().in_program;
  Frame& frame = open(FrameKind::paren, cursor_.advance());
  frame.loose_until = behind_quantifier && place_ != Place::path_formula;
  frame.in_program = in_program;
}

void ExpressionReader::open_angle() {
  if (place_ == Place::dynamic) return open_program(Op::diamond);
  open(FrameKind::coalition, cursor_.advance()).op = Op::diamond;
}

void ExpressionReader::open_square(bool may_be_bound) {
  if (place_ == Place::dynamic && !may_be_bound) return open_program(Op::box);
  Frame& frame = open(FrameKind::bracket, cursor_.advance());
  frame.op = Op::box;
  frame.may_be_bound = may_be_bound;
}

void ExpressionReader::open_program(Op op) {
  Frame& frame = open(FrameKind::program, cursor_.advance());
  frame.op = op;
  frame.in_program = true;
}

// ---- words in operand position ----

void ExpressionReader::word() {
  const std::string_view text = cursor_.text();
  const FrameKind kind = top().kind;
  const bool element_start = !has_items(top());
  if ((kind == FrameKind::index || kind == FrameKind::header || kind == FrameKind::set) &&
      element_start && !top().filter && cursor_.is(colon, 1))
    return open_binder();
  if (is_comprehension_word(text) && cursor_.is(lparen, 1) && cursor_.is(identifier, 2) &&
      cursor_.is(colon, 3))
    return open_header();
  if (text == "true" || text == "false") return leaf(NodeKind::truth);
  if (place_ == Place::dynamic && (text == "tt" || text == "ff")) return leaf(NodeKind::truth);
  if (place_ >= Place::formula && kind != FrameKind::coalition && kind != FrameKind::index &&
      is_prefix_word(text) && operand_follows(1))
    return prefix_word();
  if (cursor_.is(lparen, 1) && place_ >= Place::formula) {
    const Range mark = cursor_.advance();
    open(FrameKind::call, cursor_.advance()).mark = mark;
    return;
  }
  start_name();
}

// Whether the tokens from there on can be an operand, so that the word before them is a prefix.
bool ExpressionReader::operand_follows(std::size_t ahead) const {
  switch (cursor_.kind(ahead)) {
    case integer:
    case lparen:
    case bang:
    case tilde:
    case minus:
    case lbracket:
      return true;
    case less:
      return place_ == Place::dynamic || coalition_follows(ahead);
    case identifier:
      if (cursor_.word("if", ahead) || cursor_.word("in", ahead)) return false;
      if (!infix_word(cursor_.text(ahead))) return true;
      // 'and(i: ...' is a comprehension; 'U' before no operand is a name.
      if (is_comprehension_word(cursor_.text(ahead)) && cursor_.is(lparen, ahead + 1))
        return cursor_.is(colon, ahead + 3);
      return !starts_operand(cursor_.kind(ahead + 1));
    default:
      return false;
  }
}

bool ExpressionReader::starts_operand(TokenKind kind) {
  return kind == identifier || kind == integer || kind == lparen || kind == bang || kind == less ||
         kind == lbracket || kind == minus || kind == tilde;
}

// <{...  <g>  <g | ...  <g[...]>: a coalition rather than a comparison.
bool ExpressionReader::coalition_follows(std::size_t ahead) const {
  constexpr std::size_t longest_index = 64;
  if (cursor_.is(lbrace, ahead + 1)) return true;
  if (!cursor_.is(identifier, ahead + 1)) return false;
  std::size_t at = ahead + 2;
  if (cursor_.is(lbracket, at)) {
    const std::size_t limit = at + longest_index;
    while (at < limit && !cursor_.is(rbracket, at) && !cursor_.is(semicolon, at)) ++at;
    ++at;
  }
  return cursor_.is(greater, at) || cursor_.is(bar, at);
}

void ExpressionReader::prefix_word() {
  items_.push_back({ItemKind::word, Op::none, no_node, cursor_.advance()});
  if (cursor_.is(lbracket)) open_square(true);
}

void ExpressionReader::open_binder() {
  const Range mark = cursor_.advance();
  open(FrameKind::binder, cursor_.advance()).mark = mark;
}

void ExpressionReader::open_header() {
  const Range mark = cursor_.advance();
  open(FrameKind::header, cursor_.advance()).mark = mark;
}

// ---- names ----

void ExpressionReader::start_name() { continue_name(static_cast<std::uint32_t>(values_.size())); }

// At an identifier that continues the name whose parts begin at 'parts'.
void ExpressionReader::continue_name(std::uint32_t parts) {
  for (;;) {
    const Range mark = cursor_.advance();
    if (cursor_.is(lbracket)) {
      Frame& frame = open(FrameKind::index, cursor_.advance());
      frame.mark = mark;
      frame.parts = parts;
      return;
    }
    values_.push_back(nodes_.add(NodeKind::part, Op::none, mark, mark, {}));
    if (!next_part()) return finish_name(parts);
  }
}

bool ExpressionReader::next_part() {
  if (!cursor_.is(dot)) return false;
  cursor_.advance();
  if (cursor_.is(identifier)) return true;
  cursor_.expected("a name behind the '.'");
  fail();
  return false;
}

void ExpressionReader::finish_name(std::uint32_t parts) {
  if (failed_) return;
  const auto own = std::span(values_).subspan(parts);
  const Range range = span(nodes_[own.front()].range, nodes_[own.back()].range);
  const NodeId name = nodes_.add(NodeKind::name, Op::none, range, {}, own);
  values_.resize(parts);
  push_operand(name);
}

Expression parse_expression(Cursor& cursor, Nodes& nodes, Place place) {
  return ExpressionReader(cursor, nodes, place).expression();
}
Expression parse_name(Cursor& cursor, Nodes& nodes) {
  return ExpressionReader(cursor, nodes, Place::condition).name();
}
Expression parse_set(Cursor& cursor, Nodes& nodes) {
  return ExpressionReader(cursor, nodes, Place::condition).set();
}
Expression parse_repeat(Cursor& cursor, Nodes& nodes) {
  return ExpressionReader(cursor, nodes, Place::condition).repeat();
}

bool repeat_ahead(const Cursor& cursor) {
  return cursor.word("for") && cursor.is(lparen, 1) && cursor.is(identifier, 2) &&
         cursor.is(colon, 3);
}

}  // namespace ken::syntax
