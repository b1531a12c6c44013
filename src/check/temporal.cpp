// Time: each operator by the fixpoints of fixpoints.cpp, as the definitions have it; that E holds
// or A fails is shown by a path (temporal_paths.cpp).

#include "check/asked_until.hpp"
#include "check/fixpoints.hpp"
#include "check/temporal_paths.hpp"

namespace ken::check {
namespace {

using logic::Builtin;
using logic::Modal;
using Args = std::span<const Label>;

Label eu(Context& c, const Modal& m, Args a) {
  const StateSet f = inside(c.arena, a[0]);
  const StateSet g = inside(c.arena, a[1]);
  return Label(m.bound ? bounded_until(c.arena, f, g, *m.bound, some_successor)
                       : find_until(c, f, g, c.wanted));
}
Label au(Context& c, const Modal& m, Args a) {
  const StateSet f = inside(c.arena, a[0]);
  const StateSet g = inside(c.arena, a[1]);
  return Label(m.bound ? bounded_until(c.arena, f, g, *m.bound, every_successor)
                       : all_until(c.arena, f, g, c.wanted));
}

// Within bounds f R g is !(!f U !g), with the other next inside.
Label bounded_release(Context& c, const Label& f, const Label& g, logic::Bound bound, Next dual) {
  return !Label(bounded_until(c.arena, outside(c.arena, f), outside(c.arena, g), bound, dual));
}
Label er(Context& c, const Modal& m, Args a) {
  if (m.bound) return bounded_release(c, a[0], a[1], *m.bound, every_successor);
  const StateSet g = inside(c.arena, a[1]);
  return Label(find_until(c, g, with(g, a[0]), c.wanted) | exists_globally(c.arena, g, c.wanted));
}
Label ar(Context& c, const Modal& m, Args a) {
  if (m.bound) return bounded_release(c, a[0], a[1], *m.bound, some_successor);
  return !Label(find_until(c, outside(c.arena, a[0]), outside(c.arena, a[1]), c.wanted));
}
// Within bounds f W g is g R (f or g).
Label ew(Context& c, const Modal& m, Args a) {
  if (m.bound) return bounded_release(c, a[1], a[0] | a[1], *m.bound, every_successor);
  const StateSet f = inside(c.arena, a[0]);
  return Label(find_until(c, f, inside(c.arena, a[1]), c.wanted) |
               exists_globally(c.arena, f, c.wanted));
}
Label aw(Context& c, const Modal& m, Args a) {
  if (m.bound) return bounded_release(c, a[1], a[0] | a[1], *m.bound, some_successor);
  return Label(all_weak(c.arena, inside(c.arena, a[0]), inside(c.arena, a[1]), c.wanted));
}

Label ex(Context& c, const Modal&, Args a) {
  return Label(some_successor(c.arena, inside(c.arena, a[0])));
}
Label ax(Context& c, const Modal&, Args a) {
  return Label(every_successor(c.arena, inside(c.arena, a[0])));
}

// E F f, or within bounds what 'next' makes of it.
StateSet finally(Context& c, const Modal& m, const StateSet& f, Next next) {
  if (m.bound) return bounded_until(c.arena, c.arena.domain, f, *m.bound, next);
  return find_until(c, c.arena.domain, f, c.wanted);
}
Label ef(Context& c, const Modal& m, Args a) {
  return Label(finally(c, m, inside(c.arena, a[0]), some_successor));
}
Label ag(Context& c, const Modal& m, Args a) {
  return !Label(finally(c, m, outside(c.arena, a[0]), some_successor));
}
Label af(Context& c, const Modal& m, Args a) {
  if (m.bound) return Label(finally(c, m, inside(c.arena, a[0]), every_successor));
  return !Label(exists_globally(c.arena, outside(c.arena, a[0]), c.wanted));
}
Label eg(Context& c, const Modal& m, Args a) {
  if (m.bound) return !Label(finally(c, m, outside(c.arena, a[0]), every_successor));
  return Label(exists_globally(c.arena, inside(c.arena, a[0]), c.wanted));
}

}  // namespace

std::span<const Rule> temporal_rules() {
  constexpr auto nobody = Asks::nobody;
  constexpr auto yes = Shows::that_it_holds;
  constexpr auto no = Shows::that_it_fails;
  static constexpr Rule rules[] = {
      {Builtin::EX, ex, nobody, yes, show_path}, {Builtin::AX, ax, nobody, no, show_path},
      {Builtin::EF, ef, nobody, yes, show_path}, {Builtin::AF, af, nobody, no, show_path},
      {Builtin::EG, eg, nobody, yes, show_path}, {Builtin::AG, ag, nobody, no, show_path},
      {Builtin::EU, eu, nobody, yes, show_path}, {Builtin::AU, au, nobody, no, show_path},
      {Builtin::ER, er, nobody, yes, show_path}, {Builtin::AR, ar, nobody, no, show_path},
      {Builtin::EW, ew, nobody, yes, show_path}, {Builtin::AW, aw, nobody, no, show_path},
  };
  return rules;
}

}  // namespace ken::check
