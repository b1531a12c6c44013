// Time: each operator by the fixpoints of fixpoints.cpp, as the definitions have it.  The universal
// operators are duals: A(f U g) = !(E(!g U (!f and !g)) or EG !g), and so on.

#include "concrete/fixpoints.hpp"
#include "concrete/rules.hpp"

namespace ken::concrete {
namespace {

using logic::Builtin;
using logic::Modal;
using Args = std::span<const StateSet>;

// A(f U g) and its kin, by the equations of the definition.
StateSet all_until(Context& c, const StateSet& f, const StateSet& g) {
  const StateSet no_f = complement(c, f);
  const StateSet no_g = complement(c, g);
  return complement(c, exists_until(c.arena, no_g, no_f & no_g) | exists_globally(c.arena, no_g));
}
StateSet all_release(Context& c, const StateSet& f, const StateSet& g) {
  return complement(c, exists_until(c.arena, complement(c, f), complement(c, g)));
}
StateSet exists_release(Context& c, const StateSet& f, const StateSet& g) {
  return exists_until(c.arena, g, f & g) | exists_globally(c.arena, g);
}
StateSet exists_weak(Context& c, const StateSet& f, const StateSet& g) {
  return exists_until(c.arena, f, g) | exists_globally(c.arena, f);
}
StateSet all_weak(Context& c, const StateSet& f, const StateSet& g) {
  return complement(c,
                    exists_until(c.arena, complement(c, g), complement(c, f) & complement(c, g)));
}

// Release and weak until within bounds, as duals of the until: f R g = !(!f U !g), f W g = g R (f
// or g).
StateSet bounded_release(Context& c, const StateSet& f, const StateSet& g, logic::Bound bound,
                         Next dual_next) {
  return complement(c,
                    bounded_until(c.arena, complement(c, f), complement(c, g), bound, dual_next));
}

// ---- the modalities ----

StateSet ex(Context& c, const Modal&, Args a) { return some_successor(c.arena, a[0]); }
StateSet ax(Context& c, const Modal&, Args a) { return every_successor(c.arena, a[0]); }

StateSet ef(Context& c, const Modal& m, Args a) {
  if (m.bound) return bounded_until(c.arena, c.arena.domain, a[0], *m.bound, some_successor);
  return exists_until(c.arena, c.arena.domain, a[0]);
}
StateSet af(Context& c, const Modal& m, Args a) {
  if (m.bound) return bounded_until(c.arena, c.arena.domain, a[0], *m.bound, every_successor);
  return complement(c, exists_globally(c.arena, complement(c, a[0])));
}
StateSet eg(Context& c, const Modal& m, Args a) {
  if (m.bound)
    return complement(
        c, bounded_until(c.arena, c.arena.domain, complement(c, a[0]), *m.bound, every_successor));
  return exists_globally(c.arena, a[0]);
}
StateSet ag(Context& c, const Modal& m, Args a) {
  if (m.bound)
    return complement(
        c, bounded_until(c.arena, c.arena.domain, complement(c, a[0]), *m.bound, some_successor));
  return complement(c, exists_until(c.arena, c.arena.domain, complement(c, a[0])));
}
StateSet eu(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_until(c.arena, a[0], a[1], *m.bound, some_successor)
                 : exists_until(c.arena, a[0], a[1]);
}
StateSet au(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_until(c.arena, a[0], a[1], *m.bound, every_successor)
                 : all_until(c, a[0], a[1]);
}
StateSet er(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_release(c, a[0], a[1], *m.bound, every_successor)
                 : exists_release(c, a[0], a[1]);
}
StateSet ar(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_release(c, a[0], a[1], *m.bound, some_successor)
                 : all_release(c, a[0], a[1]);
}
StateSet ew(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_release(c, a[1], a[0] | a[1], *m.bound, every_successor)
                 : exists_weak(c, a[0], a[1]);
}
StateSet aw(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_release(c, a[1], a[0] | a[1], *m.bound, some_successor)
                 : all_weak(c, a[0], a[1]);
}

}  // namespace

std::span<const Rule> temporal_rules() {
  static constexpr Rule rules[] = {
      {Builtin::EX, ex}, {Builtin::AX, ax}, {Builtin::EF, ef}, {Builtin::AF, af},
      {Builtin::EG, eg}, {Builtin::AG, ag}, {Builtin::EU, eu}, {Builtin::AU, au},
      {Builtin::ER, er}, {Builtin::AR, ar}, {Builtin::EW, ew}, {Builtin::AW, aw},
  };
  return rules;
}

}  // namespace ken::concrete
