#include "concrete/state_space.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "model/initial.hpp"

namespace ken::concrete {

StateSpace::StateSpace(const model::Model& model, base::Budget& budget)
    : model_(model), budget_(budget), table_(model, budget) {
  model::for_each_initial_state(model, budget, [&](const model::State& state) {
    const auto [id, fresh] = table_.add(state);
    if (fresh) parents_.push_back(id);
    return true;
  });
  initial_ = table_.size();
  std::size_t ring_end = initial_;
  for (std::size_t i = 0; i < table_.size(); ++i) {
    if (i == ring_end) {
      ++depth_;
      ring_end = table_.size();
    }
    expand(static_cast<StateId>(i));
  }
  note_predecessors();
}

void StateSpace::note_predecessors() {
  budget_.charge(edges_.size() * sizeof(StateId) + offsets_.size() * sizeof(std::size_t));
  origin_offsets_.assign(table_.size() + 1, 0);
  for (const StateId target : edges_) ++origin_offsets_[static_cast<std::size_t>(target) + 1];
  for (std::size_t i = 1; i < origin_offsets_.size(); ++i)
    origin_offsets_[i] += origin_offsets_[i - 1];
  std::vector<std::size_t> next(origin_offsets_.begin(), origin_offsets_.end() - 1);
  origins_.resize(edges_.size());
  for (std::size_t i = 0; i < table_.size(); ++i)
    for (const StateId target : successors(static_cast<StateId>(i)))
      origins_[next[static_cast<std::size_t>(target)]++] = static_cast<StateId>(i);
}

void StateSpace::expand(StateId id) {
  model::Steps steps(model_, table_[id], &budget_);
  std::vector<StateId> next;
  steps.for_each_joint_action([&](const model::JointAction& action) {
    const std::vector<model::State> states = steps.successors(action);
    if (states.size() > 1) deterministic_ = false;
    for (const model::State& state : states) {
      const auto [target, fresh] = table_.add(state);
      if (fresh) parents_.push_back(id);
      next.push_back(target);
    }
    return true;
  });
  std::sort(next.begin(), next.end());
  next.erase(std::unique(next.begin(), next.end()), next.end());
  if (next.empty() && !deadlock_) deadlock_ = id;
  if (!steps.lost().empty() && !loses_) {
    loses_ = id;
    lost_ = steps.lost().front().assignment;
  }
  budget_.charge(next.size() * sizeof(StateId) + sizeof(std::size_t) + sizeof(StateId));
  edges_.insert(edges_.end(), next.begin(), next.end());
  offsets_.push_back(edges_.size());
}

std::optional<evidence::LostStep> StateSpace::first_lost() const {
  if (!loses_) return {};
  return evidence::LostStep{lost_, trace_to(*loses_)};
}

evidence::Trace StateSpace::trace_to(StateId id) const {
  std::vector<StateId> path{id};
  while (parents_[static_cast<std::size_t>(path.back())] != path.back())
    path.push_back(parents_[static_cast<std::size_t>(path.back())]);
  std::reverse(path.begin(), path.end());
  evidence::Trace trace;
  for (const StateId step : path) trace.states.push_back(table_[step]);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    model::Steps steps(model_, trace.states[i]);
    std::optional<model::JointAction> found;
    steps.for_each_joint_action([&](const model::JointAction& action) {
      const auto next = steps.successors(action);
      if (std::binary_search(next.begin(), next.end(), trace.states[i + 1])) found = action;
      return !found;
    });
    CHECK(found.has_value(), "every edge of the state space has an action");
    trace.actions.push_back(*found);
  }
  return trace;
}

}  // namespace ken::concrete
