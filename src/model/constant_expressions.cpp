// The values of constant expressions.
//
// They are evaluated with the exact values of number_algebra.hpp, on an explicit stack that stops
// at the first mistake; of a conditional only the branch that is chosen.  A result must be an
// integer or a truth value; division by zero, fractions and overflow are mistakes here.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/text.hpp"
#include "model/constants.hpp"
#include "model/derived.hpp"
#include "model/fold.hpp"
#include "model/infix.hpp"
#include "model/missing_range.hpp"
#include "model/number_algebra.hpp"
#include "syntax/operators.hpp"

namespace ken::model {

using base::Code;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;
using syntax::System;

namespace {

Value literal(std::string_view digits) {
  Value value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// Whether some agent of the text has a variable of that name.
bool is_variable(const System& text, std::string_view word) {
  const auto declares = [&](const syntax::VariableSyntax& variable) {
    return text.text(text.nodes[variable.name].range) == word;
  };
  return std::any_of(text.agents.begin(), text.agents.end(), [&](const syntax::AgentSyntax& agent) {
    return std::ranges::any_of(agent.observable.content, declares) ||
           std::ranges::any_of(agent.variables.content, declares);
  });
}

Number calculate(const Infix& infix, Value left, Value right) {
  const NumberAlgebra algebra;
  std::array<Number, 2> args{left, right};
  if (infix.negates_left) args[0] = algebra.negation(args[0]);
  if (infix.swapped) std::swap(args[0], args[1]);
  return fold(algebra, Operator{infix.op}, args);
}

}  // namespace

void Constants::define(const Parameter& parameter) { parameters_[parameter.name] = parameter; }

std::optional<Constant> Constants::lookup(const System& text, base::Range place) {
  const std::string_view word = text.text(place);
  for (std::size_t i = bindings_.size(); i-- > 0;) {
    if (bindings_[i].index != word) continue;
    index_.use(text.source, place, bindings_[i].place);
    return Constant{bindings_[i].value, false};
  }
  const auto found = parameters_.find(word);
  if (found == parameters_.end()) return std::nullopt;
  index_.use(text.source, place, found->second.place);
  if (!used_.contains(word)) used_.emplace(word);
  return Constant{found->second.value, found->second.boolean};
}

std::optional<Constant> Constants::leaf(const System& text, NodeId id) {
  const Node& node = text.nodes[id];
  const std::string_view words = text.text(node.range);
  if (node.kind == NodeKind::integer) return Constant{literal(words), false};
  if (node.kind == NodeKind::truth) return Constant{words == "true" ? 1 : 0, true};
  if (node.kind == NodeKind::name && node.child_count == 1 &&
      text.nodes[text.nodes.child(id, 0)].child_count == 0) {
    if (const auto found = lookup(text, node.range)) return found;
    if (!is_given_up(words)) report_not_constant(text, id);
    return std::nullopt;
  }
  if (node.kind == NodeKind::call) {
    report_unknown_function(text, id);
    return std::nullopt;
  }
  if (node.kind != NodeKind::hole)
    diagnostics_.add(text.source, node.range, Code::not_constant, "this");
  return std::nullopt;
}

void Constants::report_unknown_function(const System& text, NodeId call) {
  const base::Range range = text.nodes[call].mark;
  const std::string_view word = text.text(range);
  const std::vector<std::string> functions = syntax::list_functions();
  auto& d =
      diagnostics_.add(text.source, range, Code::unknown_name, "function", base::shorten(word, 40));
  if (const auto near = base::find_nearest(word, functions))
    d.hint = fmt::format("did you mean '{}'?", *near);
  else
    d.hint = fmt::format("the functions are {}", fmt::join(functions, ", "));
}

void Constants::report_not_constant(const System& text, NodeId id) {
  const std::string_view word = text.text(text.nodes[id].range);
  std::vector<std::string> names;
  for (const auto& [name, parameter] : parameters_) names.push_back(name);
  auto& d = diagnostics_.add(text.source, text.nodes[id].range, Code::not_constant,
                             fmt::format("'{}'", base::shorten(word, 40)));
  const bool variable = is_variable(text, word);
  if (const auto near = base::find_nearest(word, names)) {
    d.hint = fmt::format("did you mean '{}'?", *near);
  } else if (std::string range = suggest_range(text, text.nodes[id].range, variable);
             !range.empty()) {
    d.hint = std::move(range);
    if (!variable) give_up_on(std::string(word));
  } else if (!variable) {
    d.hint =
        fmt::format("declare 'Parameter {} = ...;' before the agents", base::shorten(word, 40));
    give_up_on(std::string(word));
  }
}

std::optional<Constant> Constants::combine(const System& text, NodeId id, Constant left,
                                           Constant right) {
  const Node& node = text.nodes[id];
  const auto complain = [&](Code code, std::string_view what) {
    diagnostics_.add(text.source, node.range, code, what);
    return std::nullopt;
  };
  const auto infix = meaning_of(node.op);
  const bool compares = syntax::is_comparison(node.op);
  const bool calculates = !infix || kind_of(infix->op) == OpKind::arithmetic;
  if (compares && left.boolean != right.boolean) return complain(Code::not_a_number, "a condition");
  if (calculates && (left.boolean || right.boolean))
    return complain(Code::not_a_number, "a condition");
  if (!compares && !calculates && !(left.boolean && right.boolean))
    return complain(Code::not_a_condition, "a number");
  if (!infix) return complain(Code::not_constant, "this");
  try {
    const Number result = calculate(*infix, left.value, right.value);
    if (!result.defined()) return complain(Code::constant_arithmetic, "division by zero");
    if (!result.is_integer())
      return complain(Code::constant_arithmetic, "a result that is no integer (use div)");
    return Constant{result.numerator(), !calculates};
  } catch (const base::Exhausted&) {
    return complain(Code::constant_arithmetic, "a result that does not fit in 64 bits");
  }
}

std::optional<Constant> Constants::negate(const System& text, NodeId id, Constant arg) {
  const Node& node = text.nodes[id];
  if (arg.boolean != (node.op == Op::negation)) {
    diagnostics_.add(text.source, node.range,
                     arg.boolean ? Code::not_a_number : Code::not_a_condition,
                     arg.boolean ? "a condition" : "a number");
    return std::nullopt;
  }
  if (arg.boolean) return Constant{1 - arg.value, true};
  if (arg.value != std::numeric_limits<Value>::min()) return Constant{-arg.value, false};
  diagnostics_.add(text.source, node.range, Code::constant_arithmetic,
                   "a result that does not fit in 64 bits");
  return std::nullopt;
}

std::optional<Constant> Constants::apply_function(const System& text, NodeId id,
                                                  std::span<const Constant> args) {
  const Node& node = text.nodes[id];
  const std::string_view word = text.text(node.mark);
  if (!takes(word, args.size())) {
    diagnostics_.add(text.source, node.range, Code::wrong_arguments, word, parameters_of(word),
                     base::count_in_words(args.size(), "argument"));
    return std::nullopt;
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].boolean) continue;
    diagnostics_.add(text.source, text.nodes[text.nodes.child(id, i)].range, Code::not_a_number,
                     "a condition");
    return std::nullopt;
  }
  const auto by_value = [](Constant a, Constant b) { return a.value < b.value; };
  if (word == "min") return *std::min_element(args.begin(), args.end(), by_value);
  if (word == "max") return *std::max_element(args.begin(), args.end(), by_value);
  if (args[0].value >= 0) return args[0];
  if (args[0].value != std::numeric_limits<Value>::min()) return Constant{-args[0].value, false};
  diagnostics_.add(text.source, node.range, Code::constant_arithmetic,
                   "a result that does not fit in 64 bits");
  return std::nullopt;
}

namespace {

// What is evaluated before the node; of a conditional the condition, which says what else.
std::size_t operands(const System& text, NodeId id) {
  const Node& node = text.nodes[id];
  const bool unary =
      node.kind == NodeKind::unary && (node.op == Op::minus || node.op == Op::negation);
  if (node.kind == NodeKind::group || node.kind == NodeKind::conditional || unary) return 1;
  if (node.kind == NodeKind::binary) return 2;
  const bool function =
      node.kind == NodeKind::call && syntax::is_function_word(text.text(node.mark));
  return function ? node.child_count : 0;
}

}  // namespace

std::optional<Constant> Constants::evaluate(const System& text, NodeId root) {
  struct Visit {
    NodeId node;
    bool ready;
  };
  std::vector<Visit> todo{{root, false}};
  std::vector<Constant> values;
  while (!todo.empty()) {
    if (!spend(text, text.nodes[root].range, 1)) return std::nullopt;
    const auto [id, ready] = todo.back();
    todo.pop_back();
    const std::size_t count = operands(text, id);
    if (count > 0 && !ready) {
      todo.push_back({id, true});
      for (std::size_t i = count; i-- > 0;) todo.push_back({text.nodes.child(id, i), false});
      continue;
    }
    const std::span<const Constant> args = std::span(values).last(count);
    if (ready && text.nodes[id].kind == NodeKind::conditional) {
      if (!args[0].boolean) {
        diagnostics_.add(text.source, text.nodes[text.nodes.child(id, 0)].range,
                         Code::not_a_condition, "a number");
        return std::nullopt;
      }
      todo.push_back({text.nodes.child(id, args[0].value != 0 ? 1 : 2), false});
      values.pop_back();
      continue;
    }
    const auto value = finish(text, id, args);
    if (!value) return std::nullopt;
    values.resize(values.size() - count);
    values.push_back(*value);
  }
  return values.back();
}

// All operands but those of a conditional are done.
std::optional<Constant> Constants::finish(const System& text, NodeId id,
                                          std::span<const Constant> args) {
  switch (args.size()) {
    case 0:
      return leaf(text, id);
    case 1:
      if (text.nodes[id].kind == NodeKind::group) return args[0];
      if (text.nodes[id].kind == NodeKind::unary) return negate(text, id, args[0]);
      break;
    case 2:
      if (text.nodes[id].kind == NodeKind::binary) return combine(text, id, args[0], args[1]);
      break;
    default:
      break;
  }
  return apply_function(text, id, args);
}

bool Constants::knows(std::string_view word) const {
  const auto binds = [&](const Binding& binding) { return binding.index == word; };
  return std::ranges::any_of(bindings_, binds) || parameters_.contains(word);
}

bool Constants::is_constant(const System& text, NodeId root) const {
  std::vector<NodeId> todo{root};
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    const Node& node = text.nodes[id];
    const bool leaf = node.kind == NodeKind::integer || node.kind == NodeKind::truth ||
                      (node.kind == NodeKind::name && knows(text.text(node.range)));
    if (leaf) continue;
    if (operands(text, id) == 0) return false;
    const auto children = text.nodes.children(id);
    todo.insert(todo.end(), children.begin(), children.end());
  }
  return true;
}

std::optional<Value> Constants::number(const System& text, NodeId node) {
  const auto value = evaluate(text, node);
  if (!value) return std::nullopt;
  if (!value->boolean) return value->value;
  diagnostics_.add(text.source, text.nodes[node].range, Code::not_a_number, "a condition");
  return std::nullopt;
}

}  // namespace ken::model
