// Conditionals and functions in conditions and arithmetic.
//
// What "if c then a else b" is depends on its branches: two numbers, two conditions, two values of
// one enumeration.  Names that are values or actions wait, as a bare name does, until the other
// side of the comparison or the target of the assignment tells whose they are; until then the
// conditional is a list of cases, of which the first that holds is meant.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "model/condition_resolver.hpp"
#include "model/derived.hpp"

namespace ken::model {

using base::Code;
using syntax::Node;

namespace {

// Whether it is a name that may be a value or an action, or a choice between such.
bool is_name(const Typed& typed) {
  return typed.meaning == Meaning::symbol || typed.meaning == Meaning::choice;
}
bool can_be_name(const Typed& typed) {
  return is_name(typed) || (typed.meaning != Meaning::enumeration && !typed.symbol.empty());
}

std::vector<NamedCase> cases_of(ExprStore& store, const Typed& typed) {
  if (typed.meaning == Meaning::choice) return typed.cases;
  return {{store.truth(true), typed.symbol, typed.range, typed.meaning != Meaning::symbol}};
}

}  // namespace

Typed ConditionResolver::apply_function(const Node& node, std::span<Typed> args) {
  const std::string_view word = text_.text(node.mark);
  if (!takes(word, args.size()))
    return complain(node.range, Code::wrong_arguments, word, parameters_of(word),
                    base::count_in_words(args.size(), "argument"));
  bool sound = true;
  std::vector<ExprId> numbers;
  for (Typed& arg : args) {
    sound = require_number(arg) && sound;
    numbers.push_back(arg.expr);
  }
  if (!sound) return {};
  return of(Meaning::number, model::apply_function(exprs(), word, numbers), node.range);
}

// A call of what is no function: an operator of formulas, or a mistake.
Typed ConditionResolver::refuse_call(syntax::NodeId call) {
  const Node& node = text_.nodes[call];
  const std::string word(text_.text(node.mark));
  if (!scope_.model.modalities.find(logic::Notation::call, word)) {
    scope_.constants.report_unknown_function(text_, call);
    return {};
  }
  auto& d = scope_.diagnostics.add(
      text_.source, node.range, Code::not_a_condition,
      fmt::format("'{}'", base::shorten(base::collapse_blanks(text_.text(node.range)), 40)));
  if (where_.position != Position::formula)
    d.hint = fmt::format("'{}' is an operator of formulas: it stands in Formulae", word);
  return {};
}

Typed ConditionResolver::apply_conditional(const Node& node, std::span<Typed> args) {
  const bool sound = require_condition(args[0]);
  Typed& then = args[1];
  Typed& otherwise = args[2];
  if (!sound || then.meaning == Meaning::invalid || otherwise.meaning == Meaning::invalid)
    return {};
  const ExprId condition = args[0].expr;
  if (then.meaning == Meaning::enumeration || otherwise.meaning == Meaning::enumeration)
    return choose_values(node, condition, then, otherwise);
  if (is_name(then) || is_name(otherwise)) return choose_names(node, condition, then, otherwise);
  if (then.meaning == otherwise.meaning && then.meaning == Meaning::number)
    return of(Meaning::number, exprs().conditional(condition, then.expr, otherwise.expr),
              node.range);
  if (then.meaning == otherwise.meaning && then.meaning == Meaning::condition)
    return of(Meaning::condition, choose_condition(exprs(), condition, then.expr, otherwise.expr),
              node.range);
  return complain(node.range, Code::branches_differ, in_words(then), in_words(otherwise));
}

Typed ConditionResolver::choose_names(const Node& node, ExprId condition, const Typed& then,
                                      const Typed& otherwise) {
  if (!can_be_name(then) || !can_be_name(otherwise)) {
    report_unknown_symbol(is_name(then) ? then : otherwise);
    return {};
  }
  Typed result{Meaning::choice, {}, {}, {}, {}, node.range, cases_of(exprs(), then)};
  for (NamedCase& one : result.cases)
    one.condition = exprs().conjunction({condition, one.condition});
  for (NamedCase& one : cases_of(exprs(), otherwise)) result.cases.push_back(std::move(one));
  return result;
}

Typed ConditionResolver::choose_values(const Node& node, ExprId condition, const Typed& then,
                                       const Typed& otherwise) {
  const VarId variable = then.meaning == Meaning::enumeration ? then.variable : otherwise.variable;
  const auto value_of = [&](const Typed& branch) -> std::optional<ExprId> {
    if (branch.meaning != Meaning::enumeration && can_be_name(branch))
      return value_among(branch, variable);
    const bool same = branch.meaning == Meaning::enumeration &&
                      scope_.model[branch.variable].type == scope_.model[variable].type;
    if (same) return branch.expr;
    complain(node.range, Code::branches_differ, in_words(then), in_words(otherwise));
    return std::nullopt;
  };
  const auto first = value_of(then);
  const auto second = first ? value_of(otherwise) : std::nullopt;
  if (!second) return {};
  return {Meaning::enumeration,
          exprs().conditional(condition, *first, *second),
          variable,
          {},
          {},
          node.range};
}

std::optional<ExprId> ConditionResolver::value_among(const Typed& typed, VarId id) {
  const Variable& variable = scope_.model[id];
  std::optional<ExprId> result;
  const std::vector<NamedCase> cases = cases_of(exprs(), typed);
  for (auto one = cases.rbegin(); one != cases.rend(); ++one) {
    const auto value = find_value(variable.type, one->symbol);
    if (!value) {
      report_no_such_value(variable.type, one->symbol, one->range);
      return std::nullopt;
    }
    scope_.index.use_value(text_.source, word_of(one->range, one->symbol), variable.declared);
    const ExprId constant = exprs().constant(*value);
    result = result ? exprs().conditional(one->condition, constant, *result) : constant;
  }
  return result;
}

// "left is the value or action of that name", by cases.
std::optional<ExprId> ConditionResolver::equate_with_names(const Typed& left, const Typed& names) {
  std::optional<ExprId> result;
  const std::vector<NamedCase> cases = cases_of(exprs(), names);
  for (auto one = cases.rbegin(); one != cases.rend(); ++one) {
    const auto equal = equate_with_symbol(left, one->symbol, one->range);
    if (!equal) return std::nullopt;
    result = result ? choose_condition(exprs(), one->condition, *equal, *result) : *equal;
  }
  return result;
}

}  // namespace ken::model
