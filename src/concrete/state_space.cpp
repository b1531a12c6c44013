#include "concrete/state_space.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.hpp"
#include "model/initial.hpp"

namespace ken::concrete {
namespace {

constexpr std::uint64_t bytes_of_node = 64;  // of a map or a set, beyond its content

// Different states, ascending; what comes again and again is merged before it takes much place.
class Targets {
 public:
  explicit Targets(base::Budget& budget) : states_(budget) {}

  void add(StateId id) {
    if (states_.size() >= 64 && states_.size() >= 2 * merged_) merge();
    states_.push_back(id);
  }
  [[nodiscard]] std::span<const StateId> list() {
    merge();
    return states_.span();
  }

 private:
  void merge() {
    std::sort(states_.begin(), states_.end());
    const auto end = std::unique(states_.begin(), states_.end());
    states_.truncate(static_cast<std::size_t>(end - states_.begin()));
    merged_ = states_.size();
  }

  base::ChargedVector<StateId> states_;
  std::size_t merged_ = 0;  // how many there were after the last merge
};

}  // namespace

StateSpace::StateSpace(const model::Model& model, base::Budget& budget)
    : model_(model),
      budget_(budget),
      table_(model, budget),
      offsets_(budget),
      edges_(budget),
      parents_(budget),
      actions_(budget) {
  model::for_each_initial_state(model, budget, [&](const model::State& state) {
    const auto [id, fresh] = table_.add(state);
    if (fresh) note_origin(id, 0);
    return true;
  });
  initial_ = table_.size();
  offsets_.push_back(0);
  std::size_t ring_end = initial_;
  for (std::size_t i = 0; i < table_.size(); ++i) {
    if (i == ring_end) {
      ++depth_;
      ring_end = table_.size();
    }
    expand(static_cast<StateId>(i));
  }
  steps_ = std::make_shared<const Graph>(std::move(offsets_), std::move(edges_));
}

void StateSpace::note_origin(StateId parent, std::uint64_t action) {
  parents_.push_back(parent);
  actions_.push_back(action);
}

void StateSpace::expand(StateId id) {
  model::Steps steps(model_, table_[id], budget_);
  Targets next(budget_);
  std::uint64_t action_number = 0;
  steps.for_each_joint_action([&](const model::JointAction& action) {
    std::size_t count = 0;
    steps.for_each_successor(action, [&](const model::State& state) {
      const auto [target, fresh] = table_.add(state);
      if (fresh) note_origin(id, action_number);
      next.add(target);
      return ++count > 0;
    });
    if (count > 1) deterministic_ = false;
    ++action_number;
    return true;
  });
  const std::span<const StateId> targets = next.list();
  if (targets.empty() && !deadlock_) deadlock_ = id;
  if (!steps.lost().empty() && !loses_) {
    loses_ = id;
    lost_ = steps.lost().front().assignment;
  }
  edges_.append(targets);
  offsets_.push_back(edges_.size());
}

std::optional<evidence::LostStep> StateSpace::first_lost() const {
  if (!loses_) return {};
  return evidence::LostStep{lost_, table_[*loses_]};
}

evidence::Trace StateSpace::trace_to(StateId id) const {
  std::vector<StateId> path;
  const auto add = [&](StateId step) {
    budget_.charge(sizeof(StateId) + model::bytes_of_step(model_));
    path.push_back(step);
  };
  for (add(id); parents_[static_cast<std::size_t>(path.back())] != path.back();)
    add(parents_[static_cast<std::size_t>(path.back())]);
  std::reverse(path.begin(), path.end());
  evidence::Trace trace;
  for (const StateId step : path) {
    const auto i = static_cast<std::size_t>(step);
    if (!trace.states.empty())
      trace.actions.push_back(
          model::Steps(model_, trace.states.back(), budget_).joint_action(actions_[i]));
    trace.states.push_back(table_[step]);
  }
  return trace;
}

namespace {

// What follows a move is collected over the actions of all others.
NamedMoves list_named_moves_in(const model::Model& model, const StateSpace& space,
                               const logic::Group& coalition, StateId state, base::Charge& charge) {
  base::Budget& budget = charge.budget();
  model::Steps steps(model, space.state(state), budget);
  base::Charge meanwhile(budget);
  std::map<model::JointAction, Targets> follow;
  steps.for_each_joint_action([&](const model::JointAction& action) {
    model::JointAction move;
    for (const logic::AgentId member : coalition)
      move.push_back(action[static_cast<std::size_t>(member)]);
    steps.for_each_successor(action, [&](const model::State& next) {
      const auto id = space.find(next);
      CHECK(id.has_value(), "successors of reachable states are reachable");
      auto known = follow.find(move);
      if (known == follow.end()) {
        meanwhile.add(sizeof(*known) + bytes_of_node + move.size() * sizeof(move[0]));
        known = follow.emplace(move, Targets(budget)).first;
      }
      known->second.add(*id);
      return true;
    });
    return true;
  });
  NamedMoves moves;
  for (auto& [move, targets] : follow) {
    const std::span<const StateId> list = targets.list();
    charge.add(list.size() * sizeof(StateId) + sizeof(*moves.begin()) + bytes_of_node +
               move.size() * sizeof(move[0]));
    moves.emplace(move, std::vector<StateId>(list.begin(), list.end()));
  }
  return moves;
}

// Moves that the same states follow are one.
Moves list_moves_in(const model::Model& model, const StateSpace& space,
                    const logic::Group& coalition, StateId state, base::Charge& charge) {
  base::Charge meanwhile(charge.budget());
  std::set<std::vector<StateId>> different;
  for (auto& [move, targets] : list_named_moves_in(model, space, coalition, state, meanwhile)) {
    meanwhile.add(targets.size() * sizeof(StateId) + sizeof(targets) + bytes_of_node);
    different.insert(targets);
  }
  Moves moves;
  for (const std::vector<StateId>& targets : different) {
    charge.add(targets.size() * sizeof(StateId) + 2 * sizeof(std::vector<StateId>));
    moves.push_back(targets);
  }
  return moves;
}

// The same for every state.
template <class Found, class List>
std::vector<Found> list_everywhere(const StateSpace& space, base::Budget& budget,
                                   const List& list) {
  base::Charge charge(budget);
  charge.add(space.size() * sizeof(Found));
  std::vector<Found> result;
  result.reserve(space.size());
  for (std::size_t i = 0; i < space.size(); ++i)
    result.push_back(list(static_cast<StateId>(i), charge));
  charge.keep();
  return result;
}

}  // namespace

std::vector<NamedMoves> list_named_moves(const model::Model& model, const StateSpace& space,
                                         const logic::Group& coalition, base::Budget& budget) {
  return list_everywhere<NamedMoves>(space, budget, [&](StateId s, base::Charge& charge) {
    return list_named_moves_in(model, space, coalition, s, charge);
  });
}

std::vector<Moves> list_moves(const model::Model& model, const StateSpace& space,
                              const logic::Group& coalition, base::Budget& budget) {
  return list_everywhere<Moves>(space, budget, [&](StateId s, base::Charge& charge) {
    return list_moves_in(model, space, coalition, s, charge);
  });
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
