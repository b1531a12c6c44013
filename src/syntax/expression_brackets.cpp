// Brackets of an expression: which frame each one opens, and how it closes.  What was read in a
// bracket becomes one node, and the node an operand of the frame below.  See expression.cpp for the
// machine.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "syntax/expression_reader.hpp"
#include "syntax/foreign.hpp"
#include "syntax/lookahead.hpp"
#include "syntax/operators.hpp"

namespace ken::syntax {

using base::Code;
using base::Range;
using enum TokenKind;

// ---- opening ----

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
  if (place_ == Place::dynamic && !(may_be_bound && bound_follows(cursor_)))
    return open_program(Op::box);
  Frame& frame = open(FrameKind::bracket, cursor_.advance());
  frame.op = Op::box;
  frame.may_be_bound = may_be_bound;
}

void ExpressionReader::open_program(Op op) {
  Frame& frame = open(FrameKind::program, cursor_.advance());
  frame.op = op;
  frame.in_program = true;
}

void ExpressionReader::open_binder() {
  const Range mark = cursor_.advance();
  open(FrameKind::binder, cursor_.advance()).mark = mark;
}

void ExpressionReader::open_header() {
  const Range mark = cursor_.advance();
  open(FrameKind::header, cursor_.advance()).mark = mark;
}

// ---- closing ----

void ExpressionReader::complain_unclosed() {
  if (cursor_.hidden_arrow()) return fail();
  const Frame& frame = top();
  const bool statement_over = cursor_.is(semicolon) || cursor_.at_end() || cursor_.word("end");
  if (statement_over && is_bracket(frame.kind))
    cursor_.complain(frame.open, Code::unclosed, cursor_.source()->text(frame.open));
  else if (!cursor_.is(bad))
    complain_at_closing(frame);
  fail();
}

void ExpressionReader::complain_at_closing(const Frame& frame) {
  auto& d = cursor_.expected(closing_words(frame, values_.size() - frame.values));
  const bool no_value = frame.kind == FrameKind::conditional && cursor_.is(semicolon) &&
                        cursor_.section() == "Evolution";
  if (no_value) d.hint = "a value is missing before this 'if', which begins one itself";
  if (frame.kind == FrameKind::coalition && cursor_.is(comma))
    d.hint = write_coalition(cursor_, frame.open.end, greater);
}

std::string_view ExpressionReader::closing_words(const Frame& frame, std::size_t values) {
  switch (frame.kind) {
    case FrameKind::paren:
      return "an operator or ')'";
    case FrameKind::call:
      return "',' or ')'";
    case FrameKind::header:
      return "',', 'if' or ')'";
    case FrameKind::set:
      return "',' or '}'";
    case FrameKind::index:
      return "',' or ']'";
    case FrameKind::binder:
      return values == 0 ? "'..' and the end of the range" : "the end of the index range";
    case FrameKind::bracket:
      return frame.may_be_bound ? "',' or ']'" : "']'";
    case FrameKind::coalition:
      return "'>'";
    case FrameKind::program:
      return "an operator or the end of the program";
    case FrameKind::conditional:
      return values == 0 ? "'then' and a value, as in 'if c then a else b'"
                         : "'else' and a value, as in 'if c then a else b'";
    case FrameKind::ternary:
      return "':' and a value, as in 'c ? a : b'";
    case FrameKind::scope:
      return "an operator or ':'";
    case FrameKind::root:
    case FrameKind::lone_name:
      break;
  }
  return "an operator";
}

bool ExpressionReader::ends_frame() const {
  const Frame& frame = frames_.back();
  switch (frame.kind) {
    case FrameKind::paren:
      return cursor_.is(rparen);
    case FrameKind::call:
      return cursor_.is(rparen) || cursor_.is(comma);
    case FrameKind::set:
      return cursor_.is(rbrace) || cursor_.is(comma);
    case FrameKind::index:
      return cursor_.is(rbracket) || cursor_.is(comma) || filter_starts(frame);
    case FrameKind::header:
      return cursor_.is(rparen) || cursor_.is(comma) || filter_starts(frame);
    case FrameKind::binder:
      return binder_ends(frame);
    case FrameKind::bracket:
      return cursor_.is(rbracket) || cursor_.is(comma) || (cursor_.is(bar) && !has_values(frame));
    case FrameKind::coalition:
      return cursor_.is(greater) || cursor_.is(bar);
    case FrameKind::program:
      return cursor_.is(frame.op == Op::diamond ? greater : rbracket);
    case FrameKind::conditional:
      return cursor_.word(has_values(frame) ? "else" : "then");
    case FrameKind::ternary:
    case FrameKind::scope:
      return cursor_.is(colon);
    case FrameKind::root:
    case FrameKind::lone_name:
      break;
  }
  return false;
}

bool ExpressionReader::filter_starts(const Frame& frame) const {
  return cursor_.word("if") && !frame.filter && has_values(frame);
}

bool ExpressionReader::binder_ends(const Frame& frame) const {
  if (!has_values(frame)) return cursor_.is(dotdot);
  return cursor_.is(comma) || cursor_.is(rparen) || cursor_.is(rbracket) || cursor_.is(rbrace) ||
         cursor_.word("if");
}

void ExpressionReader::close() {
  switch (top().kind) {
    case FrameKind::paren:
      return close_paren();
    case FrameKind::call:
    case FrameKind::set:
    case FrameKind::index:
    case FrameKind::header:
      return close_list();
    case FrameKind::binder:
      return close_binder();
    case FrameKind::bracket:
    case FrameKind::coalition:
      return close_bracket();
    case FrameKind::program:
      return close_program();
    case FrameKind::conditional:
      return close_conditional();
    case FrameKind::ternary:
      return close_ternary();
    case FrameKind::scope:
      return close_scope();
    case FrameKind::root:
    case FrameKind::lone_name:
      break;
  }
}

void ExpressionReader::close_paren() {
  const Frame frame = top();
  read_sums(frame);
  const NodeId inside = reduce(frame);
  frames_.pop_back();
  push_operand(reducer_.add_parentheses(inside, span(frame.open, cursor_.advance())));
}

// At the ')' of parentheses in a program.  Where they hold a formula or a number, '+' is a sum.
void ExpressionReader::read_sums(const Frame& frame) {
  const std::span<Item> items = std::span(items_).subspan(frame.items);
  const auto is_choice = [](const Item& item) { return item.op == Op::choice; };
  if (!frame.in_program || std::none_of(items.begin(), items.end(), is_choice)) return;
  if (!holds_formula()) return;
  for (Item& item : items)
    if (is_choice(item)) item.op = Op::add;
}

// Whether what stands on either side of the parentheses takes a formula or a number.  Parentheses
// around nothing but them make no difference.
bool ExpressionReader::holds_formula() const {
  std::size_t ahead = 1;
  for (std::size_t i = frames_.size() - 1; i > 0; --i, ++ahead) {
    const Frame& outer = frames_[i - 1];
    const bool first = frames_[i].items == outer.items;
    if (!first) {
      const Op before = items_[frames_[i].items - 1].op;
      if (before != Op::sequence && before != Op::choice) return true;
    }
    const bool alone = first && outer.kind == FrameKind::paren && cursor_.is(rparen, ahead);
    if (!alone) return formula_ends(outer, ahead);
  }
  return false;
}

// Whether the token there can only stand behind a formula or a number, or tests it.
bool ExpressionReader::formula_ends(const Frame& outer, std::size_t ahead) const {
  switch (cursor_.kind(ahead)) {
    case question:
      return true;
    case star:
      return starts_operand(cursor_.kind(ahead + 1));
    case plus:
      return false;
    case greater:
      return outer.kind != FrameKind::program;
    case identifier:
      return infix_word(cursor_.text(ahead)).has_value();
    default:
      return infix_symbol(cursor_.kind(ahead)).has_value();
  }
}

void ExpressionReader::close_list() {
  if (top().kind == FrameKind::header && !top().filter && has_items(top())) {
    const NodeId element = reduce(top());
    cursor_
        .complain(nodes_[element].range, Code::expected, "an index range such as i: 1..N",
                  cursor_.quoted(nodes_[element].range))
        .hint = "a filter starts with 'if'";
    return fail();
  }
  finish_element();
  if (cursor_.is(comma)) {
    if (top().filter) {
      cursor_.expected(top().kind == FrameKind::index ? "']'" : "')'");
      return fail();
    }
    cursor_.advance();
    want_operand_ = true;
    return;
  }
  if (cursor_.word("if")) {
    cursor_.advance();
    top().filter = true;
    want_operand_ = true;
    return;
  }
  cursor_.advance();
  const Frame frame = top();
  if (frame.kind == FrameKind::call)
    return push_operand(close_into(NodeKind::call, frame.mark, frame.mark));
  if (frame.kind == FrameKind::set) return push_operand(close_into(NodeKind::set, frame.open, {}));
  if (frame.kind == FrameKind::header) return close_header(frame);
  const NodeId part = close_into(NodeKind::segment, frame.mark, frame.mark);
  values_.push_back(part);
  if (next_part()) return continue_name(frame.parts);
  finish_name(frame.parts);
}

void ExpressionReader::close_header(const Frame& frame) {
  const NodeId head = close_into(NodeKind::comprehension, frame.mark, frame.mark);
  if (top().kind == FrameKind::lone_name) return push_operand(head);
  items_.push_back({ItemKind::comprehension, Op::none, head, frame.mark});
  want_operand_ = true;
}

void ExpressionReader::close_binder() {
  finish_element();
  if (cursor_.is(dotdot)) {
    cursor_.advance();
    want_operand_ = true;
    return;
  }
  const Frame frame = top();
  const NodeId binder = close_into(NodeKind::binder, frame.mark, frame.mark);
  values_.push_back(binder);
  want_operand_ = false;  // the list around it goes on
}

// Behind the first element of [...] or <...>: a bound, or the end of a coalition.
void ExpressionReader::close_bracket() {
  const Frame frame = top();
  if (cursor_.is(comma) || has_values(frame)) return close_bound();
  const NodeId subject = reduce(frame);
  const NodeKind kind = nodes_[subject].kind;
  if (kind != NodeKind::name && kind != NodeKind::set) {
    if (frame.may_be_bound)
      cursor_.expected("',' and the end of the bound").hint = write_bound(subject);
    else
      cursor_.complain(nodes_[subject].range, Code::expected, "a group",
                       cursor_.quoted(nodes_[subject].range));
    return fail();
  }
  Range semantics;
  if (cursor_.accept(bar)) {
    if (!cursor_.is(identifier)) {
      cursor_.expected("full, ir or ir-objective");
      return fail();
    }
    semantics = cursor_.advance();
    // ir-objective is one word to the reader and three tokens to the lexer.
    if (cursor_.is(minus) && cursor_.is(identifier, 1) &&
        cursor_.peek(1).range.begin == semantics.end + 1) {
      cursor_.advance();
      semantics.end = cursor_.advance().end;
    }
  }
  const TokenKind closer = frame.op == Op::diamond ? greater : rbracket;
  if (!cursor_.is(closer)) {
    cursor_.expected(in_words(closer));
    return fail();
  }
  cursor_.advance();
  frames_.pop_back();
  items_.push_back({ItemKind::bracket, frame.op, subject, semantics, no_node, frame.open});
  want_operand_ = true;
}

// AX[2] p, EF[5] p, E[p U q].
std::string ExpressionReader::write_bound(NodeId inside) const {
  const std::string_view word = cursor_.source()->text(items_.back().mark);
  const std::string_view steps = cursor_.source()->text(nodes_[inside].range);
  if (nodes_[inside].kind != NodeKind::integer)
    return fmt::format("a formula stands in parentheses: '{}({})'", word,
                       base::shorten(base::collapse_blanks(steps), 40));
  if (is_quantifier_word(word))
    return fmt::format("an until has a bound as in '{}(p U[0, {}] q)'", word, steps);
  if (word.ends_with('X'))
    return fmt::format("a step takes no bound: two steps are '{0} {0} f'", word);
  return fmt::format("a bound is [m, n]: write '{}[0, {}]'", word, steps);
}

void ExpressionReader::close_bound() {
  finish_element();
  const Frame frame = top();
  const std::size_t count = values_.size() - frame.values;
  if (cursor_.is(comma) && count == 1 && frame.may_be_bound) {
    cursor_.advance();
    want_operand_ = true;
    return;
  }
  if (!cursor_.is(rbracket)) {
    auto& d = cursor_.expected("']'");
    const bool number = nodes_[values_[frame.values]].kind == NodeKind::integer;
    if (!frame.may_be_bound)
      d.hint = number ? "a bound stands behind the operator, 'AF[0, 2] p'; behind a coalition "
                        "operators take none"
                      : write_coalition(cursor_, frame.open.end, rbracket);
    return fail();
  }
  cursor_.advance();
  const NodeId bound = close_into(NodeKind::bound, frame.open, {});
  items_.back().node = bound;
  want_operand_ = true;
}

void ExpressionReader::close_program() {
  const Frame frame = top();
  const NodeId program = reduce(frame);
  cursor_.advance();
  frames_.pop_back();
  items_.push_back({ItemKind::bracket, frame.op, program, {}, no_node, frame.open});
  want_operand_ = true;
}

// At 'then' or 'else'.  What was read becomes an operator before the last branch.
void ExpressionReader::close_conditional() {
  finish_element();
  cursor_.advance();
  want_operand_ = true;
  const Frame frame = top();
  if (values_.size() - frame.values == 1) return;
  const NodeId then = values_.back();
  const NodeId condition = values_[frame.values];
  values_.resize(frame.values);
  frames_.pop_back();
  items_.push_back({ItemKind::conditional, Op::conditional, condition, frame.open, then});
}

// At ':'.  What was read becomes an operator between the condition and the last branch.
void ExpressionReader::close_ternary() {
  const Frame frame = top();
  const NodeId then = reduce(frame);
  cursor_.advance();
  frames_.pop_back();
  items_.push_back({ItemKind::infix, Op::conditional, no_node, frame.open, then});
  want_operand_ = true;
}

}  // namespace ken::syntax
