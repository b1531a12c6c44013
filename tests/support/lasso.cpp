// Path formulas on a lasso, by the plainest reading of each definition.
//
// What holds from a position on depends on the position alone, and whoever walks as many steps as
// there are positions has seen all that will ever come.  So "some k" and "every j < k" are walks,
// and the runs of a program are a relation between positions: r;s is composition, r* the reflexive
// transitive closure.  Formulas are evaluated in the order of their numbers, parts first.

#include "lasso.hpp"

#include <algorithm>
#include <map>

#include "base/check.hpp"

namespace ken::tests {
namespace {

using logic::FormulaId;
using logic::overloaded;
using logic::PathOperator;
using Truth = std::vector<bool>;
using Relation = std::vector<std::vector<bool>>;  // from, to

class Evaluator {
 public:
  Evaluator(const Lasso& lasso, const logic::FormulaStore& store, const HoldsAt& holds)
      : lasso_(lasso), store_(store), holds_(holds) {}

  Truth evaluate(FormulaId root) {
    for (const FormulaId id : logic::closure(store_, root)) {
      if (store_.traits(id).sort == logic::Sort::program) {
        runs_[id] = compute_runs(store_[id]);
      } else {
        truths_[id] = at_every_position([&](std::size_t i) { return holds(id, i); });
      }
    }
    return truths_.at(root);
  }

 private:
  template <class Holds>
  [[nodiscard]] Truth at_every_position(const Holds& holds) const {
    Truth result(lasso_.size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = holds(i);
    return result;
  }
  [[nodiscard]] bool known(FormulaId id, std::size_t i) const { return truths_.at(id)[i]; }

  [[nodiscard]] bool holds(FormulaId id, std::size_t i) const {
    const auto no_formula = [](const auto&) {
      CHECK(false, "a program or a game has no truth value on a lasso");
      return false;
    };
    const auto count = [&](const std::vector<FormulaId>& args) {
      return std::count_if(args.begin(), args.end(), [&](FormulaId a) { return known(a, i); });
    };
    return std::visit(
        overloaded{
            [](const logic::Constant& f) { return f.value; },
            [&](const logic::Atom&) { return holds_(id, i); },
            [&](const logic::Not& f) { return !known(f.arg, i); },
            [&](const logic::Binary& f) { return connect(f.op, known(f.lhs, i), known(f.rhs, i)); },
            [&](const logic::Many& f) {
              const auto n = static_cast<std::size_t>(count(f.args));
              return f.quantity == logic::Quantity::all    ? n == f.args.size()
                     : f.quantity == logic::Quantity::some ? n > 0
                                                           : n % 2 == 1;
            },
            [&](const logic::Count& f) {
              return f.least <= count(f.args) && count(f.args) <= f.most;
            },
            [&](const logic::Modal&) { return holds_(id, i); },
            [&](const logic::Related&) { return holds_(id, i); },
            [&](const logic::Fixpoint&) { return holds_(id, i); },
            [&](const logic::Variable& f) { return no_formula(f); },
            [&](const logic::Temporal& f) { return holds_temporal(f, i); },
            [&](const logic::Quantified& f) { return known(f.path, i); },
            [&](const logic::Coalition& f) { return no_formula(f); },
            [&](const logic::Dynamic& f) { return holds_dynamic(f, i); },
            [&](const logic::Step& f) { return no_formula(f); },
            [&](const logic::Test& f) { return no_formula(f); },
            [&](const logic::Combined& f) { return no_formula(f); },
            [&](const logic::Star& f) { return no_formula(f); },
        },
        store_[id]);
  }

  static bool connect(logic::Connective op, bool a, bool b) {
    switch (op) {
      case logic::Connective::conjunction:
        return a && b;
      case logic::Connective::disjunction:
        return a || b;
      case logic::Connective::implication:
        return !a || b;
      case logic::Connective::equivalence:
        return a == b;
    }
    return false;
  }

  // Some k within the bound has g, and every j < k has f.
  [[nodiscard]] bool holds_until(const Truth& f, const Truth& g,
                                 const std::optional<logic::Bound>& bound, std::size_t i) const {
    const auto size = static_cast<std::int64_t>(lasso_.size());
    const std::int64_t least = bound ? bound->least : 0;
    const std::int64_t most = bound ? std::min(bound->most, least + size) : size;
    for (std::int64_t k = 0; k <= most; ++k) {
      if (k >= least && g[i]) return true;
      if (!f[i]) return false;
      i = lasso_.next(i);
    }
    return false;
  }

  [[nodiscard]] bool holds_temporal(const logic::Temporal& f, std::size_t i) const {
    const Truth always(lasso_.size(), true);
    const Truth& first = truths_.at(f.args.front());
    const Truth& last = truths_.at(f.args.back());
    const auto no = [&](const Truth& t) {
      return at_every_position([&](std::size_t at) { return !t[at]; });
    };
    const auto release = [&](const Truth& a, const Truth& b) {
      return !holds_until(no(a), no(b), f.bound, i);
    };
    switch (f.op) {
      case PathOperator::next:
        return first[lasso_.next(i)];
      case PathOperator::finally:
        return holds_until(always, first, f.bound, i);
      case PathOperator::globally:
        return !holds_until(always, no(first), f.bound, i);
      case PathOperator::until:
        return holds_until(first, last, f.bound, i);
      case PathOperator::release:
        return release(first, last);
      case PathOperator::weak:
        return release(last,
                       at_every_position([&](std::size_t at) { return first[at] || last[at]; }));
    }
    return false;
  }

  [[nodiscard]] bool holds_dynamic(const logic::Dynamic& f, std::size_t i) const {
    const bool diamond = f.modality == logic::PathQuantifier::some;
    const Relation& runs = runs_.at(f.program);
    for (std::size_t end = 0; end < lasso_.size(); ++end)
      if (runs[i][end] && known(f.arg, end) == diamond) return diamond;
    return !diamond;
  }

  [[nodiscard]] Relation compute_runs(const logic::Formula& program) const {
    const std::size_t n = lasso_.size();
    Relation result(n, Truth(n));
    if (const auto* step = std::get_if<logic::Step>(&program)) {
      for (std::size_t i = 0; i < n; ++i) result[i][lasso_.next(i)] = known(step->condition, i);
    } else if (const auto* test = std::get_if<logic::Test>(&program)) {
      for (std::size_t i = 0; i < n; ++i) result[i][i] = known(test->formula, i);
    } else if (const auto* star = std::get_if<logic::Star>(&program)) {
      result = close(runs_.at(star->program));
    } else {
      const auto& both = std::get<logic::Combined>(program);
      const Relation& left = runs_.at(both.lhs);
      const Relation& right = runs_.at(both.rhs);
      if (both.op == logic::ProgramOperator::sequence) return compose(left, right);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) result[i][j] = left[i][j] || right[i][j];
    }
    return result;
  }

  static Relation compose(const Relation& a, const Relation& b) {
    const std::size_t n = a.size();
    Relation result(n, Truth(n));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n; ++k)
          if (a[i][j] && b[j][k]) result[i][k] = true;
    return result;
  }

  // Reflexive and transitive (Warshall).
  static Relation close(Relation r) {
    for (std::size_t i = 0; i < r.size(); ++i) r[i][i] = true;
    for (std::size_t j = 0; j < r.size(); ++j)
      for (std::size_t i = 0; i < r.size(); ++i)
        for (std::size_t k = 0; k < r.size(); ++k)
          if (r[i][j] && r[j][k]) r[i][k] = true;
    return r;
  }

  const Lasso& lasso_;
  const logic::FormulaStore& store_;
  const HoldsAt& holds_;
  std::map<FormulaId, Truth> truths_;
  std::map<FormulaId, Relation> runs_;
};

}  // namespace

std::vector<bool> evaluate(const Lasso& lasso, const logic::FormulaStore& store, FormulaId formula,
                           const HoldsAt& holds) {
  return Evaluator(lasso, store, holds).evaluate(formula);
}

}  // namespace ken::tests
