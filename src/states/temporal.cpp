// Time.  E(f U g), EG f and EX f are those of paths.cpp; the others by their equations:
//     f R g is  g U (f and g)  or for ever g;  f W g is  f U g  or for ever f;
//     A of each is !E of the dual: !(f U g) = !f R !g, !(f W g) = !g U (!f and !g).
// With bounds: f R[m,n] g = !(!f U[m,n] !g), f W[m,n] g = g R[m,n] (f or g).

#include "states/paths.hpp"
#include "states/rules.hpp"

namespace ken::states {
namespace {

using logic::Bound;
using logic::Builtin;
using logic::Modal;
using Args = std::span<const StateSet>;

StateSet exists_weak(Context& c, const StateSet& f, const StateSet& g) {
  return exists_until(c, f, g) | exists_globally(c, f);
}
StateSet all_weak(Context& c, const StateSet& f, const StateSet& g) {
  const StateSet no_g = c.complement(g);
  return c.complement(exists_until(c, no_g, no_g - f));
}
StateSet all_until(Context& c, const StateSet& f, const StateSet& g) {
  const StateSet no_g = c.complement(g);
  return c.complement(exists_weak(c, no_g, no_g - f));
}
StateSet bounded_release(Context& c, const StateSet& f, const StateSet& g, Bound bound,
                         Next dual_next) {
  return c.complement(bounded_until(c, c.complement(f), c.complement(g), bound, dual_next));
}
StateSet bounded_weak(Context& c, const StateSet& f, const StateSet& g, Bound bound,
                      Next dual_next) {
  return bounded_release(c, g, f | g, bound, dual_next);
}

// ---- the modalities ----

StateSet ex(Context& c, const Modal&, Args a) { return some_successor(c, a[0]); }
StateSet ax(Context& c, const Modal&, Args a) { return every_successor(c, a[0]); }

StateSet eu(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_until(c, a[0], a[1], *m.bound, some_successor)
                 : exists_until(c, a[0], a[1]);
}
StateSet au(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_until(c, a[0], a[1], *m.bound, every_successor)
                 : all_until(c, a[0], a[1]);
}
StateSet er(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_release(c, a[0], a[1], *m.bound, every_successor)
                 : exists_weak(c, a[1], a[0] & a[1]);
}
StateSet ar(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_release(c, a[0], a[1], *m.bound, some_successor)
                 : all_weak(c, a[1], a[0] & a[1]);
}
StateSet ew(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_weak(c, a[0], a[1], *m.bound, every_successor)
                 : exists_weak(c, a[0], a[1]);
}
StateSet aw(Context& c, const Modal& m, Args a) {
  return m.bound ? bounded_weak(c, a[0], a[1], *m.bound, some_successor) : all_weak(c, a[0], a[1]);
}

// F f is true U f, G f is f W false.
StateSet ef(Context& c, const Modal& m, Args a) {
  const StateSet args[] = {c.domain, a[0]};
  return eu(c, m, args);
}
StateSet af(Context& c, const Modal& m, Args a) {
  const StateSet args[] = {c.domain, a[0]};
  return au(c, m, args);
}
StateSet eg(Context& c, const Modal& m, Args a) {
  const StateSet args[] = {c.nothing(), a[0]};
  return er(c, m, args);
}
StateSet ag(Context& c, const Modal& m, Args a) {
  const StateSet args[] = {c.nothing(), a[0]};
  return ar(c, m, args);
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

}  // namespace ken::states
