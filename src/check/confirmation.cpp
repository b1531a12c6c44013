// Confirming a strategy.
//
// In the model whose protocols are restricted to a strategy nobody of the coalition has a choice
// left, so the strategy wins if the objective holds on all paths from its starts: plain CTL there,
// the sets of the objective being those of the whole model.  Two things are to be looked after.
// A path that ends is no path, so AF and AU are true in deadlocks; here a state that is met before
// the objective is achieved must have a successor:
//     there is no path, open all the way, to an open state without successor.
// And under fairness only fair paths count, but the same holds for what can be met at all: a state
// of the domain without successor must not be met behind a violation either.
//
// The starts are the initial states of the restricted model, whatever those of the model are.

#include "check/confirmation.hpp"

#include "check/fixpoints.hpp"

namespace ken::check {
namespace {

// Where the objective holds on all fair paths of the arena, or on all paths if all are fair.
StateSet find_satisfied(const Arena& arena, const Objective& objective) {
  const StateSet goal = objective.goal & arena.domain;
  const StateSet through = objective.through & arena.domain;
  switch (objective.kind) {
    case ObjectiveKind::next:
      return every_successor(arena, goal);
    case ObjectiveKind::until:
      return all_until(arena, through, goal);
    case ObjectiveKind::weak:
      break;
  }
  return all_weak(arena, through, goal);
}

// From where a state can be met that has no successor although the objective is not achieved.
StateSet find_blocked(const Arena& arena, const Contest& contest) {
  const StateSet ground = arena.domain & contest.ground;
  const StateSet stuck = ground - arena.steps->relation().with_successor(ground);
  const StateSet later = exists_until(arena, ground, stuck);
  if (contest.objective.kind == ObjectiveKind::next)
    return stuck | some_successor(arena, later - contest.objective.goal);
  const StateSet open = contest.open() & ground;
  return exists_until(arena, open, (open & stuck) | (contest.violated() & later));
}

}  // namespace

bool confirm(const Contest& contest, const Strategy& strategy, const StateSet& starts) {
  std::vector<symbolic::Restriction> restrictions;
  for (std::size_t i = 0; i < contest.members.size(); ++i)
    restrictions.push_back({contest.members[i], strategy.choice(i)});
  symbolic::System& system = contest.system;
  const auto steps = symbolic::restrict_protocols(system, restrictions);
  const Arena all = symbolic::make_arena(
      steps, starts, symbolic::explore(*steps, starts, system.settings().reach));
  const bool must_move = !contest.only_fair || contest.duty == Duty::never_stuck;
  if (must_move && !disjoint(starts, find_blocked(all, contest))) return false;
  if (!contest.only_fair) return subset(starts, find_satisfied(all, contest.objective));
  std::vector<StateSet> lines;
  for (const StateSet& line : contest.arena.fairness) lines.push_back(line & all.reachable);
  const Arena fair = require_fairness(all, std::move(lines));
  if (contest.duty == Duty::stay_fair && !subset(starts, fair.domain)) return false;
  return subset(starts & fair.domain, find_satisfied(fair, contest.objective));
}

}  // namespace ken::check
