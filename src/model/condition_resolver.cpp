// Conditions and arithmetic: from the tree of the text to expressions.
//
// One language of expressions serves conditions and numbers, so every node is resolved to a meaning
// first (a condition, a number, a variable of an enumeration, a name that may be a value, an
// agent's action) and the operator above it says which it needs.  A bare name that is nothing else
// stays a symbol until the other side of its comparison tells whose value or action it is; beside
// an enumeration or an action it is one even if a variable has that name too.
//
// Numbers may be undefined, conditions never are.  The one exception is between the two: an element
// of an array of booleans, and a value of an enumeration likewise, is undefined where its index is
// no index; it stays so when it is compared or assigned, and counts as false when it is needed as a
// condition.
//
// A chain of one operator, "a and b and c and ...", becomes one expression with many arguments: as
// a tower of pairs it would be gone through once for each of its floors by whoever asks what a part
// of it mentions, and joined in the order in which it was written.
//
// A node is resolved once for every assignment of the indices around it (constants.cpp), on the
// stack of machine.hpp; equal results are one expression in the store.

#include "model/condition_resolver.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "model/bounds.hpp"
#include "model/derived.hpp"
#include "model/foreign_names.hpp"
#include "model/infix.hpp"
#include "syntax/operators.hpp"

namespace ken::model {

using base::Code;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;

// ---- the machine ----

Typed ConditionResolver::resolve(NodeId root) {
  return stack_.run(text_, root, [this](Frame& frame) { step(frame); });
}

namespace {}  // namespace

// How many children of a node are resolved before it; the others are read with it.
std::size_t ConditionResolver::count_operands(NodeId id) const {
  const Node& node = text_.nodes[id];
  switch (node.kind) {
    case NodeKind::group:
    case NodeKind::unary:
    case NodeKind::member:
      return 1;
    case NodeKind::binary:
      return 2;
    case NodeKind::conditional:
      return 3;
    case NodeKind::call:
      return syntax::is_function_word(text_.text(node.mark)) ? node.child_count : 0;
    case NodeKind::hole:
    case NodeKind::integer:
    case NodeKind::truth:
    case NodeKind::name:
    case NodeKind::segment:
    case NodeKind::binder:
    case NodeKind::filter:
    case NodeKind::bound:
    case NodeKind::prefix:
    case NodeKind::set:
    case NodeKind::coalition:
    case NodeKind::comprehension:
    case NodeKind::scoped:
      return 0;
  }
  return 0;
}

void ConditionResolver::step(Frame& frame) {
  const Node& node = text_.nodes[frame.node];
  if (node.kind == NodeKind::comprehension) {
    switch (stack_.enter_instance(frame, frame.node)) {
      case Constants::Turn::instance:
        return;
      case Constants::Turn::mistake:
        return stack_.leave({});
      case Constants::Turn::over:
        return stack_.leave(finish_comprehension(frame));
    }
  }
  if (node.kind == NodeKind::name) {
    if (frame.next == 0) frame.indices = list_varying_indices(frame.node);
    if (frame.next < frame.indices.size()) return stack_.enter(frame.indices[frame.next++]);
  }
  if (frame.next == 0 && node.kind == NodeKind::binary) frame.links = find_chain(frame.node);
  if (frame.next < frame.links.size()) return stack_.enter(frame.links[frame.next++]);
  if (!frame.links.empty()) return stack_.leave(join_results(meaning_of(node.op)->op, frame));
  if (frame.next < count_operands(frame.node))
    return stack_.enter(text_.nodes.child(frame.node, frame.next++));
  stack_.leave(finish(frame));
}

// All operands are done: their results become the result of this node.
Typed ConditionResolver::finish(const Frame& frame) {
  const Node& node = text_.nodes[frame.node];
  const std::string_view words = text_.text(node.mark);
  const auto args = stack_.results(frame);
  switch (node.kind) {
    case NodeKind::integer:
      if (const auto value = scope_.constants.number(text_, frame.node))
        return of(Meaning::number, exprs().constant(*value), node.range);
      return {};
    case NodeKind::truth:
      return of(Meaning::condition, exprs().truth(words == "true" || words == "tt"), node.range);
    case NodeKind::name:
      return frame.indices.empty() ? resolve_name(frame.node) : resolve_element(frame);
    case NodeKind::group:
      return std::move(args[0]);
    case NodeKind::conditional:
      return apply_conditional(node, args);
    case NodeKind::call:
      if (syntax::is_function_word(words)) return apply_function(node, args);
      return refuse_call(frame.node);
    case NodeKind::unary:
      return apply_unary(node, std::move(args[0]));
    case NodeKind::binary:
      return apply_binary(node, std::move(args[0]), std::move(args[1]));
    case NodeKind::member:
      return test_membership(frame.node, args[0]);
    case NodeKind::hole:
    case NodeKind::comprehension:
      return {};
    case NodeKind::segment:
    case NodeKind::binder:
    case NodeKind::filter:
    case NodeKind::bound:
    case NodeKind::prefix:
    case NodeKind::set:
    case NodeKind::coalition:
    case NodeKind::scoped:
      break;
  }
  return complain(
      node.range, Code::not_a_condition,
      fmt::format("'{}'", base::shorten(base::collapse_blanks(text_.text(node.range)), 40)));
}

// ---- chains ----

// From left to right, also out of parentheses; empty if the node is no chain of at least three.
std::vector<NodeId> ConditionResolver::find_chain(NodeId node) const {
  const Op op = text_.nodes[node].op;
  const auto infix = meaning_of(op);
  const bool associative = infix && !infix->negates_left &&
                           (infix->op == ExprOp::conjunction || infix->op == ExprOp::disjunction ||
                            infix->op == ExprOp::exclusive || infix->op == ExprOp::sum);
  if (!associative) return {};
  std::vector<NodeId> links;
  std::vector<NodeId> open{node};
  while (!open.empty()) {
    const NodeId link = open.back();
    open.pop_back();
    NodeId inside = link;
    while (text_.nodes[inside].kind == NodeKind::group) inside = text_.nodes.child(inside, 0);
    if (text_.nodes[inside].kind == NodeKind::binary && text_.nodes[inside].op == op)
      open.insert(open.end(), {text_.nodes.child(inside, 1), text_.nodes.child(inside, 0)});
    else
      links.push_back(link);
  }
  return links.size() > 2 ? links : std::vector<NodeId>();
}

// The results of the frame's parts, joined by an operator that takes any number of them.
Typed ConditionResolver::join_results(ExprOp op, const Frame& frame) {
  const Node& node = text_.nodes[frame.node];
  const bool numbers = op == ExprOp::sum;
  bool sound = true;
  std::vector<ExprId> args;
  for (Typed& part : stack_.results(frame)) {
    const bool fits = numbers ? require_number(part) : require_condition(part);
    sound = sound && fits;
    args.push_back(part.expr);
  }
  if (!sound) return {};
  if (numbers && args.empty()) return of(Meaning::number, exprs().constant(0), node.range);
  if (numbers) return of(Meaning::number, exprs().arithmetic(op, std::move(args)), node.range);
  if (op == ExprOp::count) return of(Meaning::number, exprs().count(std::move(args)), node.range);
  return of(Meaning::condition, exprs().connective(op, args), node.range);
}

// ---- comprehensions ----

Typed ConditionResolver::finish_comprehension(const Frame& frame) {
  const std::string_view word = text_.text(text_.nodes[frame.node].mark);
  const ExprOp op = word == "sum"     ? ExprOp::sum
                    : word == "count" ? ExprOp::count
                    : word == "and"   ? ExprOp::conjunction
                    : word == "or"    ? ExprOp::disjunction
                                      : ExprOp::exclusive;
  return join_results(op, frame);
}

// ---- operators ----

std::string ConditionResolver::in_words(const Typed& typed) const {
  switch (typed.meaning) {
    case Meaning::invalid:
      return "a mistake";
    case Meaning::condition:
      return "a condition";
    case Meaning::number:
      return "a number";
    case Meaning::enumeration:
      if (scope_.model.exprs[typed.expr].op != ExprOp::variable)
        return fmt::format("a value of type {}", to_text(scope_.model[typed.variable].type));
      return fmt::format("'{}' of type {}", scope_.model[typed.variable].name.shown,
                         to_text(scope_.model[typed.variable].type));
    case Meaning::choice:
      return fmt::format("the name '{}'", typed.cases.front().symbol);
    case Meaning::symbol:
      return fmt::format("the name '{}'", typed.symbol);
    case Meaning::action:
      return "an action";
  }
  return {};
}

void ConditionResolver::report_mismatch(Code code, const Typed& typed) {
  if (typed.meaning == Meaning::invalid) return;
  if (typed.meaning == Meaning::symbol || typed.meaning == Meaning::choice)
    return report_unknown_symbol(typed);
  auto& d = scope_.diagnostics.add(text_.source, typed.range, code, in_words(typed));
  if (where_.position == Position::formula)
    d.hint = explain_plus(text_, typed.range, typed.meaning == Meaning::number);
}

bool ConditionResolver::require_condition(Typed& typed) {
  if (typed.meaning == Meaning::condition) {
    typed.expr = as_condition(exprs(), typed.expr);
    return true;
  }
  report_mismatch(Code::not_a_condition, typed);
  return false;
}

bool ConditionResolver::require_number(Typed& typed) {
  if (typed.meaning == Meaning::number) return true;
  report_mismatch(Code::not_a_number, typed);
  return false;
}

Typed ConditionResolver::apply_unary(const Node& node, Typed arg) {
  if (node.op == Op::negation || node.op == Op::bit_not) {
    if (!require_condition(arg)) return {};
    return of(Meaning::condition, exprs().negation(arg.expr), node.range);
  }
  if (node.op == Op::minus) {
    if (!require_number(arg)) return {};
    return of(Meaning::number,
              exprs().arithmetic(ExprOp::subtract, {exprs().constant(0), arg.expr}), node.range);
  }
  return complain(node.range, Code::misused_program, node.op == Op::star ? "*" : "?",
                  "a condition is needed here");
}

// x = 1 & y = 2 is x = (1 & y) = 2.
Typed ConditionResolver::complain_of_bits(const Node& node, const Typed& number) {
  const std::string_view mark = syntax::infix(node.op).text;
  auto& d = scope_.diagnostics.add(text_.source, number.range, Code::not_a_condition, "a number");
  if (node.op == Op::bit_xor)
    d.hint = "'^' joins conditions; there is no power: write a product, such as 'x * x'";
  else
    d.hint = fmt::format("'{}' binds tighter than '='; write '{}'", mark,
                         node.op == Op::bit_and ? "and" : "or");
  return {};
}

Typed ConditionResolver::apply_binary(const Node& node, Typed left, Typed right) {
  if (syntax::is_comparison(node.op)) return compare(node, std::move(left), std::move(right));
  const auto infix = meaning_of(node.op);
  if (!infix)
    return complain(node.range, Code::not_a_condition,
                    fmt::format("'{}'", syntax::infix(node.op).text));
  if (kind_of(infix->op) == OpKind::arithmetic) {
    const bool sound = require_number(left);
    if (!require_number(right) || !sound) return {};
    return of(Meaning::number, exprs().arithmetic(infix->op, {left.expr, right.expr}), node.range);
  }
  if (syntax::is_bit_operator(node.op) &&
      (left.meaning == Meaning::number || right.meaning == Meaning::number))
    return complain_of_bits(node, left.meaning == Meaning::number ? left : right);
  const bool sound = require_condition(left);
  if (!require_condition(right) || !sound) return {};
  if (infix->negates_left) left.expr = exprs().negation(left.expr);
  const ExprId expr = infix->op == ExprOp::equal
                          ? exprs().compare(infix->op, left.expr, right.expr)
                          : exprs().connective(infix->op, {left.expr, right.expr});
  return of(Meaning::condition, expr, node.range);
}

// ---- entry points ----

std::optional<ExprId> ConditionResolver::condition(NodeId node) {
  Typed typed = resolve(node);
  if (!require_condition(typed)) return std::nullopt;
  return typed.expr;
}

std::optional<ExprId> ConditionResolver::number(NodeId node) {
  Typed typed = resolve(node);
  if (!require_number(typed)) return std::nullopt;
  return typed.expr;
}

std::optional<ExprId> ConditionResolver::value_for(VarId target, NodeId node) {
  Typed typed = resolve(node);
  if (typed.meaning == Meaning::invalid) return std::nullopt;
  const Variable& variable = scope_.model[target];
  const Type& type = variable.type;
  const bool value_name = typed.meaning != Meaning::enumeration && !typed.symbol.empty();
  if (type.kind == TypeKind::enumeration && value_name) typed.meaning = Meaning::symbol;
  const bool names = typed.meaning == Meaning::symbol || typed.meaning == Meaning::choice;
  if (type.kind == TypeKind::enumeration && names) return value_among(typed, target);
  if (names) {
    report_unknown_symbol(typed);
    return std::nullopt;
  }
  const bool fits = (type.kind == TypeKind::boolean && typed.meaning == Meaning::condition) ||
                    (type.kind == TypeKind::range && typed.meaning == Meaning::number) ||
                    (type.kind == TypeKind::enumeration && typed.meaning == Meaning::enumeration &&
                     scope_.model[typed.variable].type == type);
  if (!fits) {
    auto& d = scope_.diagnostics.add(text_.source, typed.range, Code::cannot_store, in_words(typed),
                                     variable.name.shown, to_text(type));
    if (type.kind == TypeKind::boolean && typed.meaning == Meaning::number)
      suggest_truth(d, variable.name.shown, typed);
    return std::nullopt;
  }
  // What is computed may never fit and is still a legal line that offers no successor.
  const Expr& expr = exprs()[typed.expr];
  const Bounds bounds = expr.bounds;
  const bool computed = expr.op != ExprOp::constant && expr.op != ExprOp::variable;
  if (computed || (bounds.high >= type.low && bounds.low <= type.high)) return typed.expr;
  complain(typed.range, Code::constant_out_of_range,
           exprs().is_constant(typed.expr) ? std::to_string(bounds.low)
                                           : fmt::format("{}..{}", bounds.low, bounds.high),
           to_text(type), variable.name.shown);
  return std::nullopt;
}

}  // namespace ken::model
