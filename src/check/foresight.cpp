// Looking ahead.
//
// A refutation tells what happened on one outcome of one candidate.  A state on it is likely to be
// met again by the next candidates, which do something else there; so the search is told at once
// what follows on each move of the coalition in that state: a loss, if some successor is violated
// or lost under full observation or the move is blocked; else successors where the objective is
// still open.  Each fact is true by itself, so any of them may be left out: with many moves all, of
// many successors most.
//
// Cost: an image of one state for every move, once for each state on a refutation.  Not under
// fairness, where neither a violated nor a blocked state is lost by itself, nor for X, where the
// state is left at once.

#include "check/foresight.hpp"

#include "model/step.hpp"

namespace ken::check {
namespace {

using evidence::Fact;
using evidence::Node;
using evidence::Selection;
using evidence::Stage;

constexpr std::size_t most_moves = 16;
constexpr std::size_t most_successors = 16;

// One action of each member that has a choice, all combinations.
std::vector<std::vector<Selection>> list_moves(const Contest& contest, const model::State& state) {
  std::vector<std::vector<Selection>> result{{}};
  for (std::size_t member = 0; member < contest.members.size(); ++member) {
    const auto allowed =
        model::allowed_actions(contest.system.model()[contest.members[member]], state);
    if (allowed.size() < 2) continue;
    if (result.size() * allowed.size() > most_moves) return {};
    std::vector<std::vector<Selection>> more;
    for (const std::vector<Selection>& before : result)
      for (const model::ActionIndex action : allowed) {
        more.push_back(before);
        more.back().push_back({contest.members[member], state, action});
      }
    result = std::move(more);
  }
  return result;
}

// What they do then, beside what their protocols make them do.
MoveSet write_move(const Contest& contest, const StateSet& here,
                   const std::vector<Selection>& selections) {
  symbolic::System& system = contest.system;
  Bdd move = here.function();
  for (const logic::AgentId member : contest.members)
    move &= contest.arena.steps->conjuncts().protocols[static_cast<std::size_t>(member)];
  for (const Selection& selection : selections)
    move &= symbolic::equals(system.manager(), system.encoding().action(selection.agent),
                             selection.action);
  return MoveSet(move);
}

}  // namespace

bool can_be_foreseen(const Contest& contest) {
  return !contest.only_fair && contest.objective.kind != ObjectiveKind::next;
}

std::vector<Fact> foresee(const Contest& contest, const Bounds& bounds, const model::State& state) {
  symbolic::System& system = contest.system;
  const auto encode = [&](const model::State& one) {
    return symbolic::encode(system.manager(), system.encoding(), system.model(), one);
  };
  const StateSet here = encode(state);
  const StateSet bad = bounds.lost | contest.violated();
  const Node at{state, Stage::open};
  std::vector<Fact> result;
  for (const std::vector<Selection>& selections : list_moves(contest, state)) {
    const StateSet after =
        contest.moves.follow(write_move(contest, here, selections)) & contest.ground;
    if (after.empty() || !disjoint(after, bad)) {
      result.push_back({at, selections, {}});
      continue;
    }
    StateSet open = (after & contest.open()) - bounds.won;
    for (std::size_t i = 0; i < most_successors && !open.empty(); ++i) {
      model::State next = symbolic::some_state(system.encoding(), system.model(), open);
      open -= encode(next);
      result.push_back({at, selections, Node{std::move(next), Stage::open}});
    }
  }
  return result;
}

}  // namespace ken::check
