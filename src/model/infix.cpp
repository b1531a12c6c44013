#include "model/infix.hpp"

namespace ken::model {

using syntax::Op;

std::optional<Infix> meaning_of(Op op) {
  switch (op) {
    case Op::conjunction:
    case Op::bit_and:
      return Infix{ExprOp::conjunction};
    case Op::disjunction:
    case Op::bit_or:
      return Infix{ExprOp::disjunction};
    case Op::implication:
      return Infix{.op = ExprOp::disjunction, .negates_left = true};
    case Op::bit_xor:
      return Infix{ExprOp::exclusive};
    case Op::equivalence:
    case Op::equal:
      return Infix{ExprOp::equal};
    case Op::not_equal:
      return Infix{ExprOp::not_equal};
    case Op::less:
      return Infix{ExprOp::less};
    case Op::less_equal:
      return Infix{ExprOp::less_equal};
    case Op::greater:
      return Infix{.op = ExprOp::less, .swapped = true};
    case Op::greater_equal:
      return Infix{.op = ExprOp::less_equal, .swapped = true};
    case Op::add:
      return Infix{ExprOp::sum};
    case Op::subtract:
      return Infix{ExprOp::subtract};
    case Op::multiply:
      return Infix{ExprOp::product};
    case Op::divide:
      return Infix{ExprOp::divide};
    case Op::floor_divide:
      return Infix{ExprOp::floor_divide};
    case Op::modulo:
      return Infix{ExprOp::modulo};
    case Op::none:
    case Op::negation:
    case Op::minus:
    case Op::bit_not:
    case Op::star:
    case Op::test:
    case Op::until:
    case Op::release:
    case Op::weak:
    case Op::member:
    case Op::sequence:
    case Op::choice:
    case Op::conditional:
    case Op::diamond:
    case Op::box:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace ken::model
