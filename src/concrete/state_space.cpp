#include "concrete/state_space.hpp"

#include <algorithm>
#include <map>

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
  steps_ = std::make_shared<const Graph>(std::move(offsets_), std::move(edges_), budget);
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

namespace {

Moves list_moves_in(const model::Model& model, const StateSpace& space,
                    const logic::Group& coalition, StateId state, base::Budget& budget) {
  model::Steps steps(model, space.state(state), &budget);
  std::map<model::JointAction, std::vector<StateId>> follow;
  steps.for_each_joint_action([&](const model::JointAction& action) {
    model::JointAction move;
    for (const logic::AgentId member : coalition)
      move.push_back(action[static_cast<std::size_t>(member)]);
    for (const model::State& next : steps.successors(action)) {
      const auto id = space.find(next);
      CHECK(id.has_value(), "successors of reachable states are reachable");
      follow[move].push_back(*id);
    }
    return true;
  });
  Moves moves;
  for (auto& [move, targets] : follow) {
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    budget.charge(targets.size() * sizeof(StateId) + sizeof(std::vector<StateId>));
    moves.push_back(std::move(targets));
  }
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  return moves;
}

}  // namespace

std::vector<Moves> list_moves(const model::Model& model, const StateSpace& space,
                              const logic::Group& coalition, base::Budget& budget) {
  std::vector<Moves> result;
  budget.charge(space.size() * sizeof(Moves));
  for (std::size_t i = 0; i < space.size(); ++i)
    result.push_back(list_moves_in(model, space, coalition, static_cast<StateId>(i), budget));
  return result;
}

Arena make_arena(const model::Model& model, const StateSpace& space, base::Budget& budget) {
  Arena arena{space.steps(), StateSet(space.size()), StateSet(space.size(), true), {}, &budget, {}};
  for (std::size_t i = 0; i < space.initial_count(); ++i)
    arena.initial.insert(static_cast<StateId>(i));
  arena.list_moves = [&model, &space, &budget](const logic::Group& coalition) {
    return list_moves(model, space, coalition, budget);
  };
  return arena;
}

}  // namespace ken::concrete
