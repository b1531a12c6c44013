// Expressions as diagrams.
//
// An expression is translated after its parts, with a stack of its own, so depth does not matter.
// Three cases are not left to the circuits:
//
// Junctions of many conditions are joined from the lowest level of the order upwards: each new
// condition then mostly puts nodes on top of what is there, and n conditions cost about n steps.
//
// Sums of many numbers are made by halves, so that most additions are of small numbers.
//
// Counting.  "count(c_1, .., c_n) <= 1", "2 * count(..) = N": a comparison over one count is
// decided by how many conditions hold, so we decide it for every result k = 0..n first, which gives
// n+1 functions (mostly constants), and then walk the conditions from below:
//     G_i[k] = if c_i then G_(i+1)[k+1] else G_(i+1)[k],     G_(n+1)[k] = the comparison for k.
// G_1[0] is the answer.  That is n(n+1)/2 steps, most of which make one node; nothing is expanded.
// A sum of numbers that are 0 or 1 is such a count, too.  A count that stands elsewhere gets its
// bits in the same way, one after the other.

#include "symbolic/conditions.hpp"

#include <algorithm>

#include "base/post_order.hpp"
#include "model/fold.hpp"
#include "model/tally.hpp"

namespace ken::symbolic {
namespace {

using model::ExprId;
using model::OpKind;

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
      manager_.budget().check_limits();
      if (for_count[k + weight] != for_count[k])
        for_count[k] = if_then_else(condition, for_count[k + weight], for_count[k]);
    }
  }
  return for_count[0];
}

Bdd Conditions::holds(ExprId condition) { return arithmetic_.truth(value(condition)); }

const Quantity& Conditions::value(ExprId root) {
  base::visit_post_order(
      root,
      [this](ExprId expr, const auto& part) {
        for (const ExprId id : list_needed(expr)) part(id);
      },
      [this](ExprId expr) { return known_.contains(expr); },
      [this](ExprId expr) { known_.emplace(expr, compute(expr)); });
  return known_.at(root);
}

// Whether a comparison is over exactly one count, reached through arithmetic alone.
const Conditions::Counting* Conditions::find_counting(ExprId expr) {
  if (kind_of(model_.exprs[expr].op) != OpKind::comparison) return nullptr;
  const auto [at, fresh] = countings_.try_emplace(expr);
  if (fresh) {
    const auto is_around = [&](ExprId e) {
      return e == expr || (kind_of(model_.exprs[e].op) == OpKind::arithmetic &&
                           !model::is_tally(model_.exprs, e));
    };
    std::vector<ExprId> inner;
    std::vector<ExprId> counts;
    const auto for_each_arg = [&](ExprId e, const auto& part) {
      if (!is_around(e)) return;
      for (const ExprId arg : model_.exprs.args(e)) part(arg);
    };
    for (const ExprId e : base::collect_parts(expr, for_each_arg)) {
      if (model::is_tally(model_.exprs, e))
        counts.push_back(e);
      else if (is_around(e))
        inner.push_back(e);
    }
    if (counts.size() == 1) at->second = Counting{counts[0], std::move(inner)};
  }
  return at->second ? &*at->second : nullptr;
}

std::vector<ExprId> Conditions::list_needed(ExprId expr) {
  const auto args = model_.exprs.args(expr);
  const Counting* const over = find_counting(expr);
  if (over == nullptr) return {args.begin(), args.end()};
  const auto conditions = model_.exprs.args(over->count);
  std::vector<ExprId> result(conditions.begin(), conditions.end());
  for (const ExprId e : over->around)
    for (const ExprId arg : model_.exprs.args(e))
      if (arg != over->count && !std::binary_search(over->around.begin(), over->around.end(), arg))
        result.push_back(arg);
  return result;
}

// ---- operators ----

// What operators make of quantities, for model::fold().
class Conditions::Algebra {
 public:
  using Args = std::vector<std::reference_wrapper<const Quantity>>;

  explicit Algebra(Conditions& conditions)
      : conditions_(conditions), arithmetic_(conditions.arithmetic_) {}

  [[nodiscard]] Quantity constant(model::Value value) const { return arithmetic_.constant(value); }
  [[nodiscard]] Quantity variable(VarId id) const {
    std::vector<Bdd> bits;
    for (const Variable b : conditions_.encoding_.now(id))
      bits.push_back(conditions_.manager_.variable(b));
    return arithmetic_.number(std::move(bits), conditions_.model_[id].type.low);
  }
  [[nodiscard]] Quantity action(AgentId agent, model::ActionIndex action) const {
    const Bits& bits = conditions_.encoding_.action(agent);
    const Bdd code = equals(conditions_.manager_, bits, action);
    const auto at = conditions_.determined_.find(agent);
    if (at == conditions_.determined_.end()) return condition(code);
    return condition(and_exists(at->second, code, conditions_.manager_.set(bits)));
  }

  [[nodiscard]] Quantity negation(const Quantity& a) const {
    return condition(!arithmetic_.truth(a));
  }
  [[nodiscard]] Quantity conjunction(const Args& args) const {
    return condition(conditions_.all(truths(args)));
  }
  [[nodiscard]] Quantity disjunction(const Args& args) const {
    return condition(conditions_.some(truths(args)));
  }
  [[nodiscard]] Quantity exclusive(const Args& args) const {
    std::vector<Bdd> conditions = truths(args);
    conditions_.sort_from_below(conditions);
    Bdd odd = conditions_.manager_.constant(false);
    for (const Bdd& c : conditions) odd = odd ^ c;
    return condition(odd);
  }

  [[nodiscard]] Quantity equal(const Quantity& a, const Quantity& b) const {
    return condition(arithmetic_.equal(a, b));
  }
  [[nodiscard]] Quantity not_equal(const Quantity& a, const Quantity& b) const {
    return condition((a.defined & b.defined) - arithmetic_.equal(a, b));
  }
  [[nodiscard]] Quantity less(const Quantity& a, const Quantity& b) const {
    return condition(arithmetic_.less(a, b));
  }
  [[nodiscard]] Quantity less_equal(const Quantity& a, const Quantity& b) const {
    return condition((a.defined & b.defined) - arithmetic_.less(b, a));
  }

  [[nodiscard]] Quantity sum(const Args& args) const {
    std::vector<Quantity> terms(args.begin(), args.end());
    for (; terms.size() > 1; terms.resize((terms.size() + 1) / 2)) {
      for (std::size_t i = 0; i + 1 < terms.size(); i += 2)
        terms[i / 2] = arithmetic_.sum(terms[i], terms[i + 1]);
      if (terms.size() % 2 == 1) terms[terms.size() / 2] = std::move(terms.back());
    }
    return terms[0];
  }
  [[nodiscard]] Quantity product(const Args& args) const {
    Quantity result = args[0];
    for (std::size_t i = 1; i < args.size(); ++i) result = arithmetic_.product(result, args[i]);
    return result;
  }
  [[nodiscard]] Quantity subtract(const Quantity& a, const Quantity& b) const {
    return arithmetic_.difference(a, b);
  }
  [[nodiscard]] Quantity divide(const Quantity& a, const Quantity& b) const {
    return arithmetic_.quotient(a, b);
  }
  [[nodiscard]] Quantity floor_divide(const Quantity& a, const Quantity& b) const {
    return arithmetic_.floor_quotient(a, b);
  }
  [[nodiscard]] Quantity modulo(const Quantity& a, const Quantity& b) const {
    return arithmetic_.modulo(a, b);
  }
  [[nodiscard]] Quantity count(const Args& args) const {
    const std::vector<Bdd> conditions = truths(args);
    std::vector<Bdd> bits;
    for (std::size_t b = 0; (conditions.size() >> b) != 0; ++b)
      bits.push_back(conditions_.by_count(conditions, [&](std::size_t k) {
        return conditions_.manager_.constant(((k >> b) & 1U) != 0);
      }));
    return arithmetic_.number(std::move(bits), 0);
  }
  [[nodiscard]] Quantity conditional(const Quantity& c, const Quantity& a,
                                     const Quantity& b) const {
    return arithmetic_.select(arithmetic_.truth(c), a, b);
  }

 private:
  [[nodiscard]] Quantity condition(const Bdd& holds) const { return arithmetic_.condition(holds); }
  [[nodiscard]] std::vector<Bdd> truths(const Args& args) const {
    std::vector<Bdd> result;
    result.reserve(args.size());
    for (const Quantity& arg : args) result.push_back(arithmetic_.truth(arg));
    return result;
  }

  Conditions& conditions_;
  const Arithmetic& arithmetic_;
};

// An operator applied to what its parts evaluate to.
template <class Known>
Quantity Conditions::combine(ExprId expr, const Known& known) {
  Algebra::Args args;
  for (const ExprId arg : model_.exprs.args(expr)) args.emplace_back(known(arg));
  return model::fold(Algebra(*this), model_.exprs[expr], args);
}

Quantity Conditions::compute(ExprId expr) {
  if (const Counting* const over = find_counting(expr)) return compute_by_count(expr, *over);
  return combine(expr, [this](ExprId id) -> const Quantity& { return known_.at(id); });
}

Quantity Conditions::compute_by_count(ExprId expr, const Counting& over) {
  std::vector<Bdd> conditions;
  for (const ExprId arg : model_.exprs.args(over.count))
    conditions.push_back(arithmetic_.truth(known_.at(arg)));
  return arithmetic_.condition(by_count(std::move(conditions), [&](std::size_t k) {
    std::unordered_map<ExprId, Quantity> here;
    here.emplace(over.count, arithmetic_.constant(static_cast<model::Value>(k)));
    const auto known = [&](ExprId id) -> const Quantity& {
      const auto at = here.find(id);
      return at != here.end() ? at->second : known_.at(id);
    };
    for (const ExprId inner : over.around) here.emplace(inner, combine(inner, known));
    return arithmetic_.truth(here.at(expr));
  }));
}

}  // namespace ken::symbolic
