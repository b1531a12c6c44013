// Expressions as diagrams.
//
// An expression is translated after its parts, with a stack of its own, so depth does not matter.
// Two cases are not left to the circuits:
//
// Junctions of many conditions are joined from the lowest level of the order upwards: each new
// condition then mostly puts nodes on top of what is there, and n conditions cost about n steps.
//
// Counting.  "count(c_1, .., c_n) <= 1", "2 * count(..) = N": a comparison over one count is
// decided by how many conditions hold, so we decide it for every result k = 0..n first, which gives
// n+1 functions (mostly constants), and then walk the conditions from below:
//     G_i[k] = if c_i then G_(i+1)[k+1] else G_(i+1)[k],     G_(n+1)[k] = the comparison for k.
// G_1[0] is the answer.  That is n(n+1)/2 steps, most of which make one node; nothing is expanded.
// A count that stands elsewhere gets its bits in the same way, one after the other.

#include "symbolic/conditions.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace ken::symbolic {
namespace {

using model::Expr;
using model::ExprId;
using model::ExprOp;

bool is_comparison(ExprOp op) {
  return op == ExprOp::equal || op == ExprOp::not_equal || op == ExprOp::less ||
         op == ExprOp::less_equal;
}

bool is_arithmetic(ExprOp op) {
  return op == ExprOp::sum || op == ExprOp::product || op == ExprOp::subtract ||
         op == ExprOp::divide || op == ExprOp::floor_divide || op == ExprOp::modulo;
}

}  // namespace

// The highest level of a condition, the constants below everything.
void Conditions::sort_from_below(std::vector<Bdd>& conditions) const {
  std::vector<std::pair<std::size_t, Bdd>> keyed;
  keyed.reserve(conditions.size());
  for (Bdd& c : conditions) {
    const std::size_t level =
        c.is_false() || c.is_true() ? manager_.variables() : bdd::top_level(c);
    keyed.emplace_back(level, std::move(c));
  }
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t i = 0; i < keyed.size(); ++i) conditions[i] = std::move(keyed[i].second);
}

Bdd Conditions::all(std::vector<Bdd> conditions) {
  sort_from_below(conditions);
  Bdd result = manager_.constant(true);
  for (const Bdd& c : conditions) result &= c;
  return result;
}

Bdd Conditions::some(std::vector<Bdd> conditions) {
  sort_from_below(conditions);
  Bdd result = manager_.constant(false);
  for (const Bdd& c : conditions) result |= c;
  return result;
}

Bdd Conditions::by_count(std::vector<Bdd> conditions,
                         const std::function<Bdd(std::size_t)>& result) {
  const std::size_t total = conditions.size();
  sort_from_below(conditions);
  // Equal conditions count together.
  std::vector<std::pair<Bdd, std::size_t>> weighted;
  std::unordered_map<Bdd, std::size_t, bdd::Hash> place;
  for (Bdd& c : conditions) {
    const auto [at, fresh] = place.try_emplace(c, weighted.size());
    if (fresh) weighted.emplace_back(std::move(c), 0);
    ++weighted[at->second].second;
  }
  std::vector<Bdd> for_count;
  for_count.reserve(total + 1);
  for (std::size_t k = 0; k <= total; ++k) for_count.push_back(result(k));
  std::size_t most = total;  // that the conditions still to come can make
  for (const auto& [condition, weight] : weighted) {
    most -= weight;
    for (std::size_t k = 0; k <= most; ++k) {
      manager_.budget().poll();
      if (for_count[k + weight] != for_count[k])
        for_count[k] = if_then_else(condition, for_count[k + weight], for_count[k]);
    }
  }
  return for_count[0];
}

Bdd Conditions::holds(ExprId condition) { return arithmetic_.truth(value(condition)); }

const Quantity& Conditions::value(ExprId root) {
  std::vector<ExprId> open{root};
  while (!open.empty()) {
    const ExprId expr = open.back();
    if (known_.contains(expr)) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    for (const ExprId part : needed(expr))
      if (!known_.contains(part)) open.push_back(part);
    if (open.size() > before) continue;
    open.pop_back();
    known_.emplace(expr, computed(expr));
  }
  return known_.at(root);
}

// Whether a comparison is over exactly one count, reached through arithmetic alone.
const Conditions::Counting* Conditions::counting(ExprId expr) {
  if (!is_comparison(model_.exprs[expr].op)) return nullptr;
  const auto [at, fresh] = countings_.try_emplace(expr);
  if (fresh) {
    std::vector<ExprId> inner;
    std::vector<ExprId> counts;
    std::vector<ExprId> open{expr};
    while (!open.empty()) {
      const ExprId e = open.back();
      open.pop_back();
      const ExprOp op = model_.exprs[e].op;
      if (op == ExprOp::count) counts.push_back(e);
      if (e != expr && !is_arithmetic(op)) continue;
      inner.push_back(e);
      for (const ExprId arg : model_.exprs.args(e)) open.push_back(arg);
    }
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    std::sort(inner.begin(), inner.end());
    inner.erase(std::unique(inner.begin(), inner.end()), inner.end());
    if (counts.size() == 1) at->second = Counting{counts[0], std::move(inner)};
  }
  return at->second ? &*at->second : nullptr;
}

std::vector<ExprId> Conditions::needed(ExprId expr) {
  const auto args = model_.exprs.args(expr);
  const Counting* const over = counting(expr);
  if (over == nullptr) return {args.begin(), args.end()};
  const auto conditions = model_.exprs.args(over->count);
  std::vector<ExprId> result(conditions.begin(), conditions.end());
  for (const ExprId e : over->around)
    for (const ExprId arg : model_.exprs.args(e))
      if (arg != over->count && !std::binary_search(over->around.begin(), over->around.end(), arg))
        result.push_back(arg);
  return result;
}

Quantity Conditions::computed(ExprId expr) {
  const Expr& e = model_.exprs[expr];
  if (e.op == ExprOp::count) return count(expr);
  if (const Counting* const over = counting(expr)) return counted(expr, *over);
  return combined(expr, [this](ExprId id) -> const Quantity& { return known_.at(id); });
}

Quantity Conditions::counted(ExprId expr, const Counting& over) {
  return arithmetic_.condition(by_count(truths(over.count), [&](std::size_t k) {
    std::unordered_map<ExprId, Quantity> here;
    here.emplace(over.count, arithmetic_.constant(static_cast<model::Value>(k)));
    const auto known = [&](ExprId id) -> const Quantity& {
      const auto at = here.find(id);
      return at != here.end() ? at->second : known_.at(id);
    };
    for (const ExprId inner : over.around) here.emplace(inner, combined(inner, known));
    return arithmetic_.truth(here.at(expr));
  }));
}

Quantity Conditions::count(ExprId expr) {
  const std::vector<Bdd> conditions = truths(expr);
  std::vector<Bdd> bits;
  for (std::size_t b = 0; (conditions.size() >> b) != 0; ++b)
    bits.push_back(by_count(
        conditions, [&](std::size_t k) { return manager_.constant(((k >> b) & 1U) != 0); }));
  return arithmetic_.number(std::move(bits), 0);
}

std::vector<Bdd> Conditions::truths(ExprId expr) {
  std::vector<Bdd> result;
  for (const ExprId arg : model_.exprs.args(expr))
    result.push_back(arithmetic_.truth(known_.at(arg)));
  return result;
}

Quantity Conditions::leaf(const Expr& e) const {
  if (e.op == ExprOp::action)
    return arithmetic_.condition(
        equals(manager_, encoding_.action(static_cast<AgentId>(e.value)), e.action));
  if (e.op == ExprOp::constant) return arithmetic_.constant(e.value);
  CHECK(e.op == ExprOp::variable, "what has no parts is a constant, a variable or an action");
  const auto v = static_cast<VarId>(e.value);
  std::vector<Bdd> bits;
  for (const Variable b : encoding_.now(v)) bits.push_back(manager_.variable(b));
  return arithmetic_.number(std::move(bits), model_[v].type.low);
}

// Of conditions.
Bdd Conditions::connected(ExprOp op, std::vector<Bdd> conditions) {
  if (op == ExprOp::negation) return !conditions[0];
  if (op == ExprOp::conjunction) return all(std::move(conditions));
  if (op == ExprOp::disjunction) return some(std::move(conditions));
  CHECK(op == ExprOp::exclusive, "one of the four connectives");
  sort_from_below(conditions);
  Bdd odd = manager_.constant(false);
  for (const Bdd& c : conditions) odd = odd ^ c;
  return odd;
}

// Of two numbers; false where one of them is undefined.
Bdd Conditions::compared(ExprOp op, const Quantity& a, const Quantity& b) const {
  const auto unless = [&](const Bdd& c) { return (a.defined & b.defined) - c; };
  if (op == ExprOp::equal) return arithmetic_.equal(a, b);
  if (op == ExprOp::not_equal) return unless(arithmetic_.equal(a, b));
  if (op == ExprOp::less) return arithmetic_.less(a, b);
  CHECK(op == ExprOp::less_equal, "one of the four comparisons");
  return unless(arithmetic_.less(b, a));
}

Quantity Conditions::calculated(ExprOp op, const Quantity& a, const Quantity& b) const {
  if (op == ExprOp::sum) return arithmetic_.sum(a, b);
  if (op == ExprOp::product) return arithmetic_.product(a, b);
  if (op == ExprOp::subtract) return arithmetic_.difference(a, b);
  if (op == ExprOp::divide) return arithmetic_.quotient(a, b);
  if (op == ExprOp::floor_divide) return arithmetic_.floor_quotient(a, b);
  CHECK(op == ExprOp::modulo, "one of the six operations");
  return arithmetic_.modulo(a, b);
}

// An operator applied to what its parts evaluate to.
template <class Known>
Quantity Conditions::combined(ExprId expr, const Known& known) {
  const Expr& e = model_.exprs[expr];
  const auto args = model_.exprs.args(expr);
  if (args.empty()) return leaf(e);
  if (is_comparison(e.op))
    return arithmetic_.condition(compared(e.op, known(args[0]), known(args[1])));
  if (is_arithmetic(e.op)) {
    Quantity result = known(args[0]);
    for (const ExprId arg : args.subspan(1)) result = calculated(e.op, result, known(arg));
    return result;
  }
  std::vector<Bdd> conditions;
  conditions.reserve(args.size());
  for (const ExprId arg : args) conditions.push_back(arithmetic_.truth(known(arg)));
  return arithmetic_.condition(connected(e.op, std::move(conditions)));
}

}  // namespace ken::symbolic
