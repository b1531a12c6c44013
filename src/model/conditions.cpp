#include "model/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
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

Typed Conditions::resolve(NodeId root) {
  frames_.clear();
  results_.clear();
  enter(root);
  while (!frames_.empty()) step();
  return std::move(results_.back());
}

void Conditions::enter(NodeId node) {
  scope_.constants.spend(text_, text_.nodes[node].range, 1);
  frames_.push_back({node, 0, results_.size(), {}});
}

void Conditions::step() {
  Frame& frame = frames_.back();
  const Node& node = text_.nodes[frame.node];
  switch (node.kind) {
    case NodeKind::comprehension:
      return next_instance(frame);
    case NodeKind::group:
    case NodeKind::unary:
      if (frame.next < 1) return enter(text_.nodes.child(frame.node, frame.next++));
      return leave();
    case NodeKind::binary:
      if (frame.next < 2) return enter(text_.nodes.child(frame.node, frame.next++));
      return leave();
    case NodeKind::member:
      if (frame.next < 1) return enter(text_.nodes.child(frame.node, frame.next++));
      return leave();
    default:
      return leave();
  }
}

// All children are done: their results become the result of this node.
void Conditions::leave() {
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  const Node& node = text_.nodes[frame.node];
  const std::string_view words = text_.text(node.mark);
  Typed result;
  switch (node.kind) {
    case NodeKind::integer:
      if (const auto value = scope_.constants.number(text_, frame.node))
        result = of(Meaning::number, exprs().constant(*value), node.range);
      break;
    case NodeKind::truth:
      result = of(Meaning::condition, exprs().truth(words == "true" || words == "tt"), node.range);
      break;
    case NodeKind::name:
      result = name(frame.node);
      break;
    case NodeKind::group:
      result = std::move(results_[frame.results]);
      break;
    case NodeKind::unary:
      result = unary(node, std::move(results_[frame.results]));
      break;
    case NodeKind::binary:
      result =
          binary(node, std::move(results_[frame.results]), std::move(results_[frame.results + 1]));
      break;
    case NodeKind::member:
      result = member(frame.node, results_[frame.results]);
      break;
    case NodeKind::hole:
      break;
    default:
      complain(node.range, Code::not_a_condition,
               fmt::format("'{}'", base::shortened(base::collapsed(text_.text(node.range)), 40)));
      break;
  }
  results_.resize(frame.results);
  results_.push_back(std::move(result));
}

// ---- comprehensions ----

// Starts the next instance of the body, or finishes.
void Conditions::next_instance(Frame& frame) {
  const auto children = text_.nodes.children(frame.node);
  const auto head = children.first(children.size() - 1);
  switch (scope_.constants.next(text_, head, frame.instances)) {
    case Constants::Turn::instance:
      return enter(children.back());
    case Constants::Turn::mistake:
      results_.emplace_back();
      return finish_comprehension(frame);
    case Constants::Turn::over:
      return finish_comprehension(frame);
  }
}

void Conditions::finish_comprehension(Frame& frame) {
  const Node& node = text_.nodes[frame.node];
  const std::string_view word = text_.text(node.mark);
  const bool numbers = word == "sum";
  bool sound = true;
  std::vector<ExprId> args;
  for (std::size_t i = frame.results; i < results_.size(); ++i) {
    const bool fits = numbers ? as_number(results_[i]) : as_condition(results_[i]);
    sound = sound && fits;
    args.push_back(results_[i].expr);
  }
  Typed result;
  if (sound && word == "sum")
    result =
        of(Meaning::number,
           args.empty() ? exprs().constant(0) : exprs().arithmetic(ExprOp::sum, args), node.range);
  else if (sound && word == "count")
    result = of(Meaning::number, exprs().count(args), node.range);
  else if (sound)
    result = of(Meaning::condition,
                word == "and"  ? exprs().conjunction(args)
                : word == "or" ? exprs().disjunction(args)
                               : exprs().exclusive(args),
                node.range);
  results_.resize(frame.results);
  results_.push_back(std::move(result));
  frames_.pop_back();
}

// ---- operators ----

std::string Conditions::in_words(const Typed& typed) const {
  switch (typed.meaning) {
    case Meaning::invalid:
      return "a mistake";
    case Meaning::condition:
      return "a condition";
    case Meaning::number:
      return "a number";
    case Meaning::enumeration:
      return fmt::format("'{}' of type {}", scope_.model[typed.variable].name.shown,
                         to_text(scope_.model[typed.variable].type));
    case Meaning::symbol:
      return fmt::format("the name '{}'", typed.symbol);
    case Meaning::action:
      return "an action";
  }
  return {};
}

void Conditions::not_that(Code code, const Typed& typed) {
  if (typed.meaning == Meaning::invalid) return;
  if (typed.meaning == Meaning::symbol) return unknown_symbol(typed);
  complain(typed.range, code, in_words(typed));
}

bool Conditions::as_condition(Typed& typed) {
  if (typed.meaning == Meaning::condition) return true;
  not_that(Code::not_a_condition, typed);
  return false;
}

bool Conditions::as_number(Typed& typed) {
  if (typed.meaning == Meaning::number) return true;
  not_that(Code::not_a_number, typed);
  return false;
}

Typed Conditions::unary(const Node& node, Typed arg) {
  switch (node.op) {
    case Op::negation:
    case Op::bit_not:
      if (!as_condition(arg)) return {};
      return of(Meaning::condition, exprs().negation(arg.expr), node.range);
    case Op::minus:
      if (!as_number(arg)) return {};
      return of(Meaning::number,
                exprs().arithmetic(ExprOp::subtract, {exprs().constant(0), arg.expr}), node.range);
    default:
      return complain(node.range, Code::misused_program, node.op == Op::star ? "*" : "?");
  }
}

Typed Conditions::binary(const Node& node, Typed left, Typed right) {
  if (syntax::is_comparison(node.op)) return comparison(node, std::move(left), std::move(right));
  const auto infix = meaning_of(node.op);
  if (!infix)
    return complain(node.range, Code::not_a_condition,
                    fmt::format("'{}'", syntax::infix(node.op).text));
  if (kind_of(infix->op) == OpKind::arithmetic) {
    const bool sound = as_number(left);
    if (!as_number(right) || !sound) return {};
    return of(Meaning::number, exprs().arithmetic(infix->op, {left.expr, right.expr}), node.range);
  }
  const bool sound = as_condition(left);
  if (!as_condition(right) || !sound) return {};
  if (infix->negates_left) left.expr = exprs().negation(left.expr);
  const ExprId expr = infix->op == ExprOp::equal
                          ? exprs().compare(infix->op, left.expr, right.expr)
                          : exprs().connective(infix->op, {left.expr, right.expr});
  return of(Meaning::condition, expr, node.range);
}

// ---- comparisons ----

// Beside a variable of an enumeration, or an action, a bare name is a value or an action even if
// something else has that name too.
void Conditions::prefer_symbol(const Typed& side, Typed& other) const {
  const bool among_values =
      side.meaning == Meaning::enumeration && other.meaning != Meaning::enumeration;
  if ((side.meaning == Meaning::action || among_values) && !other.symbol.empty())
    other.meaning = Meaning::symbol;
}

Typed Conditions::comparison(const Node& node, Typed left, Typed right) {
  if (left.meaning == Meaning::invalid || right.meaning == Meaning::invalid) return {};
  prefer_symbol(left, right);
  prefer_symbol(right, left);
  if (left.meaning == Meaning::action) return compare_actions(node, left, right);
  if (right.meaning == Meaning::action) return compare_actions(node, right, left);
  if (left.meaning == Meaning::enumeration) return compare_enumerations(node, left, right);
  if (right.meaning == Meaning::enumeration) return compare_enumerations(node, right, left);
  if (left.meaning == Meaning::symbol || right.meaning == Meaning::symbol) {
    unknown_symbol(left.meaning == Meaning::symbol ? left : right);
    return {};
  }
  if (left.meaning == Meaning::number && right.meaning == Meaning::number)
    return compare_numbers(node, left, right);
  if (left.meaning != right.meaning)
    return complain(node.range, Code::type_mismatch, in_words(left), in_words(right));
  return equality(node, exprs().compare(ExprOp::equal, left.expr, right.expr));
}

// = and <> of what has no order.
Typed Conditions::equality(const Node& node, ExprId equal_expr) {
  if (node.op == Op::equal) return of(Meaning::condition, equal_expr, node.range);
  if (node.op == Op::not_equal)
    return of(Meaning::condition, exprs().negation(equal_expr), node.range);
  return complain(node.mark, Code::not_in_comparison, "what is compared here");
}

Typed Conditions::compare_actions(const Node& node, const Typed& action, const Typed& other) {
  if (other.meaning != Meaning::symbol)
    return complain(node.range, Code::type_mismatch, "an action", in_words(other));
  const auto expr = is_symbol(action, other.symbol, other.range);
  return expr ? equality(node, *expr) : Typed{};
}

Typed Conditions::compare_enumerations(const Node& node, const Typed& left, const Typed& right) {
  if (right.meaning == Meaning::symbol) {
    const auto expr = is_symbol(left, right.symbol, right.range);
    return expr ? equality(node, *expr) : Typed{};
  }
  if (right.meaning != Meaning::enumeration)
    return complain(node.range, Code::type_mismatch, in_words(left), in_words(right));
  const Type& a = scope_.model[left.variable].type;
  const Type& b = scope_.model[right.variable].type;
  if (a == b) return equality(node, exprs().compare(ExprOp::equal, left.expr, right.expr));
  const auto includes = [](const Type& x, const Type& y) {
    return std::includes(x.names.begin(), x.names.end(), y.names.begin(), y.names.end());
  };
  if (!includes(a, b) && !includes(b, a))
    return complain(node.range, Code::type_mismatch, in_words(left), in_words(right));
  std::vector<ExprId> common;
  for (std::size_t i = 0; i < a.names.size(); ++i) {
    const auto other = value_number(b, a.names[i]);
    if (!other) continue;
    common.push_back(exprs().conjunction(
        {exprs().compare(ExprOp::equal, left.expr, exprs().constant(static_cast<Value>(i))),
         exprs().compare(ExprOp::equal, right.expr, exprs().constant(*other))}));
  }
  return equality(node, exprs().disjunction(common));
}

Typed Conditions::compare_numbers(const Node& node, const Typed& left, const Typed& right) {
  const Infix infix = *meaning_of(node.op);
  const ExprId a = infix.swapped ? right.expr : left.expr;
  const ExprId b = infix.swapped ? left.expr : right.expr;
  warn_if_constant(node, infix.op, a, b);
  return of(Meaning::condition, exprs().compare(infix.op, a, b), node.range);
}

// In templates some comparisons are constant by intention, for some parameters and indices.
void Conditions::warn_if_constant(const Node& node, ExprOp op, ExprId left, ExprId right) {
  if (scope_.constants.bound() > 0 || !scope_.constants.parameters().empty()) return;
  if (exprs().is_constant(left) && exprs().is_constant(right)) return;
  const Bounds& a = exprs()[left].bounds;
  const Bounds& b = exprs()[right].bounds;
  std::optional<bool> always;
  const bool disjoint = a.high < b.low || b.high < a.low;
  if (op == ExprOp::equal && disjoint) always = false;
  if (op == ExprOp::not_equal && disjoint) always = true;
  if (op == ExprOp::less && a.high < b.low) always = true;
  if (op == ExprOp::less && a.low >= b.high) always = false;
  if (op == ExprOp::less_equal && a.high <= b.low) always = true;
  if (op == ExprOp::less_equal && a.low > b.high) always = false;
  if (!always || (*always && (a.undefined || b.undefined))) return;
  scope_.diagnostics.add(text_.source, node.range, Code::constant_comparison,
                         *always ? "true" : "false");
}

// ---- values and members ----

std::optional<Value> Conditions::value_number(const Type& type, const std::string& symbol) const {
  const auto at = std::lower_bound(type.names.begin(), type.names.end(), symbol);
  if (at == type.names.end() || *at != symbol) return std::nullopt;
  return at - type.names.begin();
}

// "left is the value or action of that name".
std::optional<ExprId> Conditions::is_symbol(const Typed& left, const std::string& symbol,
                                            Range range) {
  if (left.meaning == Meaning::action) {
    const auto& registry = scope_.actions[static_cast<std::size_t>(left.agent)];
    if (const auto action = registry.find(symbol)) return exprs().action(left.agent, *action);
    const Agent& agent = scope_.model[left.agent];
    scope_.unknown(text_, range, fmt::format("action of {}", agent.name.shown), {symbol, symbol},
                   registry);
    return std::nullopt;
  }
  const Type& type = scope_.model[left.variable].type;
  if (const auto value = value_number(type, symbol))
    return exprs().compare(ExprOp::equal, left.expr, exprs().constant(*value));
  auto& d = scope_.diagnostics.add(text_.source, range, Code::no_such_value, symbol, to_text(type));
  constexpr std::size_t most_compared = 1000;
  if (type.names.size() <= most_compared) Scope::suggest(d, symbol, type.names);
  return std::nullopt;
}

Typed Conditions::member(NodeId id, const Typed& left) {
  const Node& node = text_.nodes[id];
  if (left.meaning == Meaning::invalid) return {};
  if (left.meaning == Meaning::symbol) {
    unknown_symbol(left);
    return {};
  }
  std::vector<ExprId> alternatives;
  bool sound = true;
  for (const NodeId element : text_.nodes.children(text_.nodes.child(id, 1))) {
    const auto one = [&] {
      const auto expr = member_is(left, element);
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

std::optional<ExprId> Conditions::member_is(const Typed& left, NodeId element) {
  const Node& node = text_.nodes[element];
  if (left.meaning == Meaning::action || left.meaning == Meaning::enumeration) {
    if (node.kind != NodeKind::name || node.child_count != 1) {
      complain(node.range, Code::expected, "a name", "something else");
      return std::nullopt;
    }
    const auto name = scope_.constants.spelled(text_, text_.nodes.child(element, 0),
                                               Constants::Spelling::instance);
    return name ? is_symbol(left, name->shown, node.range) : std::nullopt;
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

std::optional<ExprId> Conditions::condition(NodeId node) {
  Typed typed = resolve(node);
  if (!as_condition(typed)) return std::nullopt;
  return typed.expr;
}

std::optional<ExprId> Conditions::value_for(VarId target, NodeId node) {
  Typed typed = resolve(node);
  if (typed.meaning == Meaning::invalid) return std::nullopt;
  const Variable& variable = scope_.model[target];
  const Type& type = variable.type;
  const bool value_name = typed.meaning != Meaning::enumeration && !typed.symbol.empty();
  if (type.kind == TypeKind::enumeration && value_name) typed.meaning = Meaning::symbol;
  if (type.kind == TypeKind::enumeration && typed.meaning == Meaning::symbol) {
    if (const auto value = value_number(type, typed.symbol)) return exprs().constant(*value);
    auto& d = scope_.diagnostics.add(text_.source, typed.range, Code::no_such_value, typed.symbol,
                                     to_text(type));
    Scope::suggest(d, typed.symbol, type.names);
    return std::nullopt;
  }
  if (typed.meaning == Meaning::symbol) {
    unknown_symbol(typed);
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
