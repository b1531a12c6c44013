#pragma once
#include <optional>
#include <span>
#include <vector>

#include "evidence/findings.hpp"
#include "model/step.hpp"
#include "states/packed_table.hpp"
#include "states/stepper.hpp"

namespace ken::states {

// Lists of states, one for each of a row of things; charges what it holds.
class Lists {
 public:
  explicit Lists(base::Budget& budget) : offsets_(budget), items_(budget) { offsets_.push_back(0); }

  void add(StateId id) { items_.push_back(id); }
  // Ends the list that was added to, and begins the next one.
  void close() { offsets_.push_back(items_.size()); }

  [[nodiscard]] std::size_t size() const { return offsets_.size() - 1; }
  [[nodiscard]] std::size_t items() const { return items_.size(); }
  [[nodiscard]] std::span<const StateId> operator[](std::size_t i) const {
    return items_.span().subspan(offsets_[i], offsets_[i + 1] - offsets_[i]);
  }

  // For numbers below 'size' in the lists of 'of', the places of those lists.
  [[nodiscard]] static Lists invert(const Lists& of, std::size_t size, base::Budget& budget);

 private:
  base::ChargedVector<std::size_t> offsets_;
  base::ChargedVector<StateId> items_;
};

// How far an exploration is.
struct Progress {
  std::vector<std::size_t> rings;  // sizes of those that are complete, and of the one that grows
  std::size_t states = 0;
  std::size_t expanded = 0;
};

// The reachable states of a model, breadth first.
class StateSpace {
 public:
  // Nothing is explored yet.  Throws Exhausted.
  StateSpace(const model::Model& model, Effort& effort);

  // Once.  Throws Exhausted, and is of no use then.
  void explore();
  // Meanwhile.
  [[nodiscard]] const Progress& progress() const { return progress_; }
  // What so many states and the edges between them take, going by those that are expanded.
  [[nodiscard]] double predict_bytes(double states) const;

  [[nodiscard]] std::size_t size() const { return table_.size(); }
  [[nodiscard]] std::size_t depth() const { return progress_.rings.size() - 1; }
  // The first so many states are the initial ones.
  [[nodiscard]] std::size_t initial_count() const { return progress_.rings.front(); }
  [[nodiscard]] const Lists& successors() const { return successors_; }
  [[nodiscard]] const Lists& predecessors();
  // Who has a choice that matters in a state; of one agent only if every joint action has at most
  // one successor there.
  [[nodiscard]] Stepper::Choice choice(StateId id) const { return choices_[id]; }
  [[nodiscard]] bool deterministic() const { return stepper_->deterministic(); }
  // Some lines that offer different things hold together.
  [[nodiscard]] bool overlapping() const { return stepper_->overlapping(); }
  [[nodiscard]] std::optional<StateId> first_deadlock() const { return deadlock_; }
  [[nodiscard]] std::optional<evidence::LostStep> first_lost() const;

  [[nodiscard]] model::State state(StateId id) const;
  [[nodiscard]] const Word* words(StateId id) const { return table_[id]; }
  [[nodiscard]] std::optional<StateId> find(const model::State& state) const;
  // Of a state that is reachable.
  [[nodiscard]] StateId find_packed(const Word* words) const;
  // A shortest run from an initial state; stays charged to the budget.
  [[nodiscard]] evidence::Trace trace_to(StateId id);

  // Once it is explored.
  [[nodiscard]] Stepper& stepper() { return *stepper_; }
  [[nodiscard]] const model::Model& model() const { return model_; }
  [[nodiscard]] Effort& effort() const { return effort_; }
  [[nodiscard]] base::Budget& budget() const { return effort_.budget(); }

 private:
  void add_initial_states();
  void expand(StateId id);

  const model::Model& model_;
  Effort& effort_;
  Layout layout_;
  PackedTable table_;
  std::optional<Stepper> stepper_;        // rules are prepared when initial states are few enough
  base::ChargedVector<StateId> parents_;  // of an initial state: itself
  base::ChargedVector<StateId> met_;      // by state: 1 + where it was a successor last
  base::ChargedVector<Stepper::Choice> choices_;
  Lists successors_;
  std::optional<Lists> predecessors_;
  Progress progress_;
  std::vector<Word> current_;
  std::optional<StateId> deadlock_;
  std::optional<StateId> loses_;
  const model::Assignment* lost_ = nullptr;
};

}  // namespace ken::states
