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
  sort_from_below(conditions);
  // Equal conditions count together.
  std::vector<std::pair<Bdd, std::size_t>> weighted;
  for (Bdd& c : conditions) {
    if (!weighted.empty() && weighted.back().first == c)
      ++weighted.back().second;
    else
      weighted.emplace_back(std::move(c), 1);
  }
  // Which counts are possible before each condition, from above.
  std::vector<std::vector<std::size_t>> possible{{0}};
  for (auto w = weighted.rbegin(); w != weighted.rend(); ++w) {
    manager_.budget().poll();
    std::vector<std::size_t> shifted = possible.back();
    for (std::size_t& k : shifted) k += w->second;
    std::vector<std::size_t> next;
    std::set_union(possible.back().begin(), possible.back().end(), shifted.begin(), shifted.end(),
                   std::back_inserter(next));
    possible.push_back(std::move(next));
  }
  std::unordered_map<std::size_t, Bdd> below;
  for (const std::size_t k : possible.back()) below.emplace(k, result(k));
  for (const auto& [condition, weight] : weighted) {
    possible.pop_back();
    std::unordered_map<std::size_t, Bdd> above;
    for (const std::size_t k : possible.back()) {
      const Bdd& then = below.at(k + weight);
      const Bdd& otherwise = below.at(k);
      above.emplace(k, then == otherwise ? then : if_then_else(condition, then, otherwise));
    }
    below = std::move(above);
  }
  return below.at(0);
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

// An operator applied to what its parts evaluate to.
template <class Known>
Quantity Conditions::combined(ExprId expr, const Known& known) {
  const Expr& e = model_.exprs[expr];
  const auto args = model_.exprs.args(expr);
  const auto arg = [&](std::size_t i) -> const Quantity& { return known(args[i]); };
  const auto truths_of = [&] {
    std::vector<Bdd> result;
    for (const ExprId id : args) result.push_back(arithmetic_.truth(known(id)));
    return result;
  };
  const auto folded = [&](auto operation) {
    Quantity result = arg(0);
    for (std::size_t i = 1; i < args.size(); ++i) result = operation(result, arg(i));
    return result;
  };
  switch (e.op) {
    case ExprOp::constant:
      return arithmetic_.constant(e.value);
    case ExprOp::variable: {
      const auto v = static_cast<VarId>(e.value);
      std::vector<Bdd> bits;
      for (const Variable b : encoding_.now(v)) bits.push_back(manager_.variable(b));
      return arithmetic_.number(std::move(bits), model_[v].type.low);
    }
    case ExprOp::action:
      return arithmetic_.condition(
          equals(manager_, encoding_.action(static_cast<AgentId>(e.value)), e.action));
    case ExprOp::negation:
      return arithmetic_.condition(!arithmetic_.truth(arg(0)));
    case ExprOp::conjunction:
      return arithmetic_.condition(all(truths_of()));
    case ExprOp::disjunction:
      return arithmetic_.condition(some(truths_of()));
    case ExprOp::exclusive: {
      std::vector<Bdd> conditions = truths_of();
      sort_from_below(conditions);
      Bdd odd = manager_.constant(false);
      for (const Bdd& c : conditions) odd = odd ^ c;
      return arithmetic_.condition(odd);
    }
    case ExprOp::equal:
      return arithmetic_.condition(arithmetic_.equal(arg(0), arg(1)));
    case ExprOp::not_equal:
      return arithmetic_.condition((arg(0).defined & arg(1).defined) -
                                   arithmetic_.equal(arg(0), arg(1)));
    case ExprOp::less:
      return arithmetic_.condition(arithmetic_.less(arg(0), arg(1)));
    case ExprOp::less_equal:
      return arithmetic_.condition((arg(0).defined & arg(1).defined) -
                                   arithmetic_.less(arg(1), arg(0)));
    case ExprOp::sum:
      return folded([&](const auto& a, const auto& b) { return arithmetic_.sum(a, b); });
    case ExprOp::product:
      return folded([&](const auto& a, const auto& b) { return arithmetic_.product(a, b); });
    case ExprOp::subtract:
      return arithmetic_.difference(arg(0), arg(1));
    case ExprOp::divide:
      return arithmetic_.quotient(arg(0), arg(1));
    case ExprOp::floor_divide:
      return arithmetic_.floor_quotient(arg(0), arg(1));
    case ExprOp::modulo:
      return arithmetic_.modulo(arg(0), arg(1));
    case ExprOp::count:
      break;
  }
  CHECK(false, "counts are translated apart");
  return {};
}

}  // namespace ken::symbolic
