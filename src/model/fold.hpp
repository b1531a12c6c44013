// Taking expressions apart.
//
// What an operator means depends on what its arguments have become: numbers, bounds, diagrams,
// expressions of another dialect.  Each such reading is an algebra, a class with one member
// function for every operator:
//
//   constant(value)  variable(id)  action(agent, action)
//   negation(a)  conjunction(args)  disjunction(args)  exclusive(args)
//   equal(a, b)  not_equal(a, b)  less(a, b)  less_equal(a, b)
//   sum(args)  product(args)  subtract(a, b)  divide(a, b)  floor_divide(a, b)  modulo(a, b)
//   count(args)  conditional(c, a, b)
//
// All give the same type.  The switch below is the only one that applies operators, so an algebra
// that forgets one, and an operator that an algebra does not know, do not compile.  In which order
// the parts of a whole expression are evaluated is left to the caller: the stack machine of
// program.cpp, the closure of interval.cpp, the post-order of symbolic/conditions.cpp.

#pragma once
#include "model/expr.hpp"

namespace ken::model {

// An operator apart from any expression.
struct Operator {
  ExprOp op;
  Value value = 0;
  ActionIndex action = 0;
};

// The meaning of one node from those of its arguments.  A node has op, value and action as Expr
// does; 'args' is whatever the algebra takes for several arguments, with args[i] for one of them.
template <class Algebra, class Node, class Args>
[[nodiscard]] auto fold(const Algebra& algebra, const Node& node, const Args& args) {
  switch (node.op) {
    case ExprOp::constant:
      return algebra.constant(node.value);
    case ExprOp::variable:
      return algebra.variable(static_cast<VarId>(node.value));
    case ExprOp::action:
      return algebra.action(static_cast<AgentId>(node.value), node.action);
    case ExprOp::negation:
      return algebra.negation(args[0]);
    case ExprOp::conjunction:
      return algebra.conjunction(args);
    case ExprOp::disjunction:
      return algebra.disjunction(args);
    case ExprOp::exclusive:
      return algebra.exclusive(args);
    case ExprOp::equal:
      return algebra.equal(args[0], args[1]);
    case ExprOp::not_equal:
      return algebra.not_equal(args[0], args[1]);
    case ExprOp::less:
      return algebra.less(args[0], args[1]);
    case ExprOp::less_equal:
      return algebra.less_equal(args[0], args[1]);
    case ExprOp::sum:
      return algebra.sum(args);
    case ExprOp::product:
      return algebra.product(args);
    case ExprOp::subtract:
      return algebra.subtract(args[0], args[1]);
    case ExprOp::divide:
      return algebra.divide(args[0], args[1]);
    case ExprOp::floor_divide:
      return algebra.floor_divide(args[0], args[1]);
    case ExprOp::modulo:
      return algebra.modulo(args[0], args[1]);
    case ExprOp::count:
      return algebra.count(args);
    case ExprOp::conditional:
      return algebra.conditional(args[0], args[1], args[2]);
  }
  return algebra.constant(0);
}

}  // namespace ken::model
