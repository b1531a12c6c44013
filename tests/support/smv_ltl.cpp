// LTL over fair paths, by a tableau.
//
// A formula fails exactly if some fair path from an initial state satisfies its negation, so we
// look for one.  Read F g as TRUE U g, G g as !(TRUE U !g) and g V h as !(!g U !h): then only X and
// U speak of the future.  For each of these, guess at every position one bit, its promise: does
// "X g" hold, does "X (g U h)" hold?  A state together with its promises gives every subformula a
// truth value:
//   atoms by the state, connectives by their parts, X g by its promise,
//   g U h = h | g & promise.
// A pair (s, p) may be followed by (t, q) if the model can step from s to t and each promise in p
// is the value that (t, q) gives to what was promised.
//
// Along a path that is labelled with the true promises these conditions hold.  Conversely let them
// hold along a labelled path; then the values are the truth: by induction on formulas, clear but
// for U.  If g U h is true at a position, the true values follow from h there or step by step, so
// the label is 1.  If the label is 1 then h is found at some later position, with g until then, or
// the label stays 1 for ever and h never holds; we forbid that by asking that again and again the
// label be 0 or h hold.  On a path with true labels this is so.
//
// So a path as wanted exists exactly if in the graph of pairs a pair of an initial state that makes
// the negation true can reach a cycle that meets each JUSTICE condition and each condition for an
// U.  (Lichtenstein and Pnueli, POPL 1985; Clarke, Grumberg, Hamaguchi, CAV 1994.)

#include <algorithm>
#include <stdexcept>

#include "smv_logics.hpp"

namespace ken::tests::smv {
namespace {

using Promises = std::uint32_t;  // a bit for each X and U

constexpr std::size_t most_promises = 16;

// What a pair makes true.  A bit for each X and U, as in Promises.
struct Row {
  bool formula = false;
  Promises kept = 0;       // the values of what was promised one step earlier
  Promises fulfilled = 0;  // the conditions on cycles; there is none for X, so it is true
};

// The pairs of a state are the same for all states with the same atoms.
class Tableau {
 public:
  Tableau(const Model& model, const StateSpace& space, const Formula& formula)
      : model_(model), space_(space), subformulas_(list_subformulas(model, formula)) {
    for (std::size_t i = 0; i < subformulas_.size(); ++i) {
      positions_[subformulas_[i]] = i;
      if (gate(i) != no_gate) {
        atoms_.push_back(i);
      } else if (is_ltl(node(i).op)) {
        ++promises_;
      }
    }
    if (promises_ > most_promises) throw TooLarge("too many temporal operators");
    for (StateId state = 0; state < space.graph.size(); ++state) kinds_.push_back(find_kind(state));
  }

  [[nodiscard]] std::size_t promises() const { return promises_; }
  [[nodiscard]] std::span<const Row> rows(StateId state) const { return rows_[kinds_[state]]; }
  // With which promises a state may follow these.
  [[nodiscard]] std::span<const Promises> followers(Promises promises, StateId state) const {
    return followers_[kinds_[state]][promises];
  }

 private:
  [[nodiscard]] const Node& node(std::size_t i) const { return model_.nodes[subformulas_[i]]; }
  [[nodiscard]] GateId gate(std::size_t i) const { return model_.gates[subformulas_[i]]; }

  std::size_t find_kind(StateId state) {
    std::vector<bool> values(subformulas_.size());
    for (const std::size_t atom : atoms_) values[atom] = space_.labels.at(gate(atom))[state] != 0;
    const auto [entry, fresh] = known_.try_emplace(values, rows_.size());
    if (fresh) {
      const Promises end = Promises{1} << promises_;
      std::vector<Row>& rows = rows_.emplace_back();
      std::vector<std::vector<Promises>>& followers = followers_.emplace_back(end);
      for (Promises p = 0; p < end; ++p) {
        rows.push_back(evaluate(values, p));
        followers[rows.back().kept].push_back(p);
      }
    }
    return entry->second;
  }

  // The values are those of the atoms.
  [[nodiscard]] Row evaluate(std::vector<bool> values, Promises promises) const {
    Row row;
    std::size_t bit = 0;
    for (std::size_t i = 0; i < subformulas_.size(); ++i) {
      if (gate(i) != no_gate) continue;
      const bool a = values[positions_.at(node(i).arguments[0])];
      const bool b = node(i).arity > 1 && values[positions_.at(node(i).arguments[1])];
      if (!is_ltl(node(i).op)) {
        values[i] = connect(node(i).op, a, b);
        continue;
      }
      const Unfolded unfolded = unfold(node(i).op, a, b, (promises >> bit & 1U) != 0);
      values[i] = unfolded.truth;
      row.kept |= Promises{unfolded.kept} << bit;
      row.fulfilled |= Promises{unfolded.fulfilled} << bit;
      ++bit;
    }
    row.formula = values.back();
    return row;
  }

  struct Unfolded {
    bool truth, kept, fulfilled;
  };

  // F, G and V keep the promise of the until they are read as.
  static Unfolded unfold(Op op, bool a, bool b, bool promise) {
    if (op == Op::X) return {promise, a, true};
    const bool negated = op == Op::G || op == Op::V;
    const bool left = op == Op::U ? a : op == Op::V ? !a : true;
    const bool right = op == Op::U ? b : op == Op::V ? !b : op == Op::F ? a : !a;
    const bool until = right || (left && promise);
    return {until != negated, until, !until || right};
  }

  static bool connect(Op op, bool a, bool b) {
    if (op == Op::negation) return !a;
    if (op == Op::conjunction) return a && b;
    if (op == Op::disjunction) return a || b;
    if (op == Op::exclusive_or) return a != b;
    if (op == Op::equivalence) return a == b;
    if (op == Op::implication) return !a || b;
    throw std::logic_error("no operator of LTL");
  }

  const Model& model_;
  const StateSpace& space_;
  std::vector<NodeId> subformulas_;
  std::unordered_map<NodeId, std::size_t> positions_;
  std::vector<std::size_t> atoms_;  // positions
  std::size_t promises_ = 0;
  std::unordered_map<std::vector<bool>, std::size_t> known_;
  std::vector<std::size_t> kinds_;                             // by state
  std::vector<std::vector<Row>> rows_;                         // by kind and promises
  std::vector<std::vector<std::vector<Promises>>> followers_;  // by kind and promises before
};

// The graph of pairs, as far as it is reached from those where the formula is false.
class Product {
 public:
  Product(const StateSpace& space, const Tableau& tableau, const Limits& limits)
      : space_(space), tableau_(tableau), limits_(limits) {}

  [[nodiscard]] bool has_counterexample() {
    for (StateId state = 0; state < space_.initial; ++state) {
      const std::span<const Row> rows = tableau_.rows(state);
      for (Promises p = 0; p < rows.size(); ++p)
        if (!rows[p].formula) number({state, p});
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) add_successors(pairs_[i]);
    const Set cycles = find_fair_cycles(graph_, Set(graph_.size(), 1), list_conditions());
    return std::ranges::find(cycles, 1) != cycles.end();
  }

 private:
  struct Pair {
    StateId state;
    Promises promises;
  };

  StateId number(Pair pair) {
    const std::uint64_t key = std::uint64_t{pair.state} << 32 | pair.promises;
    const auto [entry, fresh] = numbers_.try_emplace(key, static_cast<StateId>(pairs_.size()));
    if (fresh) {
      if (pairs_.size() >= limits_.product_states) throw TooLarge("too many states of a product");
      pairs_.push_back(pair);
    }
    return entry->second;
  }

  void add_successors(Pair pair) {
    std::vector<StateId> successors;
    for (const StateId target : space_.graph.successors(pair.state))
      for (const Promises q : tableau_.followers(pair.promises, target))
        successors.push_back(number({target, q}));
    graph_.add_state(successors);
  }

  [[nodiscard]] std::vector<Set> list_conditions() const {
    const auto collect = [&](const auto& belongs) {
      Set result(pairs_.size());
      for (std::size_t i = 0; i < pairs_.size(); ++i) result[i] = belongs(pairs_[i]) ? 1 : 0;
      return result;
    };
    std::vector<Set> result;
    for (const Set& justice : space_.justice)
      result.push_back(collect([&](Pair pair) { return justice[pair.state] != 0; }));
    for (std::size_t bit = 0; bit < tableau_.promises(); ++bit)
      result.push_back(collect([&](Pair pair) {
        return (tableau_.rows(pair.state)[pair.promises].fulfilled >> bit & 1U) != 0;
      }));
    return result;
  }

  const StateSpace& space_;
  const Tableau& tableau_;
  const Limits& limits_;
  std::unordered_map<std::uint64_t, StateId> numbers_;
  std::vector<Pair> pairs_;
  Graph graph_;
};

}  // namespace

bool holds_ltl(const Model& model, const StateSpace& space, const Formula& formula,
               const Limits& limits) {
  const Tableau tableau(model, space, formula);
  return !Product(space, tableau, limits).has_counterexample();
}

}  // namespace ken::tests::smv
