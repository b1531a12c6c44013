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

#include <initializer_list>

#include "check/labeller.hpp"

namespace ken::check {
namespace {

using logic::Builtin;
using logic::Modal;
using Args = std::span<const Bdd>;

class Game {
 public:
  Game(Labeller& labeller, const logic::Group& members)
      : l_(labeller),
        members_(members),
        steps_(labeller.system().steps_keeping(members)),
        coalition_(labeller.coalition(members)),
        only_fair_(labeller.outcomes() == Outcomes::fair),
        escape_(labeller.system().nothing()) {
    if (!only_fair_) return;
    if (!coalition_.escape)
      coalition_.escape =
          l_.reachable() - fair_opponents(l_.system().nothing(), l_.system().nothing());
    escape_ = *coalition_.escape;
  }

  [[nodiscard]] Bdd next(const Bdd& f) const { return escape_ | pre(f | escape_); }

  [[nodiscard]] Bdd until(const Bdd& f, const Bdd& h) const {
    if (only_fair_) {
      const Bdd lost = h | escape_;
      return l_.reachable() - fair_opponents(l_.reachable() - (f | lost), lost);
    }
    return attracted(f, h);
  }

  [[nodiscard]] Bdd weak(const Bdd& f, const Bdd& h) const {
    for (Bdd y = l_.reachable();;) {
      Bdd narrower = escape_ | h | (f & pre(y));
      if (narrower == y) return y;
      y = std::move(narrower);
    }
  }
  [[nodiscard]] const Bdd& escape() const { return escape_; }

 private:
  // The least Y = h or (f and pre(Y)).  A state can only be won in this round if a successor was
  // won in the last one, and it is lost to a move only through its own successors: so each round
  // looks at those predecessors, and at what follows them, alone.
  [[nodiscard]] Bdd attracted(const Bdd& f, const Bdd& h) const {
    const bdd::VariableSet& moves = l_.system().action_bits(members_);
    Bdd result = h;
    for (Bdd fresh = h; !fresh.is_false();) {
      const Bdd promising = (f & exists(steps_.preimage(fresh), moves) & l_.reachable()) - result;
      if (promising.is_false()) break;
      const Bdd bad = l_.system().steps().image(promising) - result;
      const Bdd good = (coalition_.available & promising) - steps_.preimage(bad);
      fresh = exists(good, moves);
      result |= fresh;
    }
    return result;
  }
  // Where g has an available move that leads into the set only.
  [[nodiscard]] Bdd pre(const Bdd& set) const {
    const Bdd spoilt = steps_.preimage(l_.reachable() - set);
    return exists(coalition_.available - spoilt, l_.system().action_bits(members_));
  }
  // Where the others can answer every available move of g into the set.
  [[nodiscard]] Bdd opponents_pre(const Bdd& set) const {
    return coalition_.alive - pre(l_.reachable() - set);
  }
  [[nodiscard]] Bdd fair_opponents(const Bdd& won, const Bdd& lost) const {
    for (Bdd z = l_.reachable() - lost;;) {
      Bdd next = z;
      for (const Bdd& line : l_.fairness()) next &= reach(won | (line & opponents_pre(next)), lost);
      if (next == z) return z;
      z = std::move(next);
    }
  }
  // Where the others can force a visit of the target.  Moves of g that can be answered into it only
  // become more, so each round looks at what is new alone.
  [[nodiscard]] Bdd reach(const Bdd& target, const Bdd& lost) const {
    const bdd::VariableSet& moves = l_.system().action_bits(members_);
    Bdd result = target - lost;
    Bdd unanswered = coalition_.available;
    for (Bdd fresh = result; !fresh.is_false();) {
      unanswered -= steps_.preimage(fresh);
      fresh = coalition_.alive - exists(unanswered, moves) - lost - result;
      result |= fresh;
    }
    return result;
  }

  Labeller& l_;
  const logic::Group& members_;
  const symbolic::Relation& steps_;
  Coalition& coalition_;
  bool only_fair_;
  Bdd escape_;
};

// The game of a coalition, or, if there is nothing to choose and outcomes must be fair, the whole
// model: its fair outcomes are then all fair paths, and the operators those of time.
bool plays(Labeller& l, const Modal& m) {
  return l.outcomes() == Outcomes::all || l.has_choice(m.subjects[0]);
}
Bdd whatever_happens(Labeller& l, Builtin modality, std::initializer_list<Bdd> args) {
  for (const Rule& rule : temporal_rules())
    if (rule.modality == modality) return rule.label(l, Modal{}, {args.begin(), args.size()});
  return {};
}

Bdd next(Labeller& l, const Modal& m, const Bdd& f) {
  if (!plays(l, m)) return whatever_happens(l, Builtin::AX, {f});
  return Game(l, m.subjects[0]).next(f);
}
Bdd until(Labeller& l, const Modal& m, const Bdd& f, const Bdd& h) {
  if (!plays(l, m)) return whatever_happens(l, Builtin::AU, {f, h});
  return Game(l, m.subjects[0]).until(f, h);
}
Bdd weak(Labeller& l, const Modal& m, const Bdd& f, const Bdd& h) {
  if (!plays(l, m)) return whatever_happens(l, Builtin::AW, {f, h});
  return Game(l, m.subjects[0]).weak(f, h);
}

Bdd can_next(Labeller& l, const Modal& m, Args a) { return next(l, m, inside(l, a[0])); }
Bdd can_finally(Labeller& l, const Modal& m, Args a) {
  return until(l, m, l.reachable(), inside(l, a[0]));
}
Bdd can_globally(Labeller& l, const Modal& m, Args a) {
  return weak(l, m, inside(l, a[0]), l.system().nothing());
}
Bdd can_until(Labeller& l, const Modal& m, Args a) {
  return until(l, m, inside(l, a[0]), inside(l, a[1]));
}
Bdd can_weak(Labeller& l, const Modal& m, Args a) {
  return weak(l, m, inside(l, a[0]), inside(l, a[1]));
}
// f R h = h W (f and h)
Bdd can_release(Labeller& l, const Modal& m, Args a) {
  const Bdd h = inside(l, a[1]);
  return weak(l, m, h, h & a[0]);
}

// [g]psi is !<g>!psi.
Bdd must_next(Labeller& l, const Modal& m, Args a) {
  return outside(l, next(l, m, outside(l, a[0])));
}
Bdd must_finally(Labeller& l, const Modal& m, Args a) {
  return outside(l, weak(l, m, outside(l, a[0]), l.system().nothing()));
}
Bdd must_globally(Labeller& l, const Modal& m, Args a) {
  return outside(l, until(l, m, l.reachable(), outside(l, a[0])));
}
// !(f U h) = !h W (!f and !h)
Bdd must_until(Labeller& l, const Modal& m, Args a) {
  const Bdd no_h = outside(l, a[1]);
  return outside(l, weak(l, m, no_h, no_h - a[0]));
}
Bdd must_release(Labeller& l, const Modal& m, Args a) {
  return outside(l, until(l, m, outside(l, a[0]), outside(l, a[1])));
}
// !(f W h) = !h U (!f and !h)
Bdd must_weak(Labeller& l, const Modal& m, Args a) {
  const Bdd no_h = outside(l, a[1]);
  return outside(l, until(l, m, no_h, no_h - a[0]));
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

bool can_leave_fair_paths(Labeller& l, const logic::Group& members) {
  if (l.outcomes() == Outcomes::all || !l.has_choice(members)) return false;
  return !disjoint(Game(l, members).escape(), l.initial());
}

}  // namespace ken::check
