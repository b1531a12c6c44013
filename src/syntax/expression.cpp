// Expressions without recursion.
//
// The reader keeps a stack of frames, one for every bracket that is open: parentheses, the
// arguments of a call, a set, the indices of a name, the range of an index, a bound, a coalition, a
// program of LDL, what stands between 'if' and 'else' or between '?' and ':'.  A frame owns the
// items read since it opened; when it closes, the Reducer makes one tree of them and the tree
// becomes an operand of the frame below.  So nesting costs memory in proportion to the text and no
// stack, whatever the input.
//
// Words are contextual.  In infix position 'and', 'U', 'mod' ... are operators.  In operand
// position 'AG', 'X' ... are operators only in formulas and only before something that can be an
// operand; otherwise they are names.  '[' behind a modal word opens a bound if a comma follows its
// first element and a coalition if not.

#include <fmt/format.h>

#include "base/text.hpp"
#include "syntax/expression_reader.hpp"
#include "syntax/foreign.hpp"
#include "syntax/foreign_words.hpp"
#include "syntax/lookahead.hpp"
#include "syntax/operators.hpp"

namespace ken::syntax {

using base::Range;
using enum TokenKind;

// ---- operands ----

void ExpressionReader::read_operand() {
  switch (cursor_.kind()) {
    case integer:
      return push_leaf(NodeKind::integer);
    case identifier:
      if (section_ends(cursor_)) return complain_of_end();
      return read_word();
    case lparen:
      return open_paren();
    case bang:
      return push_unary(Op::negation);
    case minus:
      return push_unary(Op::minus);
    case tilde:
      return push_unary(Op::bit_not);
    case less:
      if (place_ >= Place::formula && !doubled(FrameKind::coalition) && !follows_equal_sign())
        return open_angle();
      break;
    case lbracket:
      if (place_ >= Place::formula && !doubled(FrameKind::bracket)) return open_square(false);
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
    auto& d = cursor_.expected(wanted_words());
    if (d.hint.empty()) d.hint = write_parentheses();
    const bool doubled_here = doubled(FrameKind::coalition) || doubled(FrameKind::bracket);
    if (doubled_here && (cursor_.is(less) || cursor_.is(lbracket)))
      d.hint = write_coalition(cursor_, cursor_.range().end, cursor_.is(less) ? greater : rbracket);
  }
  fail();
}

// AG[p]: the brackets were read as a coalition.
std::string ExpressionReader::write_parentheses() const {
  if (items_.size() < frames_.back().items + 2) return {};
  const Item& bracket = items_.back();
  const Item& word = items_[items_.size() - 2];
  if (bracket.kind != ItemKind::bracket || bracket.op != Op::box || word.kind != ItemKind::word ||
      nodes_[bracket.node].kind != NodeKind::name)
    return {};
  return fmt::format("a formula stands in parentheses: '{}({})'", cursor_.source()->text(word.mark),
                     base::shorten(cursor_.source()->text(nodes_[bracket.node].range), 40));
}

// At 'end WORD', which belongs to nobody's expression.
void ExpressionReader::complain_of_end() {
  if (is_bracket(top().kind)) return complain_unclosed();
  cursor_.expected(wanted_words());
  fail();
}

std::string_view ExpressionReader::wanted_words() const {
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
    case FrameKind::root:
    case FrameKind::lone_name:
    case FrameKind::paren:
    case FrameKind::call:
    case FrameKind::bracket:
    case FrameKind::conditional:
    case FrameKind::ternary:
      break;
    case FrameKind::scope:
      return "a relation";
  }
  if (place_ == Place::value) return "a value";
  if (place_ == Place::limit) return "a number";
  return place_ < Place::formula ? "a condition" : "a formula";
}

void ExpressionReader::push_leaf(NodeKind kind) {
  const Range range = cursor_.advance();
  push_operand(nodes_.add(kind, Op::none, range, range, {}));
}

void ExpressionReader::push_unary(Op op) {
  const Range mark = cursor_.advance();
  items_.push_back({ItemKind::unary, op, no_node, mark});
}

// x =< 3.
bool ExpressionReader::follows_equal_sign() const {
  return cursor_.was(equal, 0) && cursor_.previous().end == cursor_.range().begin;
}

// Right behind the bracket of a coalition: <<g>>.
bool ExpressionReader::doubled(FrameKind kind) const {
  const Frame& frame = frames_.back();
  return frame.kind == kind && !frame.may_be_bound && !has_items(frame);
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

// ---- words in operand position ----

void ExpressionReader::read_word() {
  const std::string_view text = cursor_.text();
  const FrameKind kind = top().kind;
  const bool element_start = !has_items(top());
  if ((kind == FrameKind::index || kind == FrameKind::header || kind == FrameKind::set) &&
      element_start && !top().filter && cursor_.is(colon, 1))
    return open_binder();
  if (is_comprehension_word(text) && cursor_.is(lparen, 1) && cursor_.is(identifier, 2) &&
      cursor_.is(colon, 3))
    return open_header();
  if (place_ == Place::definition && read_scope()) return;
  if (text == "true" || text == "false") return push_leaf(NodeKind::truth);
  if (place_ == Place::dynamic && (text == "tt" || text == "ff")) return push_leaf(NodeKind::truth);
  if (place_ >= Place::formula && kind != FrameKind::coalition && kind != FrameKind::index &&
      is_prefix_word(text) && operand_follows(cursor_, 1, place_) && !is_indexed(cursor_, 0))
    return push_prefix_word();
  if (text == "if" && operand_follows(cursor_, 1, place_) && !is_indexed(cursor_, 0)) {
    open(FrameKind::conditional, cursor_.advance());
    return;
  }
  if (cursor_.is(lparen, 1) && (place_ >= Place::formula || call_starts())) {
    const Range mark = cursor_.advance();
    open(FrameKind::call, cursor_.advance()).mark = mark;
    return;
  }
  start_name();
}

// A function, or what can only be meant as one: a word right before its parenthesis.
bool ExpressionReader::call_starts() const {
  const std::string_view word = cursor_.text();
  if (is_function_word(word)) return true;
  return cursor_.range().end == cursor_.peek(1).range.begin && find_own_operator(word).empty();
}

void ExpressionReader::push_prefix_word() {
  items_.push_back({ItemKind::word, Op::none, no_node, cursor_.advance()});
  if (cursor_.is(lbracket)) open_square(true);
}

Expression parse_expression(Cursor& cursor, Nodes& nodes, Place place) {
  return ExpressionReader(cursor, nodes, place).read_expression();
}
Expression parse_name(Cursor& cursor, Nodes& nodes) {
  return ExpressionReader(cursor, nodes, Place::condition).read_name();
}
Expression parse_set(Cursor& cursor, Nodes& nodes) {
  return ExpressionReader(cursor, nodes, Place::condition).read_set();
}
Expression parse_repeat(Cursor& cursor, Nodes& nodes) {
  return ExpressionReader(cursor, nodes, Place::condition).read_repeat();
}

bool repeat_ahead(const Cursor& cursor) {
  return cursor.word("for") && cursor.is(lparen, 1) && cursor.is(identifier, 2) &&
         cursor.is(colon, 3);
}

}  // namespace ken::syntax
