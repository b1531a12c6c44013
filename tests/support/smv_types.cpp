// Types: truth values are no numbers, numbers are no symbols.
//
// A value is a truth value, a number, a symbol, or a value of an enumeration that has both numbers
// and symbols.  The latter may meet numbers and symbols in a comparison, a set or a choice.  A
// number never meets a symbol directly: NuSMV might convert both, we refuse.  Symbols of different
// enumerations are of one type, and simply different.
//
// Sets stand to the right of "in", or in "union", and nowhere else.  Temporal formulas stand below
// connectives and temporal operators only, so not in comparisons, choices and sets.

#include "smv_types.hpp"

namespace ken::tests::smv {
namespace {

void demand(bool condition, const Node& node, const char* why) {
  if (!condition) refuse(node.place, why);
}

void demand_each(std::span<const Shape> shapes, Type type, const Node& node, const char* why) {
  for (const Shape& shape : shapes) demand(shape.type == type, node, why);
}

void demand_values(std::span<const Shape> shapes, const Node& node) {
  for (const Shape& shape : shapes) {
    demand(!shape.set, node, "a set may stand only to the right of 'in' and in a union");
    demand(!shape.temporal, node, "a temporal operator cannot stand in this operand");
  }
}

Type join(Type a, Type b, const Node& node) {
  if (a == b || b == Type::nothing) return a;
  demand(a != Type::boolean && b != Type::boolean, node,
         "a truth value meets something that is none");
  demand(a == Type::mixed || b == Type::mixed, node, "a number meets a symbol");
  return Type::mixed;
}

Shape infer_leaf(const Node& node) {
  if (node.op == Op::failure) return {.type = Type::nothing};
  if (node.op == Op::number) return {.type = Type::integer};
  return {};
}

Shape infer_arithmetic(const Node& node, std::span<const Shape> args) {
  demand_values(args, node);
  demand_each(args, Type::integer, node, "an operand is no number");
  return {.type = Type::integer};
}

Shape infer_set(const Node& node, std::span<const Shape> args) {
  for (const Shape& arg : args)
    demand(!arg.temporal, node, "a temporal operator cannot stand in a set");
  if (node.op == Op::range) return {.type = Type::integer, .set = true};
  if (node.op == Op::set) return {.type = args[0].type, .set = true};
  return {.type = join(args[0].type, args[1].type, node), .set = true};
}

Shape infer_comparison(const Node& node, std::span<const Shape> args) {
  if (node.op == Op::in) {
    demand_values(args.first(1), node);
    demand(args[1].set, node, "to the right of 'in' stands no set");
    demand(!args[1].temporal, node, "a temporal operator cannot stand in a set");
    join(args[0].type, args[1].type, node);
    return {};
  }
  demand_values(args, node);
  if (node.op == Op::equal || node.op == Op::unequal) {
    join(args[0].type, args[1].type, node);
  } else {
    demand_each(args, Type::integer, node, "only numbers are ordered");
  }
  return {};
}

Shape infer_choice(const Node& node, std::span<const Shape> args) {
  demand_values(args, node);
  demand_each(args.first(1), Type::boolean, node, "a condition is no truth value");
  return {.type = join(args[1].type, args[2].type, node)};
}

Shape infer_connective(const Node& node, std::span<const Shape> args) {
  bool temporal = is_ctl(node.op) || is_ltl(node.op);
  for (const Shape& arg : args) {
    demand(!arg.set && arg.type == Type::boolean, node, "an operand is no truth value");
    temporal = temporal || arg.temporal;
  }
  return {.temporal = temporal};
}

}  // namespace

Shape infer(const Node& node, std::span<const Shape> args) {
  switch (node.op) {
    case Op::name:
    case Op::truth:
    case Op::failure:
    case Op::number:
      return infer_leaf(node);
    case Op::minus:
    case Op::plus:
    case Op::subtract:
    case Op::times:
    case Op::divide:
    case Op::modulo:
      return infer_arithmetic(node, args);
    case Op::choice:
      return infer_choice(node, args);
    case Op::next:
      demand_values(args, node);
      return args[0];
    case Op::range:
    case Op::set:
    case Op::unite:
      return infer_set(node, args);
    case Op::in:
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::greater:
    case Op::at_most:
    case Op::at_least:
      return infer_comparison(node, args);
    case Op::negation:
    case Op::conjunction:
    case Op::disjunction:
    case Op::exclusive_or:
    case Op::equivalence:
    case Op::implication:
    case Op::EX:
    case Op::AX:
    case Op::EF:
    case Op::AF:
    case Op::EG:
    case Op::AG:
    case Op::EU:
    case Op::AU:
    case Op::EBF:
    case Op::ABF:
    case Op::EBG:
    case Op::ABG:
    case Op::EBU:
    case Op::ABU:
    case Op::X:
    case Op::F:
    case Op::G:
    case Op::U:
    case Op::V:
      return infer_connective(node, args);
  }
  return {};
}

}  // namespace ken::tests::smv
