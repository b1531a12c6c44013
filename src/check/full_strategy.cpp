// A strategy out of a game that is won.
//
// Where a coalition that sees everything wins, the moves that keep it winning are known: for U
// those that bring it nearer to the goal, for W those that do not leave the states won, for X those
// that lead into the goal alone.  If only fair outcomes count, there are those besides by which it
// leaves all fair paths, and they come first where it can: behind a violation nothing else wins,
// and before one it does no harm (game.cpp).  One move is taken for each state, member by member:
// the first action that belongs to a good move together with what the members before have taken.
// Where nothing is to be won any more every action is left free.

#include "check/full_strategy.hpp"

#include "check/strategy_table.hpp"

namespace ken::check {
namespace {

MoveSet find_good_moves(const Game& game, const Contest& contest, const StateSet& won) {
  const Objective& objective = contest.objective;
  switch (objective.kind) {
    case ObjectiveKind::next:
      return game.keep_inside(objective.goal | game.escape());
    case ObjectiveKind::weak:
      break;
    case ObjectiveKind::until: {
      if (contest.only_fair) return game.fair_until_moves(objective.through, objective.goal);
      MoveSet all(contest.arena.nothing().function());
      for (const MoveSet& layer : game.attract(objective.through, objective.goal).moves)
        all |= layer;
      return all;
    }
  }
  return from(won - objective.goal, game.keep_inside(won));
}

// Who has no choice has no move to find.
MoveSet find_moves_to_make(Context& context, const Contest& contest, const StateSet& won) {
  if (!has_choice(context, contest.members)) return MoveSet(contest.arena.nothing().function());
  const Game game = play(context, contest.members);
  return game.escape_moves() |
         from(contest.arena.reachable - game.escape(), find_good_moves(game, contest, won));
}

Strategy take_one_move(const Contest& contest, MoveSet good) {
  symbolic::System& system = contest.system;
  std::vector<Bdd> choices;
  for (const logic::AgentId member : contest.members) {
    const symbolic::Bits& bits = system.encoding().action(member);
    const Bdd& protocol =
        contest.arena.steps->conjuncts().protocols[static_cast<std::size_t>(member)];
    Bdd chosen = system.manager().constant(false);
    StateSet undecided = contest.moves.starts(good);
    const Bdd elsewhere = protocol - undecided.function();
    for (std::size_t a = 0; a < system.model()[member].actions.size() && !undecided.empty(); ++a) {
      const Bdd code = symbolic::equals(system.manager(), bits, a);
      const StateSet where = contest.moves.starts(MoveSet(good.function() & code)) & undecided;
      chosen |= where.function() & code;
      undecided -= where;
    }
    good &= MoveSet(chosen);
    choices.push_back(chosen | elsewhere);
  }
  return Strategy(std::move(choices));
}

}  // namespace

Strategy find_full_strategy(Context& context, const Contest& contest, const StateSet& won) {
  return take_one_move(contest, find_moves_to_make(context, contest, won));
}

void keep_full_strategy(Context& context, const logic::Group& members, const Objective& objective,
                        const StateSet& won) {
  const StateSet starts = won & context.initial();
  if (context.keep == Keep::nothing || !context.operation || starts.empty()) return;
  const Contest contest = make_contest(context, members, objective);
  const Strategy strategy = find_full_strategy(context, contest, won);
  keep_strategy(context, contest, strategy, starts, logic::Semantics::full, Sight::global);
}

}  // namespace ken::check
