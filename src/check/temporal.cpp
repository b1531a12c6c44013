// Time.
//
// EX f: a pre-image of f, cut to the domain.  E(f U g): backwards from g, and each round takes the
// pre-image of what is new alone, because the pre-image of a union is the union of the pre-images;
// in an interleaved system the moves are taken in turn.
// EG f, the greatest Z = f & EX Z, from above; over fair paths the greatest
//     Z = f & for every fairness line F: EX E(f U (Z & F))
// (Emerson and Lei 1986), each E U by its own backward search.  The domain under fairness is EG
// true, so the other operators have only to stay inside it.  Universal operators are duals of
// these, as the definitions have it:  A(f U g) = !(E(!g U (!f & !g)) | EG !g),  A(f W g) = !E(!g U
// (!f & !g)).
//
// Bounds.  E(f U[m,n] g): first g | (f & EX Z), at most n-m times and no longer than it grows; then
// f & EX Z exactly m times.  The second need not become stable, but must come back to a set it has
// visited; diagrams are compared in no time, so Brent's algorithm costs one more set and finds the
// cycle, whose full turns are skipped.

#include "check/labeller.hpp"

namespace ken::check {

using logic::Builtin;
using logic::Modal;

Bdd some_successor(Labeller& l, const Bdd& set) {
  return l.system().steps().preimage(set) & l.domain();
}

namespace {

// The same sets, move by move: see symbolic/reach.cpp.
Bdd exists_until_chained(Labeller& l, const Bdd& f, const Bdd& g) {
  const Bdd through = f & l.domain();
  Bdd result = g;
  for (Bdd fresh = g; !fresh.is_false();) {
    const Bdd before = result;
    for (const symbolic::Relation& move : l.system().moves()) {
      const Bdd found = (move.preimage(fresh) & through) - result;
      fresh |= found;
      result |= found;
    }
    fresh = result - before;
  }
  return result;
}

}  // namespace

Bdd exists_until(Labeller& l, const Bdd& f, const Bdd& g) {
  if (!l.system().moves().empty()) return exists_until_chained(l, f, g);
  Bdd result = g;
  for (Bdd fresh = g; !fresh.is_false();) {
    fresh = (some_successor(l, fresh) & f) - result;
    result |= fresh;
  }
  return result;
}

namespace {

Bdd stays_in(Labeller& l, const Bdd& f) {
  for (Bdd z = f;;) {
    Bdd next = z & some_successor(l, z);
    if (next == z) return z;
    z = std::move(next);
  }
}

Bdd stays_fairly_in(Labeller& l, const Bdd& f) {
  for (Bdd z = f;;) {
    Bdd next = z;
    for (const Bdd& line : l.fairness()) next &= some_successor(l, exists_until(l, f, next & line));
    if (next == z) return z;
    z = std::move(next);
  }
}

}  // namespace

Bdd exists_globally(Labeller& l, const Bdd& f) {
  return l.is_fair() ? stays_fairly_in(l, f) : stays_in(l, f);
}

namespace {

using Args = std::span<const Bdd>;
using Next = Bdd (*)(Labeller&, const Bdd&);

Bdd every_successor(Labeller& l, const Bdd& set) {
  return l.domain() - some_successor(l, l.domain() - set);
}

template <class Step>
Bdd repeated(Bdd z, std::int64_t times, const Step& step) {
  Bdd landmark = z;
  std::int64_t since = 0;
  std::int64_t patience = 1;
  while (times > 0) {
    z = step(z);
    --times;
    ++since;
    if (z == landmark) {
      times %= since;
      since = 0;
      patience = times + 1;  // no further cycle to be looked for
    } else if (since == patience) {
      landmark = z;
      since = 0;
      patience *= 2;
    }
  }
  return z;
}

Bdd bounded_until(Labeller& l, const Bdd& f, const Bdd& g, logic::Bound bound, Next next) {
  Bdd z = g;
  for (std::int64_t i = bound.least; i < bound.most; ++i) {
    Bdd wider = g | (f & next(l, z));
    if (wider == z) break;
    z = std::move(wider);
  }
  return repeated(z, bound.least, [&](const Bdd& set) { return f & next(l, set); });
}

// f R g = !(!f U !g), with the other next inside.
Bdd bounded_release(Labeller& l, const Bdd& f, const Bdd& g, logic::Bound bound, Next dual) {
  return outside(l, bounded_until(l, outside(l, f), outside(l, g), bound, dual));
}

Bdd ex(Labeller& l, const Modal&, Args a) { return some_successor(l, inside(l, a[0])); }
Bdd ax(Labeller& l, const Modal&, Args a) { return every_successor(l, inside(l, a[0])); }

Bdd eu(Labeller& l, const Modal& m, Args a) {
  const Bdd f = inside(l, a[0]);
  const Bdd g = inside(l, a[1]);
  return m.bound ? bounded_until(l, f, g, *m.bound, some_successor) : exists_until(l, f, g);
}
Bdd au(Labeller& l, const Modal& m, Args a) {
  if (m.bound) return bounded_until(l, inside(l, a[0]), inside(l, a[1]), *m.bound, every_successor);
  const Bdd no_g = outside(l, a[1]);
  return outside(l, exists_until(l, no_g, no_g - a[0]) | exists_globally(l, no_g));
}
Bdd er(Labeller& l, const Modal& m, Args a) {
  const Bdd f = inside(l, a[0]);
  const Bdd g = inside(l, a[1]);
  if (m.bound) return bounded_release(l, f, g, *m.bound, every_successor);
  return exists_until(l, g, f & g) | exists_globally(l, g);
}
Bdd ar(Labeller& l, const Modal& m, Args a) {
  if (m.bound)
    return bounded_release(l, inside(l, a[0]), inside(l, a[1]), *m.bound, some_successor);
  return outside(l, exists_until(l, outside(l, a[0]), outside(l, a[1])));
}
// Within bounds f W g is g R (f or g).
Bdd ew(Labeller& l, const Modal& m, Args a) {
  const Bdd f = inside(l, a[0]);
  const Bdd g = inside(l, a[1]);
  if (m.bound) return bounded_release(l, g, f | g, *m.bound, every_successor);
  return exists_until(l, f, g) | exists_globally(l, f);
}
Bdd aw(Labeller& l, const Modal& m, Args a) {
  const Bdd f = inside(l, a[0]);
  const Bdd g = inside(l, a[1]);
  if (m.bound) return bounded_release(l, g, f | g, *m.bound, some_successor);
  const Bdd no_g = outside(l, g);
  return outside(l, exists_until(l, no_g, no_g - f));
}

Bdd ef(Labeller& l, const Modal& m, Args a) {
  const Bdd f = inside(l, a[0]);
  return m.bound ? bounded_until(l, l.domain(), f, *m.bound, some_successor)
                 : exists_until(l, l.domain(), f);
}
Bdd af(Labeller& l, const Modal& m, Args a) {
  if (m.bound) return bounded_until(l, l.domain(), inside(l, a[0]), *m.bound, every_successor);
  return outside(l, exists_globally(l, outside(l, a[0])));
}
Bdd eg(Labeller& l, const Modal& m, Args a) {
  if (m.bound)
    return outside(l, bounded_until(l, l.domain(), outside(l, a[0]), *m.bound, every_successor));
  return exists_globally(l, inside(l, a[0]));
}
Bdd ag(Labeller& l, const Modal& m, Args a) {
  const Bdd no_f = outside(l, a[0]);
  return outside(l, m.bound ? bounded_until(l, l.domain(), no_f, *m.bound, some_successor)
                            : exists_until(l, l.domain(), no_f));
}

constexpr Rule table[] = {
    {Builtin::EX, ex}, {Builtin::AX, ax}, {Builtin::EF, ef}, {Builtin::AF, af},
    {Builtin::EG, eg}, {Builtin::AG, ag}, {Builtin::EU, eu}, {Builtin::AU, au},
    {Builtin::ER, er}, {Builtin::AR, ar}, {Builtin::EW, ew}, {Builtin::AW, aw},
};

}  // namespace

std::span<const Rule> temporal_rules() { return table; }

}  // namespace ken::check
