#pragma once
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "concrete/arena.hpp"
#include "concrete/state_table.hpp"
#include "evidence/findings.hpp"
#include "model/step.hpp"

namespace ken::concrete {

// The reachable states of a model, breadth first: states with smaller numbers are not further from
// the initial ones.  Immutable once explored.
class StateSpace {
 public:
  // Throws Exhausted when the budget does not suffice.
  StateSpace(const model::Model& model, base::Budget& budget);

  [[nodiscard]] std::size_t size() const { return table_.size(); }
  [[nodiscard]] std::size_t bits() const { return table_.bits(); }
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] model::State state(StateId id) const { return table_[id]; }
  [[nodiscard]] std::optional<StateId> find(const model::State& state) const {
    return table_.find(state);
  }
  [[nodiscard]] const std::shared_ptr<const Graph>& steps() const { return steps_; }
  // The first so many states are the initial ones.
  [[nodiscard]] std::size_t initial_count() const { return initial_; }
  [[nodiscard]] std::optional<StateId> first_deadlock() const { return deadlock_; }
  [[nodiscard]] std::optional<evidence::LostStep> first_lost() const;

  // Every joint action has at most one successor, everywhere.
  [[nodiscard]] bool deterministic() const { return deterministic_; }

  // A shortest run from an initial state; stays charged to the budget.  Throws Exhausted.
  [[nodiscard]] evidence::Trace trace_to(StateId id) const;

 private:
  void expand(StateId id);
  void note_origin(StateId parent, std::uint64_t action);

  const model::Model& model_;
  base::Budget& budget_;
  StateTable table_;
  std::shared_ptr<const Graph> steps_;
  base::ChargedVector<std::size_t> offsets_;  // while it grows
  base::ChargedVector<StateId> edges_;
  base::ChargedVector<StateId> parents_;        // of an initial state: itself
  base::ChargedVector<std::uint64_t> actions_;  // of the parent, by number, that lead there
  std::size_t initial_ = 0;
  std::size_t depth_ = 0;
  bool deterministic_ = true;
  std::optional<StateId> deadlock_;
  std::optional<StateId> loses_;  // the first state where a step is lost, and its line
  const model::Assignment* lost_ = nullptr;
};

// The arena of a model: all reachable states, every path fair.
[[nodiscard]] Arena make_arena(const model::Model& model, const StateSpace& space,
                               base::Budget& budget);

// By move of a coalition in a state, one action for each member in the order of the group,
// everything that may follow, ascending; only moves that something follows.
using NamedMoves = std::map<model::JointAction, std::vector<StateId>>;

// These in every reachable state, as the model's own steps have it.  They stay charged to the
// budget.
[[nodiscard]] std::vector<NamedMoves> list_named_moves(const model::Model& model,
                                                       const StateSpace& space,
                                                       const logic::Group& coalition,
                                                       base::Budget& budget);

// The moves of a coalition in every reachable state, whatever they are called.  They stay
// charged to the budget.
[[nodiscard]] std::vector<Moves> list_moves(const model::Model& model, const StateSpace& space,
                                            const logic::Group& coalition, base::Budget& budget);

}  // namespace ken::concrete
