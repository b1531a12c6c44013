// Coalitions under full observation.
//
// pre(X), where g has a move that leads into X whatever the others do, is found in three ways.
// Where g decides alone it is enough that some step leads into X; where g has nothing to decide
// every step has to: plain images and pre-images, with actions quantified as early as possible. Who
// takes turns is never anywhere else.  In states that are contested the steps are taken with the
// coalition's actions kept and everybody else's quantified.  A move of g is available at s if it
// has some successor; it is spoilt if it has a successor outside X.  So there
//     pre(X) = exists a_g. available(s, a_g) & not spoilt(s, a_g),
// with 'available' computed once for a coalition and 'spoilt' a pre-image of what follows s outside
// X: two pre-images less than computing Z and W of the definition each time, and the same set,
// because an available move that is not spoilt has a successor in X.
//
// Without fairness: <g>X f = pre(f);  <g>(f U h) least Y = h | (f & pre(Y));  <g>(f W h) greatest,
// which is what is left when the others have taken what they can: least Z = violated or where every
// move can be answered into Z.  A state can only be won (or lost) in a round if a successor was in
// the last one, so each round looks at the predecessors of what is new, and at what follows these.
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
  Coalition result;
  result.alive = arena.steps->relation().with_successor(arena.reachable);
  result.turns = arena.steps->turns_of(members, result.alive);
  result.contested = result.alive - result.turns.ours - result.turns.theirs;
  return result;
}

Game::Game(const Arena& arena, const logic::Group& members, Coalition& coalition, Outcomes outcomes)
    : arena_(arena),
      members_(members),
      coalition_(coalition),
      only_fair_(arena.fair() && outcomes == Outcomes::fair),
      escape_(arena.nothing()) {
  if (!only_fair_) return;
  if (!coalition_.escape)
    coalition_.escape = arena.reachable - fair_opponents(arena.nothing(), arena.nothing());
  escape_ = *coalition_.escape;
}

const symbolic::MoveRelation& Game::moves() const { return arena_.steps->moves_of(members_); }

const MoveSet& Game::available() const {
  if (!coalition_.available) coalition_.available = moves().available(arena_.reachable);
  return *coalition_.available;
}

StateSet Game::next(const StateSet& f) const { return escape_ | pre(f | escape_); }

StateSet Game::until(const StateSet& f, const StateSet& h, const StateSet& asked) const {
  if (!only_fair_) return win(f, h, asked, [](const auto&...) {});
  const StateSet lost = h | escape_;
  return arena_.reachable - fair_opponents(arena_.reachable - (f | lost), lost);
}

StateSet Game::weak(const StateSet& f, const StateSet& h, const StateSet& asked) const {
  const StateSet achieved = h | escape_;
  StateSet lost = arena_.nothing();
  for (const StateSet& layer :
       opponents_layers(arena_.reachable - (f & coalition_.alive), achieved, asked))
    lost |= layer;
  return arena_.reachable - lost;
}

// What precedes 'fresh' or, which does no harm, other known states; without these.
StateSet Game::step_back(const StateSet& fresh, const StateSet& known) const {
  const StateSet open = arena_.reachable - known;
  return open & arena_.steps->relation().preimage(arena_.simplify_target(fresh, open | fresh));
}

// note(fresh, known) for each round.
template <class Note>
StateSet Game::win(const StateSet& f, const StateSet& h, const StateSet& asked,
                   const Note& note) const {
  StateSet won = h;
  for (StateSet fresh = h; !fresh.empty();) {
    if (!asked.unset() && subset(asked, won)) break;
    const StateSet promising = f & step_back(fresh, won);
    fresh = (promising & coalition_.turns.ours) | can_enter(promising - coalition_.turns.ours, won);
    note(fresh, won);
    won |= fresh;
  }
  return won;
}

Game::Attracted Game::attract(const StateSet& f, const StateSet& h) const {
  Attracted result;
  result.states = win(f, h, {}, [&](const StateSet& fresh, const StateSet& won) {
    result.moves.push_back(from(fresh, available()) - moves().into(find_ahead(fresh) - won));
  });
  return result;
}

MoveSet Game::keep_inside(const StateSet& set) const {
  return available() - moves().into(arena_.reachable - set);
}

StateSet Game::find_ahead(const StateSet& states) const {
  return arena_.steps->relation().image(states);
}

// Outside what follows the states, the diagram of what is stepped back from may be anything.
StateSet Game::can_enter(const StateSet& states, const StateSet& set) const {
  const StateSet ours = states & coalition_.turns.ours;
  const StateSet theirs = (states & coalition_.turns.theirs) - ours;
  const StateSet contested = states & coalition_.contested;
  StateSet result = arena_.nothing();
  if (!ours.empty()) {
    const StateSet ahead = find_ahead(ours);
    result |= ours & arena_.steps->relation().preimage(symbolic::shrink(ahead & set, ahead));
  }
  if (!theirs.empty()) {
    const StateSet ahead = find_ahead(theirs);
    result |= theirs - arena_.steps->relation().preimage(symbolic::shrink(ahead - set, ahead));
  }
  if (!contested.empty()) {
    const StateSet ahead = find_ahead(contested);
    const MoveSet spoilt = moves().into(symbolic::shrink(ahead - set, ahead));
    result |= moves().starts(from(contested, available()) - spoilt);
  }
  return result;
}

StateSet Game::must_enter(const StateSet& states, const StateSet& set) const {
  return states - can_enter(states, arena_.reachable - set);
}

// Where g has an available move that leads into the set only.
StateSet Game::pre(const StateSet& set) const { return can_enter(coalition_.alive, set); }

// Where the others can answer every available move of g into the set.
StateSet Game::opponents_pre(const StateSet& set) const {
  return must_enter(coalition_.alive, set);
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

std::vector<StateSet> Game::opponents_layers(const StateSet& target, const StateSet& lost,
                                             const StateSet& asked) const {
  std::vector<StateSet> layers{target - lost};
  StateSet all = layers.front();
  while (!layers.back().empty()) {
    if (!asked.unset() && subset(asked, all)) return layers;
    const StateSet promising = step_back(layers.back(), all) - lost;
    const StateSet& theirs = coalition_.turns.theirs;
    layers.push_back((promising & theirs) | must_enter(promising - theirs, all));
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
