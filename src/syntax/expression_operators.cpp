// What stands behind an operand: infix operators, '?', the postfix operators of programs, or the
// end of the bracket.  See expression.cpp for the machine.

#include "syntax/expression_reader.hpp"
#include "syntax/lookahead.hpp"
#include "syntax/operators.hpp"

namespace ken::syntax {

using base::Code;
using base::Range;
using enum TokenKind;

void ExpressionReader::read_behind_operand() {
  if (ends_frame()) return close();
  if (top().in_program && read_program_operator()) return;
  if (next_formula_starts()) return static_cast<void>(done_ = true);
  if (const auto op = infix_here()) return push_infix(*op);
  if (cursor_.is(question)) return read_question();
  if (top().kind == FrameKind::root) {
    done_ = true;
    return;
  }
  complain_unclosed();
}

// Behind a formula whose ';' was left out.
bool ExpressionReader::next_formula_starts() const {
  return place_ >= Place::formula && frames_.back().kind == FrameKind::root &&
         coalition_starts_line(cursor_);
}

std::optional<Op> ExpressionReader::infix_here() const {
  if (cursor_.is(identifier)) {
    const auto op = infix_word(cursor_.text());
    if (op && is_until(*op) && place_ < Place::formula) return std::nullopt;
    const bool ends_value = place_ == Place::value && frames_.back().kind == FrameKind::root;
    if (ends_value && op == Op::conjunction) return std::nullopt;
    return op;
  }
  const auto op = infix_symbol(cursor_.kind());
  const bool ends_limit = place_ == Place::limit && frames_.back().kind == FrameKind::root;
  if (ends_limit && op && is_comparison(*op)) return std::nullopt;
  return op;
}

void ExpressionReader::push_infix(Op op) {
  const bool loose_value =
      place_ == Place::value && top().kind == FrameKind::root &&
      (op == Op::disjunction || op == Op::implication || op == Op::equivalence);
  if (loose_value)
    cursor_.complain(cursor_.range(), Code::parenthesise_value, cursor_.text(), cursor_.text());
  items_.push_back({ItemKind::infix, op, no_node, cursor_.advance()});
  want_operand_ = true;
  if (is_until(op) && cursor_.is(lbracket)) open_square(true);
}

// * and ? behind an operand, ; and + between programs.  True if one was there.
bool ExpressionReader::read_program_operator() {
  const TokenKind kind = cursor_.kind();
  const bool postfix_star = kind == star && !starts_operand(cursor_.kind(1));
  const bool conditional = kind == question && operand_follows(cursor_, 1, place_);
  if (conditional) return read_question(), true;
  if (kind == question || postfix_star) {
    const Op op = kind == question ? Op::test : Op::star;
    const NodeId operand = items_.back().node;
    const Range mark = cursor_.advance();
    items_.back().node =
        nodes_.add(NodeKind::unary, op, span(nodes_[operand].range, mark), mark, {&operand, 1});
    return true;
  }
  if (kind != semicolon && kind != plus) return false;
  push_infix(kind == semicolon ? Op::sequence : Op::choice);
  return true;
}

// The '?' of c ? a : b.  Where ':' or '?' mean something else too, only inside parentheses.
void ExpressionReader::read_question() {
  const bool open_end = top().kind == FrameKind::root || top().kind == FrameKind::program;
  if (open_end && (place_ == Place::protocol || place_ == Place::dynamic)) {
    cursor_.complain(cursor_.range(), Code::parenthesise_conditional,
                     place_ == Place::protocol ? "in a Protocol" : "in an LDL formula");
    return fail();
  }
  open(FrameKind::ternary, cursor_.advance());
}

}  // namespace ken::syntax
