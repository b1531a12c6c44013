// Coalitions under full observation.
//
// A move of g is available at s if the members' protocols allow it and some completion by the
// others has a successor.  pre(X) is the set of states where g has an available move all of whose
// outcomes lie in X.  Without fairness: <g>X f = pre(f); <g>G f is the greatest Y = f and pre(Y);
// <g>(f U h) the least Y = h or (f and pre(Y)); weak until and release are the greatest fixpoints
// of the same kind.  Memoryless strategies suffice because a fixpoint chooses per state.
//
// With fairness g wins from s if all *fair* outcomes satisfy the objective; outcomes that are not
// fair, or end in a deadlock, do not count.  This is a turn-based game (g moves, then everybody
// else) on all reachable states, in which the opponents must both spoil the objective and be fair.
//
// The opponents' set for "be fair inside this arena" is the greatest Z such that from every state
// of Z they can force, for each fairness line F, to reach a state of F from which they can stay in
// Z:
//     Z = for all F:  least Y = won or ((F and opre(Z)) or opre(Y)), outside the states lost to g
// where opre(X) are the states with some move in which every available move of g can be answered
// into X.  This is the generalised Büchi game; its complement is a Rabin condition for g, for which
// memoryless strategies suffice (Emerson and Jutla 1991; Zielonka 1998).
//   escape = states where g can leave all fair paths: opponents play for fairness, nothing is lost
//   X:  g wins where it escapes, or has a move into f or escape
//   G:  greatest Y = escape or (f and pre(Y));   W, R alike: staying for ever is fine
//   U:  the opponents win by reaching a state that is neither f nor h nor escape, or by being fair
//       for ever before h: the game above with those states won and h, escape lost to g.
// A play inside escape never leaves it, so the strategies for the parts fit together.

#include "concrete/game.hpp"

#include <algorithm>

namespace ken::concrete {

Game::Game(const Arena& arena, const std::vector<Moves>& moves, Outcomes outcomes)
    : arena_(arena),
      moves_(moves),
      everywhere_(arena.reachable()),
      only_fair_(arena.fair() && outcomes == Outcomes::fair),
      escape_(arena.nothing()) {
  if (only_fair_) escape_ = everywhere_ - fair_opponents(arena.nothing(), arena.nothing());
}

StateSet Game::next(const StateSet& f) const { return escape_ | pre(f | escape_); }

StateSet Game::until(const StateSet& f, const StateSet& h) const {
  if (only_fair_) {
    const StateSet lost = h | escape_;
    return everywhere_ - fair_opponents(everywhere_ - (f | lost), lost);
  }
  for (StateSet y = h;;) {
    StateSet wider = h | (f & pre(y));
    if (wider == y) return y;
    y = std::move(wider);
  }
}

// Greatest Y = escape or h or (f and pre(Y)).
StateSet Game::weak(const StateSet& f, const StateSet& h) const {
  for (StateSet y = everywhere_;;) {
    StateSet narrower = escape_ | h | (f & pre(y));
    if (narrower == y) return y;
    y = std::move(narrower);
  }
}

namespace {

bool all_inside(const std::vector<StateId>& outcomes, const StateSet& set) {
  return std::all_of(outcomes.begin(), outcomes.end(), [&](StateId s) { return set.contains(s); });
}

}  // namespace

// g has an available move all of whose outcomes lie in the set.
StateSet Game::pre(const StateSet& set) const {
  StateSet result = arena_.nothing();
  everywhere_.for_each([&](StateId s) {
    arena_.budget->check_limits();
    const Moves& moves = moves_[static_cast<std::size_t>(s)];
    if (std::any_of(moves.begin(), moves.end(),
                    [&](const auto& outcomes) { return all_inside(outcomes, set); }))
      result.insert(s);
  });
  return result;
}

// Something can happen, and whatever g does the others can answer into the set.
StateSet Game::opponents_pre(const StateSet& set) const {
  StateSet alive = arena_.nothing();
  everywhere_.for_each([&](StateId s) {
    if (!moves_[static_cast<std::size_t>(s)].empty()) alive.insert(s);
  });
  return alive - pre(everywhere_ - set);
}

// Where the others can reach 'won', or be fair for ever, without meeting 'lost'.
StateSet Game::fair_opponents(const StateSet& won, const StateSet& lost) const {
  for (StateSet z = everywhere_ - lost;;) {
    StateSet next = z;
    const StateSet stay = opponents_pre(z);
    for (const StateSet& line : arena_.fairness)
      next = next & opponents_reach(won | (line & stay), lost);
    if (next == z) return z;
    z = std::move(next);
  }
}

StateSet Game::opponents_reach(const StateSet& target, const StateSet& lost) const {
  for (StateSet y = target - lost;;) {
    StateSet wider = y | (opponents_pre(y) - lost);
    if (wider == y) return y;
    y = std::move(wider);
  }
}

}  // namespace ken::concrete
