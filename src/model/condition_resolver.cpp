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

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "model/bounds.hpp"
#include "model/derived.hpp"
#include "model/fold.hpp"
#include "model/infix.hpp"
#include "syntax/operators.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;

// ---- the machine ----

Typed ConditionResolver::resolve(NodeId root) {
  return stack_.run(text_, root, [this](Frame& frame) { step(frame); });
}

namespace {

bool is_bit_operator(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor; }

}  // namespace

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
      break;
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
  complain(typed.range, code, in_words(typed));
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
  return complain(node.range, Code::misused_program, node.op == Op::star ? "*" : "?");
}

// x = 1 & y = 2 is x = (1 & y) = 2.
Typed ConditionResolver::complain_of_bits(const Node& node, const Typed& number) {
  const std::string_view mark = syntax::infix(node.op).text;
  scope_.diagnostics.add(text_.source, number.range, Code::not_a_condition, "a number").hint =
      fmt::format("'{}' binds tighter than '='; write '{}'", mark,
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
  if (is_bit_operator(node.op) &&
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

// ---- comparisons ----

// Beside a variable of an enumeration, or an action, a bare name is a value or an action even if
// something else has that name too.
void ConditionResolver::prefer_symbol(const Typed& side, Typed& other) const {
  const bool among_values =
      side.meaning == Meaning::enumeration && other.meaning != Meaning::enumeration;
  if ((side.meaning == Meaning::action || among_values) && !other.symbol.empty())
    other.meaning = Meaning::symbol;
}

Typed ConditionResolver::compare(const Node& node, Typed left, Typed right) {
  if (left.meaning == Meaning::invalid || right.meaning == Meaning::invalid) return {};
  prefer_symbol(left, right);
  prefer_symbol(right, left);
  if (left.meaning == Meaning::action) return compare_actions(node, left, right);
  if (right.meaning == Meaning::action) return compare_actions(node, right, left);
  if (left.meaning == Meaning::enumeration) return compare_enumerations(node, left, right);
  if (right.meaning == Meaning::enumeration) return compare_enumerations(node, right, left);
  for (const Typed* side : {&left, &right}) {
    if (side->meaning != Meaning::symbol && side->meaning != Meaning::choice) continue;
    report_unknown_symbol(*side);
    return {};
  }
  if (left.meaning == Meaning::number && right.meaning == Meaning::number)
    return compare_numbers(node, left, right);
  if (left.meaning != right.meaning)
    return complain(node.range, Code::type_mismatch, in_words(left), in_words(right));
  return equate(node, left.expr, right.expr);
}

// Of two conditions or two values of one enumeration, of which either may be undefined.
Typed ConditionResolver::equate(const Node& node, ExprId left, ExprId right) {
  const bool total = !exprs()[left].bounds.undefined && !exprs()[right].bounds.undefined;
  if (total || node.op != Op::not_equal)
    return finish_equality(node, exprs().compare(ExprOp::equal, left, right));
  return of(Meaning::condition, exprs().compare(ExprOp::not_equal, left, right), node.range);
}

// = and <> of what has no order.
Typed ConditionResolver::finish_equality(const Node& node, ExprId equal_expr) {
  if (node.op == Op::equal) return of(Meaning::condition, equal_expr, node.range);
  if (node.op == Op::not_equal)
    return of(Meaning::condition, exprs().negation(equal_expr), node.range);
  return complain(node.mark, Code::not_in_comparison, "what is compared here");
}

Typed ConditionResolver::compare_actions(const Node& node, const Typed& action,
                                         const Typed& other) {
  if (other.meaning != Meaning::symbol && other.meaning != Meaning::choice)
    return complain(node.range, Code::type_mismatch, "an action", in_words(other));
  const auto expr = equate_with_names(action, other);
  return expr ? finish_equality(node, *expr) : Typed{};
}

Typed ConditionResolver::compare_enumerations(const Node& node, const Typed& left,
                                              const Typed& right) {
  if (right.meaning == Meaning::symbol || right.meaning == Meaning::choice) {
    const auto value = value_among(right, left.variable);
    return value ? equate(node, left.expr, *value) : Typed{};
  }
  if (right.meaning != Meaning::enumeration)
    return complain(node.range, Code::type_mismatch, in_words(left), in_words(right));
  const Type& a = scope_.model[left.variable].type;
  const Type& b = scope_.model[right.variable].type;
  if (a == b) return equate(node, left.expr, right.expr);
  const auto includes = [](const Type& x, const Type& y) {
    return std::includes(x.names.begin(), x.names.end(), y.names.begin(), y.names.end());
  };
  if (!includes(a, b) && !includes(b, a))
    return complain(node.range, Code::type_mismatch, in_words(left), in_words(right));
  std::vector<ExprId> common;
  for (std::size_t i = 0; i < a.names.size(); ++i) {
    const auto other = find_value(b, a.names[i]);
    if (!other) continue;
    common.push_back(exprs().conjunction(
        {exprs().compare(ExprOp::equal, left.expr, exprs().constant(static_cast<Value>(i))),
         exprs().compare(ExprOp::equal, right.expr, exprs().constant(*other))}));
  }
  const ExprId same = exprs().disjunction(common);
  if (node.op != Op::not_equal) return finish_equality(node, same);
  // What is undefined differs from nothing.
  const auto defined = [&](ExprId value) {
    if (!exprs()[value].bounds.undefined) return exprs().truth(true);
    return exprs().compare(ExprOp::equal, value, value);
  };
  return of(Meaning::condition,
            exprs().conjunction({exprs().negation(same), defined(left.expr), defined(right.expr)}),
            node.range);
}

Typed ConditionResolver::compare_numbers(const Node& node, const Typed& left, const Typed& right) {
  const Infix infix = *meaning_of(node.op);
  const ExprId a = infix.swapped ? right.expr : left.expr;
  const ExprId b = infix.swapped ? left.expr : right.expr;
  warn_if_constant(node, infix.op, a, b);
  return of(Meaning::condition, exprs().compare(infix.op, a, b), node.range);
}

// In templates some comparisons are constant by intention, for some parameters and indices.
void ConditionResolver::warn_if_constant(const Node& node, ExprOp op, ExprId left, ExprId right) {
  if (scope_.constants.binding_count() > 0 || !scope_.constants.parameters().empty()) return;
  if (exprs().is_constant(left) && exprs().is_constant(right)) return;
  const std::array sides{exprs()[left].bounds, exprs()[right].bounds};
  const Bounds result = fold(BoundsAlgebra(), Operator{op}, sides);
  if (result.low != result.high) return;
  const bool always = result.low != 0;
  // Both sides are the same single number, which is nobody's mistake.
  if ((op == ExprOp::equal && always) || (op == ExprOp::not_equal && !always)) return;
  scope_.diagnostics.add(text_.source, node.range, Code::constant_comparison,
                         always ? "true" : "false");
}

// ---- values and members ----

std::optional<Value> ConditionResolver::find_value(const Type& type,
                                                   const std::string& symbol) const {
  const auto at = std::lower_bound(type.names.begin(), type.names.end(), symbol);
  if (at == type.names.end() || *at != symbol) return std::nullopt;
  return at - type.names.begin();
}

// "left is the value or action of that name".
std::optional<ExprId> ConditionResolver::equate_with_symbol(const Typed& left,
                                                            const std::string& symbol,
                                                            Range range) {
  if (left.meaning == Meaning::action) {
    const auto& registry = scope_.actions[static_cast<std::size_t>(left.agent)];
    const Agent& agent = scope_.model[left.agent];
    if (const auto action = registry.find(symbol)) {
      scope_.index.use(text_.source, word_of(range, symbol), agent.actions[*action].place);
      return exprs().action(left.agent, *action);
    }
    scope_.unknown(text_, range, fmt::format("action of {}", agent.name.shown), {symbol, symbol},
                   registry);
    return std::nullopt;
  }
  const Variable& variable = scope_.model[left.variable];
  const Type& type = variable.type;
  if (const auto value = find_value(type, symbol)) {
    scope_.index.use_value(text_.source, word_of(range, symbol), variable.declared);
    return exprs().compare(ExprOp::equal, left.expr, exprs().constant(*value));
  }
  report_no_such_value(type, symbol, range);
  return std::nullopt;
}

void ConditionResolver::report_no_such_value(const Type& type, const std::string& symbol,
                                             Range range) {
  const std::string base = base_name(symbol);
  const bool among_values = std::any_of(type.names.begin(), type.names.end(),
                                        [&](const auto& name) { return base_name(name) == base; });
  if (!among_values && report_wrong_index({Meaning::symbol, {}, {}, {}, symbol, range})) return;
  auto& d = scope_.diagnostics.add(text_.source, range, Code::no_such_value, symbol, to_text(type));
  constexpr std::size_t most_compared = 1000;
  if (type.names.size() <= most_compared) Scope::suggest(d, symbol, type.names);
}

Typed ConditionResolver::test_membership(NodeId id, const Typed& left) {
  const Node& node = text_.nodes[id];
  if (left.meaning == Meaning::invalid) return {};
  if (left.meaning == Meaning::symbol || left.meaning == Meaning::choice) {
    report_unknown_symbol(left);
    return {};
  }
  std::vector<ExprId> alternatives;
  bool sound = true;
  for (const NodeId element : text_.nodes.children(text_.nodes.child(id, 1))) {
    const auto one = [&] {
      const auto expr = equate_with_member(left, element);
      sound = sound && expr.has_value();
      if (expr) alternatives.push_back(*expr);
    };
    const Node& e = text_.nodes[element];
    const bool indexed = e.kind == NodeKind::name && e.child_count == 1;
    const auto binders =
        indexed ? text_.nodes.children(text_.nodes.child(element, 0)) : std::span<const NodeId>{};
    sound = scope_.constants.for_each(text_, binders, one) && sound;
  }
  if (!sound) return {};
  return of(Meaning::condition, exprs().disjunction(alternatives), node.range);
}

std::optional<ExprId> ConditionResolver::equate_with_member(const Typed& left, NodeId element) {
  const Node& node = text_.nodes[element];
  if (left.meaning == Meaning::action || left.meaning == Meaning::enumeration) {
    if (node.kind != NodeKind::name || node.child_count != 1) {
      complain(node.range, Code::expected, "a name", "something else");
      return std::nullopt;
    }
    const auto name = scope_.constants.spell_name(text_, text_.nodes.child(element, 0),
                                                  Constants::Spelling::instance);
    return name ? equate_with_symbol(left, name->shown, node.range) : std::nullopt;
  }
  const auto constant = scope_.constants.evaluate(text_, element);
  if (!constant) return std::nullopt;
  if (constant->boolean != (left.meaning == Meaning::condition)) {
    complain(node.range, Code::type_mismatch, in_words(left),
             constant->boolean ? "a condition" : "a number");
    return std::nullopt;
  }
  return exprs().compare(ExprOp::equal, left.expr, exprs().constant(constant->value));
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
    complain(typed.range, Code::cannot_store, in_words(typed), variable.name.shown, to_text(type));
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
