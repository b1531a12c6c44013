// Coalitions under full observation: the game of game.cpp for each operator.
//
// A coalition that nowhere has two actions to choose from has, if outcomes must be fair, all fair
// paths as its outcomes: then the operators are those of time, which are cheaper than a game.
// [g]psi is !<g>!psi.

#include "check/fixpoints.hpp"
#include "check/rules.hpp"

namespace ken::check {
namespace {

using logic::Builtin;
using logic::Modal;
using Args = std::span<const Label>;

// Whether it is a game, and not just what happens anyway.
bool is_played(Context& c, const Modal& m) {
  return !c.only_fair_outcomes() || has_choice(c, m.subjects[0]);
}

StateSet next(Context& c, const Modal& m, const StateSet& f) {
  if (!is_played(c, m)) return every_successor(c.arena, f);
  return play(c, m.subjects[0]).next(f);
}
StateSet until(Context& c, const Modal& m, const StateSet& f, const StateSet& h) {
  if (!is_played(c, m)) return all_until(c.arena, f & c.arena.domain, h);
  return play(c, m.subjects[0]).until(f, h);
}
StateSet weak(Context& c, const Modal& m, const StateSet& f, const StateSet& h) {
  if (!is_played(c, m)) return all_weak(c.arena, f, h);
  return play(c, m.subjects[0]).weak(f, h);
}

Label can_next(Context& c, const Modal& m, Args a) {
  return Label(next(c, m, inside(c.arena, a[0])));
}
Label can_finally(Context& c, const Modal& m, Args a) {
  return Label(until(c, m, c.arena.reachable, inside(c.arena, a[0])));
}
Label can_globally(Context& c, const Modal& m, Args a) {
  return Label(weak(c, m, inside(c.arena, a[0]), c.arena.nothing()));
}
Label can_until(Context& c, const Modal& m, Args a) {
  return Label(until(c, m, inside(c.arena, a[0]), inside(c.arena, a[1])));
}
Label can_weak(Context& c, const Modal& m, Args a) {
  return Label(weak(c, m, inside(c.arena, a[0]), inside(c.arena, a[1])));
}
// f R h = h W (f and h)
Label can_release(Context& c, const Modal& m, Args a) {
  const StateSet h = inside(c.arena, a[1]);
  return Label(weak(c, m, h, with(h, a[0])));
}

Label must_next(Context& c, const Modal& m, Args a) {
  return !Label(next(c, m, outside(c.arena, a[0])));
}
Label must_finally(Context& c, const Modal& m, Args a) {
  return !Label(weak(c, m, outside(c.arena, a[0]), c.arena.nothing()));
}
Label must_globally(Context& c, const Modal& m, Args a) {
  return !Label(until(c, m, c.arena.reachable, outside(c.arena, a[0])));
}
// !(f U h) = !h W (!f and !h)
Label must_until(Context& c, const Modal& m, Args a) {
  const StateSet no_h = outside(c.arena, a[1]);
  return !Label(weak(c, m, no_h, without(no_h, a[0])));
}
Label must_release(Context& c, const Modal& m, Args a) {
  return !Label(until(c, m, outside(c.arena, a[0]), outside(c.arena, a[1])));
}
// !(f W h) = !h U (!f and !h)
Label must_weak(Context& c, const Modal& m, Args a) {
  const StateSet no_h = outside(c.arena, a[1]);
  return !Label(until(c, m, no_h, without(no_h, a[0])));
}

}  // namespace

std::span<const Rule> strategic_rules() {
  static constexpr Rule rules[] = {
      {Builtin::can_next, can_next},           {Builtin::can_finally, can_finally},
      {Builtin::can_globally, can_globally},   {Builtin::can_until, can_until},
      {Builtin::can_release, can_release},     {Builtin::can_weak, can_weak},
      {Builtin::must_next, must_next},         {Builtin::must_finally, must_finally},
      {Builtin::must_globally, must_globally}, {Builtin::must_until, must_until},
      {Builtin::must_release, must_release},   {Builtin::must_weak, must_weak},
  };
  return rules;
}

bool can_leave_fair_paths(Context& context, logic::FormulaId formula) {
  context.outcomes = Outcomes::fair;
  if (!context.arena.fair()) return false;
  const model::Model& model = context.model();
  for (const logic::FormulaId id : logic::closure(model.formulas, formula)) {
    const auto* const modal = std::get_if<Modal>(&model.formulas[id]);
    if (modal == nullptr || model.modalities[modal->modality].family != logic::Family::strategic)
      continue;
    const logic::Group& members = modal->subjects[0];
    if (has_choice(context, members) &&
        !disjoint(play(context, members).escape(), context.initial()))
      return true;
  }
  return false;
}

}  // namespace ken::check
