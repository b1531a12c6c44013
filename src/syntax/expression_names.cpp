// Names: parts with '.' between them, each perhaps with indices in brackets.  See expression.cpp
// for the machine.

#include "syntax/expression_reader.hpp"

namespace ken::syntax {

using base::Range;
using enum TokenKind;

void ExpressionReader::start_name() { continue_name(static_cast<std::uint32_t>(values_.size())); }

// At an identifier that continues the name whose parts begin at 'parts'.
void ExpressionReader::continue_name(std::uint32_t parts) {
  for (;;) {
    const Range mark = cursor_.advance();
    if (cursor_.is(lbracket) && !next_formula_starts()) {
      Frame& frame = open(FrameKind::index, cursor_.advance());
      frame.mark = mark;
      frame.parts = parts;
      return;
    }
    if (!read_named_segment(mark))
      values_.push_back(nodes_.add(NodeKind::segment, Op::none, mark, mark, {}));
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

}  // namespace ken::syntax
