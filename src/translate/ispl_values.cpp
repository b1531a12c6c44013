// Arithmetic, and the values that evolution lines assign.
//
// The right-hand side of an assignment is arithmetic over the agent's own variables and the
// Obsvars; it computes no conditions and sees no Lobsvars.  Everything else is split into cases
// with a guard each.  In either assignment semantics a line is one alternative where its condition
// holds; replacing it by lines whose conditions divide its own among them changes nothing, as long
// as the cases are disjoint and complete: one that offers no successor must still be there.

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/post_order.hpp"
#include "translate/counting.hpp"
#include "translate/ispl_conditions.hpp"

namespace ken::translate {

using model::Expr;
using model::Number;
using model::TypeKind;

// ---- arithmetic ----

std::vector<ExprId> IsplConditions::terms(ExprId root) {
  const model::ExprStore& exprs = store_.exprs();
  return base::collect_parts(root, [&](ExprId id, const auto& part) {
    if (exprs[id].op == ExprOp::count) return;
    const auto args = exprs.args(id);
    for (const ExprId arg : exprs[id].op == ExprOp::conditional ? args.last(2) : args) part(arg);
  });
}

ExprId IsplConditions::number(const Number& value) {
  model::ExprStore& exprs = store_.exprs();
  const ExprId numerator = exprs.constant(value.numerator());
  if (value.is_integer()) return numerator;
  return exprs.arithmetic(ExprOp::divide, {numerator, exprs.constant(value.denominator())});
}

ExprId IsplConditions::substitute(ExprId root, ExprId term, ExprId value) {
  model::ExprStore& exprs = store_.exprs();
  std::unordered_map<ExprId, ExprId> changed;
  for (const ExprId id : terms(root)) {
    if (id == term) {
      changed.emplace(id, value);
      continue;
    }
    const ExprOp op = exprs[id].op;
    std::vector<ExprId> args;
    bool touched = false;
    if (op != ExprOp::count) {
      for (const ExprId arg : exprs.args(id)) {
        const auto at = changed.find(arg);
        touched = touched || at != changed.end();
        args.push_back(at != changed.end() ? at->second : arg);
      }
    }
    if (!touched) continue;
    if (op == ExprOp::conditional)
      changed.emplace(id, exprs.conditional(args[0], args[1], args[2]));
    else if (model::kind_of(op) == model::OpKind::comparison)
      changed.emplace(id, exprs.compare(op, args[0], args[1]));
    else
      changed.emplace(id, exprs.arithmetic(op, std::move(args)));
  }
  const auto at = changed.find(root);
  return at == changed.end() ? root : at->second;
}

// The first count, div or mod, parts first, so that what it is applied to has none.
std::optional<ExprId> IsplConditions::awkward(ExprId root) {
  for (const ExprId id : terms(root)) {
    const ExprOp op = store_.exprs()[id].op;
    if (op == ExprOp::count || op == ExprOp::floor_divide || op == ExprOp::modulo) return id;
  }
  return std::nullopt;
}

std::optional<ExprId> IsplConditions::outer_conditional(ExprId root) {
  const model::ExprStore& exprs = store_.exprs();
  std::vector<ExprId> todo{root};
  std::unordered_set<ExprId> seen{root};
  while (!todo.empty()) {
    const ExprId id = todo.back();
    todo.pop_back();
    if (exprs[id].op == ExprOp::conditional) return id;
    if (exprs[id].op == ExprOp::count) continue;
    for (const ExprId arg : exprs.args(id))
      if (seen.insert(arg).second) todo.push_back(arg);
  }
  return std::nullopt;
}

std::vector<IsplConditions::Branch> IsplConditions::list_branches(ExprId conditional) {
  const model::ExprStore& exprs = store_.exprs();
  std::vector<Branch> result;
  std::vector<Branch> todo{{store_.truth(true), conditional}};
  while (!todo.empty() && !store_.limits().refused()) {
    const auto [guard, value] = todo.back();
    todo.pop_back();
    if (exprs.is_constant(guard) && exprs[guard].value == 0) continue;
    if (exprs[value].op != ExprOp::conditional) {
      result.push_back({guard, value});
      if (result.size() > IsplLimits::lines)
        store_.limits().refuse("a conditional of so many branches");
      continue;
    }
    const std::vector<ExprId> args(exprs.args(value).begin(), exprs.args(value).end());
    todo.push_back({store_.conjunction({guard, store_.negation(args[0])}), args[2]});
    todo.push_back({store_.conjunction({guard, args[0]}), args[1]});
  }
  return result;
}

bool IsplConditions::counts_up_to(ExprId count, Value k) {
  const std::size_t size = store_.exprs().args(count).size();
  if (Counting<IsplStore>::feasible(size, k)) return true;
  store_.limits().refuse("a count of " + std::to_string(size) +
                         " conditions without blowing up: it would need more than " +
                         std::to_string(store_.limits().condition()) + " characters");
  return false;
}

ExprId IsplConditions::exactly(ExprId count, Value k) {
  if (!counts_up_to(count, k) || !counts_up_to(count, k + 1)) return store_.truth(true);
  const auto args = store_.exprs().args(count);
  const std::vector<ExprId> copy(args.begin(), args.end());
  return Counting(store_, std::span<const ExprId>(copy)).between(k, k);
}

// One quotient on top of integers that doubles hold exactly, with a variable in it.
IsplConditions::Quotients IsplConditions::quotients(ExprId root) {
  constexpr Value exact = Value{1} << 26U;
  const model::ExprStore& exprs = store_.exprs();
  std::size_t found = 0;
  bool moderate = true;
  bool variable = false;
  for (const ExprId id : terms(root)) {
    const Expr& e = exprs[id];
    found += e.op == ExprOp::divide ? 1 : 0;
    variable = variable || e.op == ExprOp::variable;
    moderate = moderate && e.bounds.low >= -exact && e.bounds.high <= exact;
  }
  if (found == 0) return Quotients::none;
  const bool top = exprs[root].op == ExprOp::divide;
  return found == 1 && top && moderate && variable ? Quotients::exact : Quotients::other;
}

// Numbers are computed as doubles there.
bool IsplConditions::sayable(ExprId root) {
  constexpr Value exact = Value{1} << 53U;
  for (const ExprId id : terms(root)) {
    const Expr& e = store_.exprs()[id];
    const Value most = e.op == ExprOp::constant ? widest_literal : exact;
    if (e.bounds.low >= -most && e.bounds.high <= most) continue;
    store_.limits().refuse(e.op == ExprOp::constant
                               ? "the number " + std::to_string(e.value) +
                                     ": numbers have 32 bits there"
                               : "arithmetic beyond 2^53: numbers are floating point there");
    return false;
  }
  return true;
}

// ---- assigned values ----

bool IsplConditions::readable(VarId variable) const {
  const model::Variable& v = model_[variable];
  return v.owner == store_.scope().viewer || v.observable;
}

std::optional<ExprId> IsplConditions::unreadable(ExprId root) {
  for (const ExprId id : terms(root)) {
    const Expr& e = store_.exprs()[id];
    if (e.op == ExprOp::variable && !readable(static_cast<VarId>(e.value))) return id;
  }
  return std::nullopt;
}

std::vector<IsplCase> IsplConditions::cases(const model::Assignment& assignment) {
  const model::Type& type = model_[assignment.target].type;
  if (type.kind == TypeKind::boolean) return condition_cases(assignment.value.expr);
  std::vector<IsplCase> result;
  split(store_.truth(true), lower(assignment.value.expr), type, most_nested, result);
  return result;
}

std::vector<IsplCase> IsplConditions::condition_cases(ExprId source) {
  const model::ExprStore& exprs = store_.exprs();
  std::vector<IsplCase> result;
  for (const auto& [guard, value] : list_branches(lower(source))) {
    const Expr& e = exprs[value];
    const bool variable = e.op == ExprOp::variable && readable(static_cast<VarId>(e.value));
    if (e.bounds.undefined) {
      refuse_lost_value();
    } else if (e.op == ExprOp::constant || variable) {
      result.push_back({guard, value});
    } else {
      result.push_back({store_.conjunction({guard, value}), store_.truth(true)});
      result.push_back({store_.conjunction({guard, store_.negation(value)}), store_.truth(false)});
    }
  }
  return result;
}

// Only numbers have values that do not fit.
void IsplConditions::refuse_lost_value() {
  store_.limits().refuse(
      "that a line may be lost because an index of booleans or names has no element");
}

void IsplConditions::split(ExprId guard, ExprId value, const model::Type& target, int depth,
                           std::vector<IsplCase>& cases) {
  IsplLimits& limits = store_.limits();
  if (limits.refused()) return;
  if (cases.size() > IsplLimits::lines) return limits.refuse("so many cases of one value");
  if (const auto conditional = outer_conditional(value)) {
    if (depth == 0) return limits.refuse("so many conditionals in one value");
    for (const Branch& branch : list_branches(*conditional))
      split(store_.conjunction({guard, branch.guard}),
            substitute(value, *conditional, branch.value), target, depth - 1, cases);
    return;
  }
  std::optional<ExprId> term = unreadable(value);
  if (!term) term = awkward(value);
  if (!term && quotients(value) != Quotients::none &&
      (quotients(value) == Quotients::other || store_.exprs()[value].bounds.undefined))
    term = value;
  if (term) {
    if (depth == 0) return limits.refuse("so many counts, divs and mods in one value");
    return split_term(guard, value, *term, target, depth, cases);
  }
  const model::Bounds bounds = store_.exprs()[value].bounds;
  const bool lost = bounds.high < target.low || bounds.low > target.high;
  if (lost && target.kind != TypeKind::range) return refuse_lost_value();
  if (!lost && !sayable(value)) return;
  cases.push_back({guard, lost ? std::nullopt : std::optional(value)});
}

// The assignments of the variables with these numbers, in the order of tabulate().
ExprId IsplConditions::select_assignments(const std::vector<VarId>& variables, std::size_t size,
                                          const std::vector<std::size_t>& places) {
  if (variables.size() == 1) {
    std::vector<Value> values;
    values.reserve(places.size());
    for (const std::size_t i : places)
      values.push_back(model_[variables[0]].type.low + static_cast<Value>(i));
    return values.size() == size ? store_.truth(true) : store_.one_of(variables[0], values);
  }
  if (!store_.limits().spend(size)) return store_.truth(true);
  std::vector<ExprId> table(size, store_.truth(false));
  for (const std::size_t i : places) table[i] = store_.truth(true);
  return store_.decide(variables, std::move(table));
}

// One case for each value of the term, which is a variable, a count, or arithmetic to be tried.
void IsplConditions::split_term(ExprId guard, ExprId value, ExprId term, const model::Type& target,
                                int depth, std::vector<IsplCase>& cases) {
  if (store_.exprs()[term].op == ExprOp::count) {
    const auto most = static_cast<Value>(store_.exprs().args(term).size());
    for (Value k = 0; k <= most && !store_.limits().refused(); ++k)
      split(store_.conjunction({guard, exactly(term, k)}), substitute(value, term, number(k)),
            target, depth - 1, cases);
    return;
  }
  const std::vector<VarId> variables = model::support(store_.exprs(), term);
  const auto values = store_.tabulate(term, variables);
  if (!values) return;
  std::map<std::pair<Value, Value>, std::vector<std::size_t>> results;  // denominator, numerator
  for (std::size_t i = 0; i < values->size(); ++i) {
    const Number& v = (*values)[i];
    const bool fits = v.is_integer() && v.numerator() >= target.low && v.numerator() <= target.high;
    const bool lost = !v.defined() || (term == value && !fits);
    results[lost ? std::pair<Value, Value>{0, 0} : std::pair{v.denominator(), v.numerator()}]
        .push_back(i);
  }
  for (const auto& [result, places] : results) {
    const ExprId here =
        store_.conjunction({guard, select_assignments(variables, values->size(), places)});
    if (store_.limits().refused()) return;
    if (result.first == 0 && target.kind != TypeKind::range)
      refuse_lost_value();
    else if (result.first == 0)
      cases.push_back({here, std::nullopt});
    else
      split(here, substitute(value, term, number((*values)[places.front()])), target, depth - 1,
            cases);
  }
}

}  // namespace ken::translate
