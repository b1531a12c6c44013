// Conditions.
//
// Every condition of the model becomes one over and, or, not, tests of actions, boolean variables
// and comparisons that the existing tool computes as ken does.  Post-order with an explicit stack;
// each expression once, results hash-consed.
//
//   p = q, p xor q ...   split into cases; a long xor by halves (counting.hpp)
//   count compared       thresholds by halves; within other arithmetic one case for each number
//   div, mod             all values of the variables they read are tried; one case for each result
//   if then else         one case for each branch, so that what is compared has none
//   /                    ken's quotients are exact, the other tool's are floating point.  A single
//                        quotient of moderate size compared with an integer comes out the same;
//                        the divisor must not be 0, which ken reads as false and the other tool as
//                        infinite.  In all other cases all values are tried.
//   outside the range    folded: the other tool rejects such literals
//   InitStates           has only =, so all values of other comparisons are tried
//
// Costs: trying values is limited in IsplLimits; text by its size, computed on the graph.

#include "translate/ispl_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/post_order.hpp"
#include "model/bounds.hpp"
#include "model/fold.hpp"
#include "translate/counting.hpp"

namespace ken::translate {

using model::Expr;
using model::Number;
using model::TypeKind;

bool IsplConditions::is_condition(const model::ExprStore& exprs, ExprId id) const {
  const Expr& e = exprs[id];
  if (e.op == ExprOp::variable)
    return model_[static_cast<VarId>(e.value)].type.kind == TypeKind::boolean;
  const model::OpKind kind = model::kind_of(e.op);
  return e.op == ExprOp::action || kind == model::OpKind::connective ||
         kind == model::OpKind::comparison;
}

ExprId IsplConditions::lower(ExprId root) {
  base::visit_post_order(
      root,
      [this](ExprId id, const auto& part) {
        for (const ExprId arg : model_.exprs.args(id)) part(arg);
      },
      [this](ExprId id) { return lowered_.contains(id); },
      [this](ExprId id) {
        std::vector<ExprId> args;
        for (const ExprId arg : model_.exprs.args(id)) args.push_back(lowered_.at(arg));
        const bool refused = store_.limits().refused();
        lowered_.emplace(id, refused ? store_.truth(true) : lower_node(id, args));
      });
  return lowered_.at(root);
}

// Arithmetic is only copied; the comparison it ends in decides how it is said.
ExprId IsplConditions::lower_node(ExprId source, const std::vector<ExprId>& args) {
  using Args = std::vector<ExprId>;
  struct PlainIspl {
    IsplConditions& to;
    ExprId source;

    ExprId constant(Value value) const { return exprs().constant(value); }
    ExprId variable(VarId id) const { return to.store_.variable(id); }
    ExprId action(AgentId agent, model::ActionIndex a) const { return exprs().action(agent, a); }
    ExprId negation(ExprId a) const { return to.store_.negation(a); }
    ExprId conjunction(const Args& some) const { return to.store_.conjunction(some); }
    ExprId disjunction(const Args& some) const { return to.store_.disjunction(some); }
    ExprId exclusive(const Args& some) const {
      return Counting(to.store_, std::span<const ExprId>(some)).odd();
    }
    ExprId equal(ExprId a, ExprId b) const {
      return of_conditions() ? to.equal_conditions(a, b) : compare(ExprOp::equal, a, b);
    }
    ExprId not_equal(ExprId a, ExprId b) const {
      return of_conditions() ? negation(to.equal_conditions(a, b))
                             : compare(ExprOp::not_equal, a, b);
    }
    ExprId less(ExprId a, ExprId b) const { return compare(ExprOp::less, a, b); }
    ExprId less_equal(ExprId a, ExprId b) const { return compare(ExprOp::less_equal, a, b); }
    ExprId sum(const Args& some) const { return exprs().arithmetic(ExprOp::sum, some); }
    ExprId product(const Args& some) const { return exprs().arithmetic(ExprOp::product, some); }
    ExprId subtract(ExprId a, ExprId b) const { return calculate(ExprOp::subtract, a, b); }
    ExprId divide(ExprId a, ExprId b) const { return calculate(ExprOp::divide, a, b); }
    ExprId floor_divide(ExprId a, ExprId b) const { return calculate(ExprOp::floor_divide, a, b); }
    ExprId modulo(ExprId a, ExprId b) const { return calculate(ExprOp::modulo, a, b); }
    ExprId count(const Args& some) const { return to.count_conditions(some); }
    ExprId conditional(ExprId c, ExprId a, ExprId b) const { return exprs().conditional(c, a, b); }

    model::ExprStore& exprs() const { return to.store_.exprs(); }
    ExprId compare(ExprOp op, ExprId a, ExprId b) const {
      return to.comparison(exprs().compare(op, a, b), most_nested);
    }
    ExprId calculate(ExprOp op, ExprId a, ExprId b) const { return exprs().arithmetic(op, {a, b}); }
    bool of_conditions() const {
      const model::ExprStore& all = to.model_.exprs;
      const ExprId left = all.args(source)[0];
      const ExprId right = all.args(source)[1];
      if (all[left].op == ExprOp::conditional || all[right].op == ExprOp::conditional) return false;
      return to.is_condition(all, left) || to.is_condition(all, right);
    }
  };
  return model::fold(PlainIspl{*this, source}, model_.exprs[source], args);
}

ExprId IsplConditions::equal_conditions(ExprId left, ExprId right) {
  model::ExprStore& exprs = store_.exprs();
  if (exprs.is_constant(left)) std::swap(left, right);
  if (exprs.is_constant(right)) return exprs[right].value != 0 ? left : store_.negation(left);
  if (exprs[left].op == ExprOp::variable && exprs[right].op == ExprOp::variable)
    return exprs.compare(ExprOp::equal, left, right);
  return store_.disjunction({store_.conjunction({left, right}),
                             store_.conjunction({store_.negation(left), store_.negation(right)})});
}

// A count of conditions some of which may have become constant.
ExprId IsplConditions::count_conditions(const std::vector<ExprId>& args) {
  model::ExprStore& exprs = store_.exprs();
  std::vector<ExprId> open;
  Value sure = 0;
  for (const ExprId arg : args) {
    if (exprs.is_constant(arg))
      sure += exprs[arg].value;
    else
      open.push_back(arg);
  }
  const ExprId count = exprs.count(std::move(open));
  return sure == 0 ? count : exprs.arithmetic(ExprOp::sum, {count, exprs.constant(sure)});
}

// ---- comparisons of numbers ----

// Splits into cases until nothing awkward is left.  The depth of the recursion is limited; every
// level but the last one has several cases.
ExprId IsplConditions::comparison(ExprId id, int depth) {
  id = fold(id);
  if (store_.exprs().is_constant(id) || store_.limits().refused()) return id;
  if (const auto known = compared_.find(id); known != compared_.end()) return known->second;
  ExprId result{};
  if (const auto conditional = outer_conditional(id)) {
    result = compare_conditional(id, *conditional, depth);
  } else if (const auto term = awkward(id)) {
    if (depth == 0) store_.limits().refuse("so many counts, divs and mods in one comparison");
    result = store_.limits().refused()                   ? id
             : store_.exprs()[*term].op == ExprOp::count ? compare_count(id, *term, depth)
                                                         : compare_term(id, *term, depth);
  } else if (is_condition(store_.exprs(), store_.exprs().args(id)[0]) ||
             is_condition(store_.exprs(), store_.exprs().args(id)[1])) {
    result = equal_conditions(store_.exprs().args(id)[0], store_.exprs().args(id)[1]);
    if (store_.exprs()[id].op == ExprOp::not_equal) result = store_.negation(result);
  } else {
    result = lower_comparison(id);
  }
  compared_.emplace(id, result);
  return result;
}

// A count directly beside a number.
std::optional<ExprId> IsplConditions::threshold(ExprId id, ExprId count) {
  model::ExprStore& exprs = store_.exprs();
  const ExprOp op = exprs[id].op;
  const ExprId left = exprs.args(id)[0];
  const ExprId right = exprs.args(id)[1];
  const bool first = left == count;
  if (!first && right != count) return std::nullopt;
  if (!exprs.is_constant(first ? right : left)) return std::nullopt;
  const Value k = exprs[first ? right : left].value;  // between 0 and the number of arguments
  if (op == ExprOp::equal) return exactly(count, k);
  if (op == ExprOp::not_equal) return store_.negation(exactly(count, k));
  // count < k, count <= k, k < count, k <= count.
  const bool strict = op == ExprOp::less;
  const Value least = first == strict ? k : k + 1;
  if (!counts_up_to(count, least)) return store_.truth(true);
  const std::vector<ExprId> args(exprs.args(count).begin(), exprs.args(count).end());
  const ExprId reached = Counting(store_, std::span<const ExprId>(args)).at_least(least);
  return first ? store_.negation(reached) : reached;
}

ExprId IsplConditions::compare_count(ExprId id, ExprId count, int depth) {
  if (const auto direct = threshold(id, count)) return *direct;
  const auto most = static_cast<Value>(store_.exprs().args(count).size());
  std::vector<ExprId> alternatives;
  for (Value k = 0; k <= most && !store_.limits().refused(); ++k) {
    const ExprId rest = comparison(substitute(id, count, number(k)), depth - 1);
    if (store_.exprs().is_constant(rest) && store_.exprs()[rest].value == 0) continue;
    alternatives.push_back(store_.conjunction({exactly(count, k), rest}));
  }
  return store_.disjunction(alternatives);
}

ExprId IsplConditions::compare_conditional(ExprId id, ExprId conditional, int depth) {
  if (depth == 0) {
    store_.limits().refuse("so many conditionals in one comparison");
    return id;
  }
  std::vector<ExprId> alternatives;
  for (const Branch& branch : list_branches(conditional)) {
    if (store_.limits().refused()) return id;
    const ExprId rest = comparison(substitute(id, conditional, branch.value), depth - 1);
    alternatives.push_back(store_.conjunction({branch.guard, rest}));
  }
  return store_.disjunction(alternatives);
}

ExprId IsplConditions::compare_term(ExprId id, ExprId term, int depth) {
  const std::vector<VarId> variables = model::support(store_.exprs(), term);
  const auto values = store_.tabulate(term, variables);
  if (!values) return id;
  std::map<std::pair<Value, Value>, ExprId> plain;  // by value: denominator, numerator
  std::vector<ExprId> table;
  for (const Number& value : *values) {
    if (store_.limits().refused()) return id;
    const auto [known, fresh] =
        plain.try_emplace({value.denominator(), value.numerator()}, store_.truth(false));
    if (fresh && value.defined())
      known->second = comparison(substitute(id, term, number(value)), depth - 1);
    table.push_back(known->second);
  }
  return store_.decide(variables, std::move(table));
}

// Decided without looking at a state, where bounds or the lack of variables allow it.
ExprId IsplConditions::fold(ExprId id) {
  model::ExprStore& exprs = store_.exprs();
  if (exprs.is_constant(id)) return id;
  const std::array sides{exprs[exprs.args(id)[0]].bounds, exprs[exprs.args(id)[1]].bounds};
  const model::Bounds result =
      model::fold(model::BoundsAlgebra(), model::Operator{exprs[id].op}, sides);
  if (result.low == result.high) return exprs.truth(result.low != 0);
  for (const ExprId term : terms(id))
    if (exprs[term].op == ExprOp::variable || exprs[term].op == ExprOp::count ||
        exprs[term].op == ExprOp::conditional)
      return id;
  const auto value = store_.tabulate(id, {});
  return exprs.truth(value && value->front().truth());
}

// A comparison without counts, divs and mods.
ExprId IsplConditions::lower_comparison(ExprId id) {
  model::ExprStore& exprs = store_.exprs();
  const ExprOp op = exprs[id].op;
  const ExprId left = exprs.args(id)[0];
  const ExprId right = exprs.args(id)[1];
  const Quotients a = quotients(left);
  const Quotients b = quotients(right);
  const bool simple = (a == Quotients::none && b != Quotients::other) ||
                      (b == Quotients::none && a != Quotients::other);
  if (!simple) return enumerate(id);
  const bool whole = a == Quotients::none && b == Quotients::none;
  if (store_.scope().only_equality) {
    const auto leaf = [&](ExprId e) {
      return exprs[e].op == ExprOp::variable || exprs[e].op == ExprOp::constant;
    };
    const bool equality = op == ExprOp::equal || op == ExprOp::not_equal;
    if (!whole || !equality || !leaf(left) || !leaf(right)) return enumerate(id);
    const ExprId same = exprs.compare(ExprOp::equal, left, right);
    return op == ExprOp::equal ? same : exprs.negation(same);
  }
  if (!sayable(id)) return id;
  const ExprId quotient = a == Quotients::exact ? left : right;
  if (whole || !exprs[quotient].bounds.undefined) return id;
  const ExprId divisor = exprs.args(quotient)[1];
  const ExprId defined = fold(exprs.compare(ExprOp::not_equal, divisor, exprs.constant(0)));
  return store_.conjunction({id, defined});
}

ExprId IsplConditions::enumerate(ExprId id) {
  const std::vector<VarId> variables = model::support(store_.exprs(), id);
  const auto values = store_.tabulate(id, variables);
  if (!values) return id;
  std::vector<ExprId> table;
  table.reserve(values->size());
  for (const Number& value : *values) table.push_back(store_.truth(value.truth()));
  return store_.decide(variables, std::move(table));
}

}  // namespace ken::translate
