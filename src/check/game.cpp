// Coalitions under full observation.
//
// The steps are taken with the coalition's actions kept and everybody else's quantified.  A move of
// g is available at s if it has some successor; it is spoilt if it has a successor outside X.  So
//     pre(X) = exists a_g. available(s, a_g) & not spoilt(s, a_g),
// with 'available' computed once for a coalition and 'spoilt' the pre-image of the reachable states
// outside X: two pre-images less than computing Z and W of the definition each time, and the same
// set, because an available move that is not spoilt has a successor in X.
//
// Without fairness: <g>X f = pre(f);  <g>(f U h) least Y = h | (f & pre(Y));  <g>(f W h) greatest.
//
// With fairness the others must spoil the objective and be fair, or they lose: a game on all
// reachable states, fair or not.  opre(X), where whatever g does the others can answer into X, is
// the dual of pre on the states that are alive.  Where they can be fair for ever, or reach 'won',
// without 'lost':
//     greatest Z = for every fairness line F: least Y = won | (F & opre(Z)) | opre(Y), outside lost
// (a generalised Büchi game).  Its complement with won = lost = nothing is 'escape', where g can
// leave all fair paths and so wins whatever the objective is; it is computed once for a coalition.
//     <g>X f:      escape | pre(f | escape)
//     <g>(f W h):  greatest Y = escape | h | (f & pre(Y)); to stay in f for ever is fine
//     <g>(f U h):  not where the others can, before h or escape, reach a state outside f, h and
//                  escape, or be fair for ever
// Each nested fixpoint costs at most as many pre-images as there are states; in practice few.
//
// For g this is a game with a Rabin condition, which is won without memory (Emerson and Jutla
// 1988), and the moves can be read off the fixpoint.  States leave Z bunch by bunch, each for one
// line F: from there g can keep the others from ever coming to a state of F out of which they could
// get back into Z.  So in a bunch g stays among what has left Z up to then, and from states of F it
// goes where things had left before.  A play can go down the bunches only finitely often, and stays
// in the last one without F.  What is in 'escape' is played so whatever happened before, and
// nothing else is met behind a violation: one move for each state is enough.

#include "check/game.hpp"

namespace ken::check {

Coalition find_moves(const Arena& arena, const logic::Group& members) {
  const symbolic::MoveRelation& moves = arena.steps->moves_of(members);
  Coalition result;
  result.available = moves.available(arena.reachable);
  result.alive = moves.starts(result.available);
  return result;
}

Game::Game(const Arena& arena, const logic::Group& members, Coalition& coalition, Outcomes outcomes)
    : arena_(arena),
      moves_(arena.steps->moves_of(members)),
      coalition_(coalition),
      only_fair_(arena.fair() && outcomes == Outcomes::fair),
      escape_(arena.nothing()) {
  if (!only_fair_) return;
  if (!coalition_.escape)
    coalition_.escape = arena.reachable - fair_opponents(arena.nothing(), arena.nothing());
  escape_ = *coalition_.escape;
}

StateSet Game::next(const StateSet& f) const { return escape_ | pre(f | escape_); }

StateSet Game::until(const StateSet& f, const StateSet& h, const StateSet& asked) const {
  if (!only_fair_) return attract(f, h, asked).states;
  const StateSet lost = h | escape_;
  return arena_.reachable - fair_opponents(arena_.reachable - (f | lost), lost);
}

StateSet Game::weak(const StateSet& f, const StateSet& h, const StateSet& asked) const {
  for (StateSet y = arena_.reachable;;) {
    StateSet narrower = escape_ | h | (f & pre(y));
    const bool lost = !asked.unset() && disjoint(asked, narrower);
    if (lost || narrower == y) return narrower;
    y = std::move(narrower);
  }
}

// The least Y = h or (f and pre(Y)).  A state can only be won in this round if a successor was won
// in the last one, and it is lost to a move only through its own successors: so each round looks at
// those predecessors, and at what follows them, alone.  Among won states the diagram of what was
// won last may be anything, and that of what is not won anything outside what follows.
Game::Attracted Game::attract(const StateSet& f, const StateSet& h, const StateSet& asked) const {
  Attracted result{h, {}};
  for (StateSet fresh = h; !fresh.empty();) {
    if (!asked.unset() && subset(asked, result.states)) break;
    const StateSet open = arena_.reachable - result.states;
    const StateSet promising =
        f & open & arena_.steps->relation().preimage(arena_.simplify_target(fresh, open | fresh));
    if (promising.empty()) break;
    const StateSet ahead = arena_.steps->relation().image(promising);
    const StateSet bad = symbolic::shrink(ahead - result.states, ahead);
    result.moves.push_back(from(promising, coalition_.available) - moves_.into(bad));
    fresh = moves_.starts(result.moves.back());
    result.states |= fresh;
  }
  return result;
}

MoveSet Game::keep_inside(const StateSet& set) const {
  return coalition_.available - moves_.into(arena_.reachable - set);
}

// Where g has an available move that leads into the set only.
StateSet Game::pre(const StateSet& set) const { return moves_.starts(keep_inside(set)); }

// Where the others can answer every available move of g into the set.
StateSet Game::opponents_pre(const StateSet& set) const {
  return coalition_.alive - pre(arena_.reachable - set);
}

// Where the others win; note(line, before, after) each time something is found to be lost to them.
template <class Note>
StateSet Game::fair_opponents(const StateSet& won, const StateSet& lost, const Note& note) const {
  for (StateSet z = arena_.reachable - lost;;) {
    StateSet next = z;
    for (const StateSet& line : arena_.fairness) {
      StateSet narrower = next & opponents_reach(won | (line & opponents_pre(next)), lost);
      if (narrower != next) note(line, next, narrower);
      next = std::move(narrower);
    }
    if (next == z) return z;
    z = std::move(next);
  }
}

StateSet Game::fair_opponents(const StateSet& won, const StateSet& lost) const {
  return fair_opponents(won, lost, [](const auto&...) {});
}

MoveSet Game::stop_opponents(const StateSet& won, const StateSet& lost) const {
  MoveSet result(arena_.nothing().function());
  static_cast<void>(fair_opponents(
      won, lost, [&](const StateSet& line, const StateSet& before, const StateSet& after) {
        const StateSet fresh = before - after;
        result |= from(fresh - line, keep_inside(arena_.reachable - after)) |
                  from(fresh & line, keep_inside(arena_.reachable - before));
      }));
  return result;
}

MoveSet Game::escape_moves() const {
  if (!only_fair_) return MoveSet(arena_.nothing().function());
  return stop_opponents(arena_.nothing(), arena_.nothing());
}

MoveSet Game::fair_until_moves(const StateSet& f, const StateSet& h) const {
  const StateSet lost = h | escape_;
  return stop_opponents(arena_.reachable - (f | lost), lost);
}

// Where the others can force a visit of the target.  Moves of g that can be answered into it only
// become more, so each round looks at what is new alone.
std::vector<StateSet> Game::opponents_layers(const StateSet& target, const StateSet& lost) const {
  std::vector<StateSet> layers{target - lost};
  StateSet all = layers.front();
  MoveSet unanswered = coalition_.available;
  while (!layers.back().empty()) {
    unanswered -= moves_.into(layers.back());
    layers.push_back(coalition_.alive - moves_.starts(unanswered) - lost - all);
    all |= layers.back();
  }
  layers.pop_back();
  return layers;
}

StateSet Game::opponents_reach(const StateSet& target, const StateSet& lost) const {
  StateSet result = arena_.nothing();
  for (const StateSet& layer : opponents_layers(target, lost)) result |= layer;
  return result;
}

}  // namespace ken::check
