// Coalitions: what each operator wants, and by which reading of strategies it is enforced.  Full
// observation is the game of game.cpp, ir and ir-objective are searched for in strategy.cpp.  The
// whole formula is what uniform restricts a model for (uniform.cpp); there, and in the fairness
// lines, coalitions have full observation.  [g]psi is !<g>!psi.

#include "base/check.hpp"
#include "concrete/rules.hpp"
#include "concrete/strategy.hpp"

namespace ken::concrete {
namespace {

using logic::Builtin;
using logic::Modal;
using logic::Semantics;
using Args = std::span<const StateSet>;

// ---- objectives ----

Objective next(const StateSet& h) { return {Objective::Form::next, {}, h}; }
Objective until(const StateSet& f, const StateSet& h) { return {Objective::Form::until, f, h}; }
Objective weak(const StateSet& f, const StateSet& h) { return {Objective::Form::weak, f, h}; }
Objective release(const StateSet& f, const StateSet& h) { return weak(h, f & h); }
Objective eventually(const Context& c, const StateSet& h) { return until(c.arena.reachable(), h); }
Objective always(const Context& c, const StateSet& f) { return weak(f, c.arena.nothing()); }

StateSet win_seeing_everything(const Game& game, const Objective& o) {
  switch (o.form) {
    case Objective::Form::next:
      return game.next(o.h);
    case Objective::Form::until:
      return game.until(o.f, o.h);
    case Objective::Form::weak:
      return game.weak(o.f, o.h);
  }
  return {};
}

StateSet enforce(Context& c, const Modal& m, const Objective& o) {
  const logic::Group& coalition = m.subjects[0];
  switch (m.semantics == Semantics::of_the_run ? c.semantics : m.semantics) {
    case Semantics::full:
    case Semantics::deterministic:
    case Semantics::uniform:
      return win_seeing_everything(play(c, coalition), o);
    case Semantics::ir:
      return find_where_strategy_wins(c, coalition, o, Starts::wherever_it_seems_to_be);
    case Semantics::ir_objective:
      return find_where_strategy_wins(c, coalition, o, Starts::here);
    case Semantics::of_the_run:
      break;
  }
  CHECK(false, "a run has a semantics of its own");
  return {};
}

// ---- rules ----

StateSet can_next(Context& c, const Modal& m, Args a) { return enforce(c, m, next(a[0])); }
StateSet can_finally(Context& c, const Modal& m, Args a) {
  return enforce(c, m, eventually(c, a[0]));
}
StateSet can_globally(Context& c, const Modal& m, Args a) { return enforce(c, m, always(c, a[0])); }
StateSet can_until(Context& c, const Modal& m, Args a) { return enforce(c, m, until(a[0], a[1])); }
StateSet can_release(Context& c, const Modal& m, Args a) {
  return enforce(c, m, release(a[0], a[1]));
}
StateSet can_weak(Context& c, const Modal& m, Args a) { return enforce(c, m, weak(a[0], a[1])); }

StateSet must_next(Context& c, const Modal& m, Args a) {
  return complement(c, enforce(c, m, next(complement(c, a[0]))));
}
StateSet must_finally(Context& c, const Modal& m, Args a) {
  return complement(c, enforce(c, m, always(c, complement(c, a[0]))));
}
StateSet must_globally(Context& c, const Modal& m, Args a) {
  return complement(c, enforce(c, m, eventually(c, complement(c, a[0]))));
}
StateSet must_until(Context& c, const Modal& m, Args a) {
  return complement(c, enforce(c, m, release(complement(c, a[0]), complement(c, a[1]))));
}
StateSet must_release(Context& c, const Modal& m, Args a) {
  return complement(c, enforce(c, m, until(complement(c, a[0]), complement(c, a[1]))));
}
// !(f W h) = !h U (!f and !h)
StateSet must_weak(Context& c, const Modal& m, Args a) {
  const StateSet no_h = complement(c, a[1]);
  return complement(c, enforce(c, m, until(no_h, complement(c, a[0]) & no_h)));
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

// A coalition that enforces something no outcome satisfies has no fair outcome.
bool can_leave_fair_paths(Context& context, logic::FormulaId formula) {
  context.outcomes = Outcomes::fair;
  const StateSet initial = context.arena.initial & context.arena.domain;
  const Objective impossible = always(context, context.arena.nothing());
  for (const logic::FormulaId id : logic::closure(context.model.formulas, formula)) {
    const auto* const modal = std::get_if<Modal>(&context.model.formulas[id]);
    if (modal != nullptr &&
        context.model.modalities[modal->modality].family == logic::Family::strategic &&
        !(initial & enforce(context, *modal, impossible)).empty())
      return true;
  }
  return false;
}

}  // namespace ken::concrete
