#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/charge.hpp"
#include "concrete/state_set.hpp"
#include "logic/formula.hpp"

namespace ken::concrete {

// Who follows whom.  Immutable; charges what it holds to a budget that must outlive it.
class Graph {
 public:
  // By state its successors, each list ascending without repetition.  Throws Exhausted.
  Graph(std::span<const std::vector<StateId>> successors, base::Budget& budget);
  // The same as one list, that of state i from offsets[i] to offsets[i + 1].
  Graph(base::ChargedVector<std::size_t> offsets, base::ChargedVector<StateId> edges);

  [[nodiscard]] std::size_t size() const { return offsets_.size() - 1; }
  // Different successors, ascending; none in a deadlock.
  [[nodiscard]] std::span<const StateId> successors(StateId id) const {
    return list(offsets_, edges_, id);
  }
  // The states with a step to this one, ascending.
  [[nodiscard]] std::span<const StateId> predecessors(StateId id) const {
    return list(origin_offsets_, origins_, id);
  }

 private:
  using Offsets = base::ChargedVector<std::size_t>;
  using States = base::ChargedVector<StateId>;
  [[nodiscard]] static std::span<const StateId> list(const Offsets& offsets, const States& states,
                                                     StateId id) {
    const auto i = static_cast<std::size_t>(id);
    return states.span().subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  void note_predecessors();

  Offsets offsets_;
  States edges_;
  Offsets origin_offsets_;
  States origins_;
};

// What a coalition can do in a state: for each of its available moves, everything that may follow.
using Moves = std::vector<std::vector<StateId>>;

// What fixpoints and games run on.  A value: the arena of the model is one among others.  Copies
// share the graph; the budget must outlive it.
struct Arena {
  std::shared_ptr<const Graph> steps;
  StateSet initial;
  StateSet domain;                 // what operators range over
  std::vector<StateSet> fairness;  // each to be met again and again; none: every path is fair
  base::Budget* budget = nullptr;
  // The moves of a coalition, by state; not there if nobody acts.
  std::function<std::vector<Moves>(const logic::Group&)> list_moves;

  [[nodiscard]] bool fair() const { return !fairness.empty(); }
  [[nodiscard]] StateSet reachable() const { return StateSet(steps->size(), true); }
  [[nodiscard]] StateSet nothing() const { return StateSet(steps->size()); }
};

// The pairs of a graph the other way round.
[[nodiscard]] std::shared_ptr<const Graph> turn_around(const Graph& graph, base::Budget& budget);

}  // namespace ken::concrete
