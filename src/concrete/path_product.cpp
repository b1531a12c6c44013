// Path formulas on the states of a model.
//
// E psi holds in a state iff some infinite path from there, a fair one if the arena is fair,
// satisfies psi.  The product of the graph and the automaton of psi (path_automaton.cpp) has a node
// for a state and what the path still has to satisfy from there on.  Its infinite paths are the
// infinite paths of the graph, each with a run of the automaton, and the run is accepting iff the
// path through the product meets a node where nothing is owed again and again.  That is one more
// fairness line, so that E psi holds where a fair path of the product starts, with all claims of
// psi before it (Vardi and Wolper 1986).  A psi is the rest: where no path satisfies !psi.  Where
// no infinite path starts, E psi is false and A psi true.
//
// All that the automaton sees of a state is which state formulas of psi hold there: its letter.
//
// Cost: states times states of the automaton, and the fixpoint of fair paths on that.

#include "concrete/path_product.hpp"

#include <algorithm>

#include "concrete/fixpoints.hpp"
#include "concrete/path_automaton.hpp"

namespace ken::concrete {
namespace {

using logic::FormulaId;

// The letter of each state, and of each letter one state that has it.
class Alphabet {
 public:
  Alphabet(const Arena& arena, std::span<const FormulaId> parts, const Labels& labels)
      : labels_(labels), letters_(*arena.budget), examples_(*arena.budget) {
    letters_.assign(arena.steps->size(), 0);
    for (const FormulaId part : parts) split(arena, labels.at(part));
    examples_.assign(arena.steps->size(), StateId{0});
    arena.domain.for_each([&](StateId s) { examples_[letters_[index(s)]] = s; });
  }

  [[nodiscard]] Letter letter(StateId s) const { return static_cast<Letter>(letters_[index(s)]); }
  [[nodiscard]] bool holds(FormulaId part, Letter letter) const {
    return labels_.at(part).contains(examples_[static_cast<std::size_t>(letter)]);
  }

 private:
  static std::size_t index(StateId s) { return static_cast<std::size_t>(s); }

  // States that had the same letter keep the same one if both or neither are in the label.
  void split(const Arena& arena, const StateSet& label) {
    Numbering<std::pair<std::uint32_t, bool>> numbers(*arena.budget);
    arena.domain.for_each([&](StateId s) {
      arena.budget->check_limits();
      std::uint32_t& letter = letters_[index(s)];
      letter = numbers.number({letter, label.contains(s)});
    });
  }

  const Labels& labels_;
  base::ChargedVector<std::uint32_t> letters_;
  base::ChargedVector<StateId> examples_;
};

// The nodes that paths from the domain with all of the claim before them lead to.  The first ones
// are the states of the domain themselves, in order.
class Product {
 public:
  Product(const Arena& arena, const Alphabet& alphabet, PathAutomaton& automaton, Claim claim)
      : arena_(arena), automaton_(automaton), nodes_(*arena.budget) {
    const AutomatonState start = automaton.start(claim);
    arena.domain.for_each([&](StateId s) { (void)nodes_.number({s, start}); });
    base::ChargedVector<std::size_t> offsets(*arena.budget);
    base::ChargedVector<StateId> edges(*arena.budget);
    offsets.push_back(0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const auto [s, state] = node(i);
      for (const AutomatonState next : automaton.successors(state, alphabet.letter(s)))
        follow(s, next, edges);
      std::sort(edges.begin() + static_cast<std::ptrdiff_t>(offsets.back()), edges.end());
      offsets.push_back(edges.size());
    }
    graph_ = std::make_shared<const Graph>(std::move(offsets), std::move(edges));
  }

  // The states of the domain from which a fair path is accepted.
  [[nodiscard]] StateSet find_accepting() const {
    constexpr std::uint64_t sets_at_work = 8;
    base::Charge charge(*arena_.budget);
    charge.add((sets_at_work + arena_.fairness.size()) * (nodes_.size() / 8 + 1));
    Arena product{graph_, StateSet(nodes_.size()), StateSet(nodes_.size(), true),
                  {},     arena_.budget,           {}};
    std::vector<StateSet> lines{collect([&](Node n) { return automaton_.owes_nothing(n.second); })};
    for (const StateSet& line : arena_.fairness)
      lines.push_back(collect([&](Node n) { return line.contains(n.first); }));
    const StateSet accepting = require_fairness(std::move(product), std::move(lines)).domain;
    StateSet result = arena_.nothing();
    std::size_t i = 0;
    arena_.domain.for_each([&](StateId s) {
      if (accepting.contains(static_cast<StateId>(i++))) result.insert(s);
    });
    return result;
  }

 private:
  using Node = std::pair<StateId, AutomatonState>;
  [[nodiscard]] const Node& node(std::size_t i) const {
    return nodes_[static_cast<std::uint32_t>(i)];
  }

  void follow(StateId s, AutomatonState next, base::ChargedVector<StateId>& edges) {
    for (const StateId successor : arena_.steps->successors(s)) {
      arena_.budget->check_limits();
      if (arena_.domain.contains(successor))
        edges.push_back(static_cast<StateId>(nodes_.number({successor, next})));
    }
  }

  template <class Predicate>
  [[nodiscard]] StateSet collect(const Predicate& predicate) const {
    StateSet result(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (predicate(node(i))) result.insert(static_cast<StateId>(i));
    return result;
  }

  const Arena& arena_;
  const PathAutomaton& automaton_;
  Numbering<Node> nodes_;
  std::shared_ptr<const Graph> graph_;
};

enum class Sign : std::uint8_t { plain, negated };

StateSet find_paths(const Arena& arena, const logic::FormulaStore& store, FormulaId path, Sign sign,
                    const Labels& labels) {
  const Alphabet alphabet(arena, logic::list_state_parts(store, path), labels);
  Claims claims(store, *arena.budget);
  const Claim claim = sign == Sign::plain ? claims.claim(path) : negate(claims.claim(path));
  const auto holds = [&](FormulaId part, Letter letter) { return alphabet.holds(part, letter); };
  PathAutomaton automaton(claims, holds, *arena.budget);
  return Product(arena, alphabet, automaton, claim).find_accepting();
}

}  // namespace

StateSet exists_path(const Arena& arena, const logic::FormulaStore& store, FormulaId path,
                     const Labels& labels) {
  return find_paths(arena, store, path, Sign::plain, labels);
}

StateSet for_all_paths(const Arena& arena, const logic::FormulaStore& store, FormulaId path,
                       const Labels& labels) {
  return arena.domain - find_paths(arena, store, path, Sign::negated, labels);
}

}  // namespace ken::concrete
