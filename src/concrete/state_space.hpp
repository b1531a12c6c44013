#pragma once
#include <optional>
#include <span>
#include <vector>

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
  // Different successors, ascending; none in a deadlock.
  [[nodiscard]] std::span<const StateId> successors(StateId id) const {
    const auto i = static_cast<std::size_t>(id);
    return std::span(edges_).subspan(offsets_[i], offsets_[i + 1] - offsets_[i]);
  }
  // The states with a step to this one, ascending.
  [[nodiscard]] std::span<const StateId> predecessors(StateId id) const {
    const auto i = static_cast<std::size_t>(id);
    return std::span(origins_).subspan(origin_offsets_[i],
                                       origin_offsets_[i + 1] - origin_offsets_[i]);
  }
  // The first so many states are the initial ones.
  [[nodiscard]] std::size_t initial_count() const { return initial_; }
  [[nodiscard]] std::optional<StateId> first_deadlock() const { return deadlock_; }
  [[nodiscard]] std::optional<evidence::LostStep> first_lost() const;

  // Every joint action has at most one successor, everywhere.
  [[nodiscard]] bool deterministic() const { return deterministic_; }

  // A shortest run from an initial state.
  [[nodiscard]] evidence::Trace trace_to(StateId id) const;

 private:
  void expand(StateId id);
  void note_predecessors();

  const model::Model& model_;
  base::Budget& budget_;
  StateTable table_;
  std::vector<std::size_t> offsets_{0};
  std::vector<StateId> edges_;
  std::vector<std::size_t> origin_offsets_{0};
  std::vector<StateId> origins_;
  std::vector<StateId> parents_;  // of an initial state: itself
  std::size_t initial_ = 0;
  std::size_t depth_ = 0;
  bool deterministic_ = true;
  std::optional<StateId> deadlock_;
  std::optional<StateId> loses_;  // the first state where a step is lost, and its line
  const model::Assignment* lost_ = nullptr;
};

}  // namespace ken::concrete
