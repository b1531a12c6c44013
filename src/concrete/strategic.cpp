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

#include <algorithm>

#include "concrete/labeller.hpp"

namespace ken::concrete {
namespace {

using logic::Builtin;
using logic::Modal;
using Args = std::span<const StateSet>;

// The game of one coalition on all reachable states.
class Game {
 public:
  Game(Labeller& labeller, const Modal& modal) : Game(labeller, modal.subjects[0]) {}
  Game(Labeller& labeller, const logic::Group& coalition)
      : l_(labeller),
        moves_(labeller.moves(coalition)),
        everywhere_(labeller.reachable()),
        only_fair_(labeller.outcomes() == Outcomes::fair) {
    escape_ = only_fair_ ? everywhere_ - fair_opponents(l_.nothing(), l_.nothing()) : l_.nothing();
  }

  [[nodiscard]] const StateSet& escape() const { return escape_; }
  [[nodiscard]] StateSet next(const StateSet& f) const { return escape_ | pre(f | escape_); }

  [[nodiscard]] StateSet until(const StateSet& f, const StateSet& h) const {
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
  [[nodiscard]] StateSet weak(const StateSet& f, const StateSet& h) const {
    for (StateSet y = everywhere_;;) {
      StateSet narrower = escape_ | h | (f & pre(y));
      if (narrower == y) return y;
      y = std::move(narrower);
    }
  }
  [[nodiscard]] StateSet release(const StateSet& f, const StateSet& h) const {
    return weak(h, f & h);
  }
  [[nodiscard]] StateSet globally(const StateSet& f) const { return weak(f, l_.nothing()); }

 private:
  static bool inside(const std::vector<StateId>& outcomes, const StateSet& set) {
    return std::all_of(outcomes.begin(), outcomes.end(),
                       [&](StateId s) { return set.contains(s); });
  }
  // g has an available move all of whose outcomes lie in the set.
  [[nodiscard]] StateSet pre(const StateSet& set) const {
    StateSet result = l_.nothing();
    everywhere_.for_each([&](StateId s) {
      l_.budget().poll();
      const Moves& moves = moves_[static_cast<std::size_t>(s)];
      if (std::any_of(moves.begin(), moves.end(),
                      [&](const auto& outcomes) { return inside(outcomes, set); }))
        result.insert(s);
    });
    return result;
  }
  // Something can happen, and whatever g does the others can answer into the set.
  [[nodiscard]] StateSet opponents_pre(const StateSet& set) const {
    StateSet alive = l_.nothing();
    everywhere_.for_each([&](StateId s) {
      if (!moves_[static_cast<std::size_t>(s)].empty()) alive.insert(s);
    });
    return alive - pre(everywhere_ - set);
  }
  // Where the others can reach 'won', or be fair for ever, without meeting 'lost'.
  [[nodiscard]] StateSet fair_opponents(const StateSet& won, const StateSet& lost) const {
    for (StateSet z = everywhere_ - lost;;) {
      StateSet next = z;
      const StateSet stay = opponents_pre(z);
      for (const StateSet& line : l_.fairness()) next = next & reach(won | (line & stay), lost);
      if (next == z) return z;
      z = std::move(next);
    }
  }
  [[nodiscard]] StateSet reach(const StateSet& target, const StateSet& lost) const {
    for (StateSet y = target - lost;;) {
      StateSet wider = y | (opponents_pre(y) - lost);
      if (wider == y) return y;
      y = std::move(wider);
    }
  }

  Labeller& l_;
  const std::vector<Moves>& moves_;
  StateSet everywhere_;
  bool only_fair_;
  StateSet escape_;
};

StateSet not_(Labeller& l, const StateSet& set) { return l.domain() - set; }

StateSet can_next(Labeller& l, const Modal& m, Args a) { return Game(l, m).next(a[0]); }
StateSet can_finally(Labeller& l, const Modal& m, Args a) {
  return Game(l, m).until(l.reachable(), a[0]);
}
StateSet can_globally(Labeller& l, const Modal& m, Args a) { return Game(l, m).globally(a[0]); }
StateSet can_until(Labeller& l, const Modal& m, Args a) { return Game(l, m).until(a[0], a[1]); }
StateSet can_release(Labeller& l, const Modal& m, Args a) { return Game(l, m).release(a[0], a[1]); }
StateSet can_weak(Labeller& l, const Modal& m, Args a) { return Game(l, m).weak(a[0], a[1]); }

// [g]psi is !<g>!psi.
StateSet must_next(Labeller& l, const Modal& m, Args a) {
  return not_(l, Game(l, m).next(not_(l, a[0])));
}
StateSet must_finally(Labeller& l, const Modal& m, Args a) {
  return not_(l, Game(l, m).globally(not_(l, a[0])));
}
StateSet must_globally(Labeller& l, const Modal& m, Args a) {
  return not_(l, Game(l, m).until(l.reachable(), not_(l, a[0])));
}
StateSet must_until(Labeller& l, const Modal& m, Args a) {
  return not_(l, Game(l, m).release(not_(l, a[0]), not_(l, a[1])));
}
StateSet must_release(Labeller& l, const Modal& m, Args a) {
  return not_(l, Game(l, m).until(not_(l, a[0]), not_(l, a[1])));
}
// !(f W h) = !h U (!f and !h)
StateSet must_weak(Labeller& l, const Modal& m, Args a) {
  const StateSet no_h = not_(l, a[1]);
  return not_(l, Game(l, m).until(no_h, not_(l, a[0]) & no_h));
}

constexpr Rule table[] = {
    {Builtin::can_next, can_next},           {Builtin::can_finally, can_finally},
    {Builtin::can_globally, can_globally},   {Builtin::can_until, can_until},
    {Builtin::can_release, can_release},     {Builtin::can_weak, can_weak},
    {Builtin::must_next, must_next},         {Builtin::must_finally, must_finally},
    {Builtin::must_globally, must_globally}, {Builtin::must_until, must_until},
    {Builtin::must_release, must_release},   {Builtin::must_weak, must_weak},
};

}  // namespace

std::span<const Rule> strategic_rules() { return table; }

StateSet escape(Labeller& labeller, const logic::Group& coalition) {
  return Game(labeller, coalition).escape();
}

}  // namespace ken::concrete
