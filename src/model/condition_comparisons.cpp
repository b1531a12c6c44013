// Comparisons, and the values of enumerations and sets that they are about.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "model/bounds.hpp"
#include "model/condition_resolver.hpp"
#include "model/fold.hpp"
#include "model/infix.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;

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
  if (left.meaning == right.meaning) return equate(node, left.expr, right.expr);
  auto& d = scope_.diagnostics.add(text_.source, node.range, Code::type_mismatch, in_words(left),
                                   in_words(right));
  const bool boolean_left = left.meaning == Meaning::condition;
  const Typed& boolean = boolean_left ? left : right;
  if (exprs()[boolean.expr].op == ExprOp::variable)
    suggest_truth(d, text_.text(boolean.range), boolean_left ? right : left);
  return {};
}

// b = 1 where b is boolean.
void ConditionResolver::suggest_truth(base::Diagnostic& diagnostic, std::string_view boolean,
                                      const Typed& number) {
  if (!exprs().is_constant(number.expr)) return;
  const Value value = exprs()[number.expr].bounds.low;
  if (value != 0 && value != 1) return;
  diagnostic.hint =
      fmt::format("'{0}' is boolean: write '{0} = {1}'", boolean, value == 1 ? "true" : "false");
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
    if (scope_.constants.is_given_up(base_name(symbol))) return std::nullopt;
    if (agent.declared && agent.silent) {
      const std::string why = fmt::format("{} has no actions: 'Actions = {{{}}};' would be one",
                                          agent.name.shown, base::shorten(symbol, 40));
      scope_.diagnostics.add(scope_.model.source, agent.place, Code::missing, "a list of actions")
          .hint = why;
      return std::nullopt;
    }
    auto* const d = scope_.unknown(text_, range, fmt::format("action of {}", agent.name.shown),
                                   {symbol, symbol}, registry);
    if (d != nullptr && !agent.declared) suggest_environment(*d, "Actions", symbol);
    if (d != nullptr && d->hint.empty()) d->hint = name_other_actor(symbol);
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
  const Node& set = text_.nodes[text_.nodes.child(id, 1)];
  if (set.kind != NodeKind::set) {
    const auto quote = [&](Range range) {
      return base::shorten(base::collapse_blanks(text_.text(range)), 40);
    };
    scope_.diagnostics
        .add(text_.source, set.range, Code::expected, "a set in braces",
             fmt::format("'{}'", quote(set.range)))
        .hint = fmt::format("write '{0} = {1}' or '{0} in {{{1}}}'",
                            quote(text_.nodes[text_.nodes.child(id, 0)].range), quote(set.range));
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
      auto& d = scope_.diagnostics.add(
          text_.source, node.range, Code::expected, "a name",
          fmt::format("'{}'", base::shorten(base::collapse_blanks(text_.text(node.range)), 40)));
      if (node.kind == NodeKind::name)
        d.hint = fmt::format(
            "values and actions stand alone: write '{}'",
            base::shorten(text_.text(text_.nodes[text_.nodes.children(element).back()].range), 40));
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

}  // namespace ken::model
