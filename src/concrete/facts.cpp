// Facts about all strategies of a coalition, looked at one by one.
//
// A step is right if every move that its selections leave in the state may lead to the other state;
// and if the objective is open in the one and, in the other, open or violated as the fact has it;
// once violated it stays so.
//
// A loss is right if the selections leave no move in the state, or if the coalition loses from it
// in the game of full observation in which it has to do what is selected: what it selects elsewhere
// is left to it then, state by state, which is more than any strategy of members can do who see
// less. After a violation all that is left to win is to leave the fair paths; if every outcome
// counts, nothing.
//
// A strategy that must not leave the fair paths (Duty::stay_fair) may be stuck, but has lost if no
// fair path that does what is selected begins in a start.
//
// Cost: a game for every loss.

#include "concrete/facts.hpp"

#include <algorithm>
#include <set>

#include "concrete/fixpoints.hpp"
#include "model/step.hpp"

namespace ken::concrete {
namespace {

using evidence::Fact;
using evidence::Selection;
using evidence::Stage;
using Form = Objective::Form;

class Judge {
 public:
  Judge(Context& context, const logic::Group& members, const Objective& objective, Duty duty)
      : context_(context),
        members_(members),
        objective_(objective),
        duty_(duty),
        moves_(named_moves_of(context, members)) {}

  [[nodiscard]] bool is_right(const Fact& fact) {
    const auto at = context_.space.find(fact.at.state);
    if (!at) return false;
    if (!fact.then) return is_loss(fact, *at);
    const auto then = context_.space.find(fact.then->state);
    if (!then) return false;
    switch (fact.at.stage) {
      case Stage::start:
        return *at == *then && is_begun(*then, fact.then->stage);
      case Stage::open:
        return is_open(*at) && is_reached(*then, fact.then->stage) &&
               is_step(fact.selections, *at, *then);
      case Stage::violated:
        break;
    }
    return context_.only_fair_outcomes() && fact.then->stage == Stage::violated &&
           is_step(fact.selections, *at, *then);
  }

 private:
  [[nodiscard]] bool is_open(StateId s) const {
    return objective_.form == Form::next || (objective_.f.contains(s) && !objective_.h.contains(s));
  }
  [[nodiscard]] bool is_violated(StateId s) const {
    return !objective_.h.contains(s) &&
           (objective_.form == Form::next || !objective_.f.contains(s));
  }

  // Whether a start may be met at this stage.
  [[nodiscard]] bool is_begun(StateId s, Stage stage) const {
    return stage == Stage::open ||
           (stage == Stage::violated && objective_.form != Form::next && is_violated(s));
  }
  // Whether a state may be met at this stage after one where the objective was open.
  [[nodiscard]] bool is_reached(StateId s, Stage stage) const {
    return stage == Stage::violated ? is_violated(s)
                                    : stage == Stage::open && objective_.form != Form::next;
  }

  // The member looks the same to itself in both.
  [[nodiscard]] bool looks_alike(logic::AgentId agent, const model::State& a,
                                 const model::State& b) const {
    const auto& visible = context_.model[agent].visible;
    return std::all_of(visible.begin(), visible.end(), [&](model::VarId v) {
      return a[static_cast<std::size_t>(v)] == b[static_cast<std::size_t>(v)];
    });
  }
  // Whether the move is one that the selections leave, in this state.
  [[nodiscard]] bool obeys(const model::JointAction& move, const std::vector<Selection>& selections,
                           const model::State& state) const {
    return std::all_of(selections.begin(), selections.end(), [&](const Selection& selection) {
      const auto member = std::find(members_.begin(), members_.end(), selection.agent);
      return member != members_.end() &&
             (!looks_alike(selection.agent, selection.where, state) ||
              move[static_cast<std::size_t>(member - members_.begin())] == selection.action);
    });
  }

  // Every move that is left may lead there.
  [[nodiscard]] bool is_step(const std::vector<Selection>& selections, StateId from, StateId to) {
    const model::State state = context_.space.state(from);
    const NamedMoves& moves = moves_[static_cast<std::size_t>(from)];
    bool any = false;
    for (const auto& [move, successors] : moves) {
      if (!obeys(move, selections, state)) continue;
      if (!std::binary_search(successors.begin(), successors.end(), to)) return false;
      any = true;
    }
    return any;
  }

  // What the selections leave of the moves, by state.
  [[nodiscard]] std::vector<Moves> leave_moves(const std::vector<Selection>& selections) {
    std::vector<Moves> left(moves_.size());
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      context_.arena.budget->check_limits();
      const model::State state = context_.space.state(static_cast<StateId>(i));
      for (const auto& [move, successors] : moves_[i])
        if (obeys(move, selections, state)) left[i].push_back(successors);
    }
    return left;
  }

  [[nodiscard]] bool is_loss(const Fact& fact, StateId at) {
    const std::vector<Moves> left = leave_moves(fact.selections);
    const bool may_be_stuck = context_.only_fair_outcomes() && duty_ == Duty::stay_fair;
    if (fact.at.stage == Stage::start) return may_be_stuck && !starts_fair_path(left, at);
    if (left[static_cast<std::size_t>(at)].empty() && !may_be_stuck) return true;
    const Game game(context_.arena, left, context_.outcomes);
    if (fact.at.stage == Stage::violated)
      return context_.only_fair_outcomes() ? !game.escape().contains(at) : is_violated(at);
    switch (objective_.form) {
      case Form::next:
        return !game.next(objective_.h).contains(at);
      case Form::until:
        return !game.until(objective_.f, objective_.h).contains(at);
      case Form::weak:
        break;
    }
    return !game.weak(objective_.f, objective_.h).contains(at);
  }

  [[nodiscard]] bool starts_fair_path(const std::vector<Moves>& left, StateId at) const {
    std::vector<std::vector<StateId>> successors(left.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
      std::set<StateId> all;
      for (const std::vector<StateId>& some : left[i]) all.insert(some.begin(), some.end());
      successors[i].assign(all.begin(), all.end());
    }
    Arena arena = context_.arena;
    arena.steps = std::make_shared<Graph>(successors, *arena.budget);
    arena.domain = arena.reachable();
    return require_fairness(arena, context_.arena.fairness).domain.contains(at);
  }

  Context& context_;
  const logic::Group& members_;
  const Objective& objective_;
  Duty duty_;
  const std::vector<NamedMoves>& moves_;
};

}  // namespace

bool are_right(Context& context, const logic::Group& members, const Objective& objective, Duty duty,
               std::span<const Fact> facts) {
  Judge judge(context, members, objective, duty);
  return std::all_of(facts.begin(), facts.end(),
                     [&](const Fact& fact) { return judge.is_right(fact); });
}

}  // namespace ken::concrete
