// What only logic files have: words that stand before a relation or bind a name up to ':'.  See
// expression.cpp for the machine.
//
//     all r: f      some r: f          in every, in some state that r leads to
//     least z: f    greatest z: f      fixpoints; they reach as far to the right as they can
//     each x in d: r   exists x in d: r   over variables of agents
//     exists d      converse r         next i.x      i.v_<j>      not, which is '!'

#include <array>

#include "syntax/expression_reader.hpp"
#include "syntax/lookahead.hpp"
#include "syntax/operators.hpp"
#include "syntax/words.hpp"

namespace ken::syntax {
namespace {

constexpr std::array<std::string_view, 2> fixpoint_words{"least", "greatest"};
constexpr std::array<std::string_view, 2> modal_words{"all", "some"};
constexpr std::array<std::string_view, 2> element_words{"each", "exists"};
constexpr std::array<std::string_view, 3> relation_words{"exists", "converse", "next"};

}  // namespace

using base::Range;
using enum TokenKind;

bool is_fixpoint_word(std::string_view word) { return contains(fixpoint_words, word); }
bool is_logic_word(std::string_view word) {
  return contains(fixpoint_words, word) || contains(modal_words, word) ||
         contains(element_words, word) || contains(relation_words, word);
}

// At a word in operand position.  True if it was one of these.
bool ExpressionReader::read_scope() {
  const std::string_view word = cursor_.text();
  if (is_fixpoint_word(word) && cursor_.is(identifier, 1)) {
    const Range mark = cursor_.advance();
    const NodeId variable = read_scope_variable();
    if (!cursor_.accept(colon)) {
      cursor_.expected("':' and a formula");
      fail();
      return true;
    }
    const NodeId head = nodes_.add(NodeKind::scoped, Op::none, mark, mark, {&variable, 1});
    items_.push_back({ItemKind::scope, Op::none, head, mark});
    return true;
  }
  if (word == "not" && operand_follows(cursor_, 1, place_)) {
    push_unary(Op::negation);
    return true;
  }
  if (contains(modal_words, word)) {
    open(FrameKind::scope, cursor_.advance());
    return true;
  }
  if (contains(element_words, word) && cursor_.is(identifier, 1) && cursor_.word("in", 2)) {
    const Range mark = cursor_.advance();
    const NodeId variable = read_scope_variable();
    cursor_.advance();
    open(FrameKind::scope, mark);
    values_.push_back(variable);
    return true;
  }
  if (!contains(relation_words, word) || !operand_follows(cursor_, 1, place_)) return false;
  items_.push_back({ItemKind::word, Op::none, no_node, cursor_.advance()});
  return true;
}

NodeId ExpressionReader::read_scope_variable() {
  const Range mark = cursor_.advance();
  const NodeId segment = nodes_.add(NodeKind::segment, Op::none, mark, mark, {});
  return nodes_.add(NodeKind::name, Op::none, mark, {}, {&segment, 1});
}

// At ':'.  What was read becomes the head of an operator before the body.
void ExpressionReader::close_scope() {
  finish_element();
  cursor_.advance();
  const Range mark = top().open;
  const NodeId head = close_into(NodeKind::scoped, mark, mark);
  items_.push_back({ItemKind::scope, Op::none, head, mark});
  want_operand_ = true;
}

// Behind 'v_' of v_<j>, with no blank between: the variable that is called after an agent.
bool ExpressionReader::read_named_segment(Range mark) {
  if (place_ != Place::definition || !cursor_.is(less) || cursor_.range().begin != mark.end ||
      !cursor_.is(identifier, 1) || !cursor_.is(greater, 2))
    return false;
  cursor_.advance();
  const NodeId agent = read_scope_variable();
  const Range end = cursor_.advance();
  values_.push_back(
      nodes_.add(NodeKind::segment, Op::none, base::span(mark, end), mark, {&agent, 1}));
  return true;
}

}  // namespace ken::syntax
