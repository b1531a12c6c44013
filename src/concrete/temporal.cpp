// Time.
//
// Everything is built on EX: a state satisfies EX f if some successor in the domain satisfies f, so
// EX is false in a deadlock and AX true.  E(f U g) is the least set Z = g or (f and EX Z), found
// backwards from g; EG f the greatest set Z = f and EX Z, found by taking away the states without
// successor in it.  Over fair
// paths EG f is the greatest Z = f and, for every fairness line F, EX E(f U (Z and F)): from Z one
// can reach each line again within f, for ever (Emerson and Lei 1986).  The domain under fairness
// is EG true itself, so the other operators need no more than to stay inside it.
//
// The universal operators are duals: A(f U g) = !(E(!g U (!f and !g)) or EG !g), and so on.
//
// Bounds: E(f U[m,n] g) is m steps through f and then g within n - m steps through f.  The second
// part grows monotonically and is stopped at its fixpoint.  The first part, Z -> f and EX Z applied
// m times, need not converge, but on finitely many sets it runs into a cycle: Brent's algorithm
// finds it, and only the rest of m modulo its length is walked.  Cost: both fixpoints are linear in
// the number of edges; with fairness each round is, and there are at most as many rounds as states.

#include "concrete/labeller.hpp"

namespace ken::concrete {

using logic::Builtin;
using logic::Modal;

StateSet some_successor(Labeller& l, const StateSet& set) {
  StateSet result = l.nothing();
  l.domain().for_each([&](StateId s) {
    l.budget().poll();
    for (const StateId next : l.space().successors(s)) {
      if (!set.contains(next)) continue;
      result.insert(s);
      break;
    }
  });
  return result;
}

StateSet exists_until(Labeller& l, const StateSet& f, const StateSet& g) {
  StateSet result = g;
  std::vector<StateId> todo;
  g.for_each([&](StateId s) { todo.push_back(s); });
  while (!todo.empty()) {
    const StateId s = todo.back();
    todo.pop_back();
    l.budget().poll();
    for (const StateId before : l.space().predecessors(s)) {
      if (result.contains(before) || !f.contains(before)) continue;
      result.insert(before);
      todo.push_back(before);
    }
  }
  return result;
}

namespace {

// Greatest Z = f and EX Z: whoever has no successor left in Z goes, and may take others along.
StateSet stays_in(Labeller& l, const StateSet& f) {
  StateSet result = f;
  std::vector<std::uint32_t> left(l.space().size());
  std::vector<StateId> todo;
  f.for_each([&](StateId s) {
    for (const StateId next : l.space().successors(s))
      if (f.contains(next)) ++left[static_cast<std::size_t>(s)];
    if (left[static_cast<std::size_t>(s)] == 0) todo.push_back(s);
  });
  for (const StateId s : todo) result.remove(s);
  while (!todo.empty()) {
    const StateId s = todo.back();
    todo.pop_back();
    l.budget().poll();
    for (const StateId before : l.space().predecessors(s)) {
      if (!result.contains(before) || --left[static_cast<std::size_t>(before)] > 0) continue;
      result.remove(before);
      todo.push_back(before);
    }
  }
  return result;
}

}  // namespace

StateSet exists_globally(Labeller& l, const StateSet& f) {
  StateSet z = stays_in(l, f);
  for (;;) {
    StateSet next = z;
    for (const StateSet& line : l.fairness())
      next = next & some_successor(l, exists_until(l, f, z & line));
    if (next == z) return z;
    z = std::move(next);
  }
}

namespace {

using Args = std::span<const StateSet>;

StateSet not_(Labeller& l, const StateSet& set) { return l.domain() - set; }

StateSet every_successor(Labeller& l, const StateSet& set) {
  return not_(l, some_successor(l, not_(l, set)));
}

// A(f U g) and its kin, by the equations of the definition.
StateSet all_until(Labeller& l, const StateSet& f, const StateSet& g) {
  const StateSet no_f = not_(l, f);
  const StateSet no_g = not_(l, g);
  return not_(l, exists_until(l, no_g, no_f & no_g) | exists_globally(l, no_g));
}
StateSet all_release(Labeller& l, const StateSet& f, const StateSet& g) {
  return not_(l, exists_until(l, not_(l, f), not_(l, g)));
}
StateSet exists_release(Labeller& l, const StateSet& f, const StateSet& g) {
  return exists_until(l, g, f & g) | exists_globally(l, g);
}
StateSet exists_weak(Labeller& l, const StateSet& f, const StateSet& g) {
  return exists_until(l, f, g) | exists_globally(l, f);
}
StateSet all_weak(Labeller& l, const StateSet& f, const StateSet& g) {
  return not_(l, exists_until(l, not_(l, g), not_(l, f) & not_(l, g)));
}

// ---- bounded ----

using Next = StateSet (*)(Labeller&, const StateSet&);

// step applied so many times; finds the cycle it must run into (Brent).
template <class Step>
StateSet repeated(StateSet z, std::int64_t times, const Step& step) {
  StateSet mark = z;
  std::int64_t power = 1;
  std::int64_t length = 0;
  while (times > 0) {
    z = step(z);
    --times;
    if (z == mark) {
      times %= length + 1;
      for (; times > 0; --times) z = step(z);
      return z;
    }
    if (++length == power) {
      mark = z;
      power *= 2;
      length = 0;
    }
  }
  return z;
}

StateSet bounded_until(Labeller& l, const StateSet& f, const StateSet& g, logic::Bound bound,
                       Next next) {
  StateSet z = g;
  for (std::int64_t i = bound.least; i < bound.most; ++i) {
    StateSet wider = g | (f & next(l, z));
    if (wider == z) break;
    z = std::move(wider);
  }
  return repeated(std::move(z), bound.least, [&](const StateSet& set) { return f & next(l, set); });
}

// Release and weak until within bounds, as duals of the until: f R g = !(!f U !g), f W g = g R (f
// or g).
StateSet bounded_release(Labeller& l, const StateSet& f, const StateSet& g, logic::Bound bound,
                         Next dual_next) {
  return not_(l, bounded_until(l, not_(l, f), not_(l, g), bound, dual_next));
}

// ---- the modalities ----

StateSet ex(Labeller& l, const Modal&, Args a) { return some_successor(l, a[0]); }
StateSet ax(Labeller& l, const Modal&, Args a) { return every_successor(l, a[0]); }

StateSet ef(Labeller& l, const Modal& m, Args a) {
  if (m.bound) return bounded_until(l, l.domain(), a[0], *m.bound, some_successor);
  return exists_until(l, l.domain(), a[0]);
}
StateSet af(Labeller& l, const Modal& m, Args a) {
  if (m.bound) return bounded_until(l, l.domain(), a[0], *m.bound, every_successor);
  return not_(l, exists_globally(l, not_(l, a[0])));
}
StateSet eg(Labeller& l, const Modal& m, Args a) {
  if (m.bound)
    return not_(l, bounded_until(l, l.domain(), not_(l, a[0]), *m.bound, every_successor));
  return exists_globally(l, a[0]);
}
StateSet ag(Labeller& l, const Modal& m, Args a) {
  if (m.bound)
    return not_(l, bounded_until(l, l.domain(), not_(l, a[0]), *m.bound, some_successor));
  return not_(l, exists_until(l, l.domain(), not_(l, a[0])));
}
StateSet eu(Labeller& l, const Modal& m, Args a) {
  return m.bound ? bounded_until(l, a[0], a[1], *m.bound, some_successor)
                 : exists_until(l, a[0], a[1]);
}
StateSet au(Labeller& l, const Modal& m, Args a) {
  return m.bound ? bounded_until(l, a[0], a[1], *m.bound, every_successor)
                 : all_until(l, a[0], a[1]);
}
StateSet er(Labeller& l, const Modal& m, Args a) {
  return m.bound ? bounded_release(l, a[0], a[1], *m.bound, every_successor)
                 : exists_release(l, a[0], a[1]);
}
StateSet ar(Labeller& l, const Modal& m, Args a) {
  return m.bound ? bounded_release(l, a[0], a[1], *m.bound, some_successor)
                 : all_release(l, a[0], a[1]);
}
StateSet ew(Labeller& l, const Modal& m, Args a) {
  return m.bound ? bounded_release(l, a[1], a[0] | a[1], *m.bound, every_successor)
                 : exists_weak(l, a[0], a[1]);
}
StateSet aw(Labeller& l, const Modal& m, Args a) {
  return m.bound ? bounded_release(l, a[1], a[0] | a[1], *m.bound, some_successor)
                 : all_weak(l, a[0], a[1]);
}

constexpr Rule table[] = {
    {Builtin::EX, ex}, {Builtin::AX, ax}, {Builtin::EF, ef}, {Builtin::AF, af},
    {Builtin::EG, eg}, {Builtin::AG, ag}, {Builtin::EU, eu}, {Builtin::AU, au},
    {Builtin::ER, er}, {Builtin::AR, ar}, {Builtin::EW, ew}, {Builtin::AW, aw},
};

}  // namespace

std::span<const Rule> temporal_rules() { return table; }

}  // namespace ken::concrete
