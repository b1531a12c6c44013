// Coalitions under full observation: the game of game.cpp for each operator.  [g]psi is !<g>!psi.

#include "concrete/rules.hpp"

namespace ken::concrete {
namespace {

using logic::Builtin;
using logic::Modal;
using Args = std::span<const StateSet>;

Game game(Context& c, const Modal& m) { return play(c, m.subjects[0]); }

StateSet can_next(Context& c, const Modal& m, Args a) { return game(c, m).next(a[0]); }
StateSet can_finally(Context& c, const Modal& m, Args a) {
  return game(c, m).until(c.arena.reachable(), a[0]);
}
StateSet can_globally(Context& c, const Modal& m, Args a) { return game(c, m).globally(a[0]); }
StateSet can_until(Context& c, const Modal& m, Args a) { return game(c, m).until(a[0], a[1]); }
StateSet can_release(Context& c, const Modal& m, Args a) { return game(c, m).release(a[0], a[1]); }
StateSet can_weak(Context& c, const Modal& m, Args a) { return game(c, m).weak(a[0], a[1]); }

StateSet must_next(Context& c, const Modal& m, Args a) {
  return complement(c, game(c, m).next(complement(c, a[0])));
}
StateSet must_finally(Context& c, const Modal& m, Args a) {
  return complement(c, game(c, m).globally(complement(c, a[0])));
}
StateSet must_globally(Context& c, const Modal& m, Args a) {
  return complement(c, game(c, m).until(c.arena.reachable(), complement(c, a[0])));
}
StateSet must_until(Context& c, const Modal& m, Args a) {
  return complement(c, game(c, m).release(complement(c, a[0]), complement(c, a[1])));
}
StateSet must_release(Context& c, const Modal& m, Args a) {
  return complement(c, game(c, m).until(complement(c, a[0]), complement(c, a[1])));
}
// !(f W h) = !h U (!f and !h)
StateSet must_weak(Context& c, const Modal& m, Args a) {
  const StateSet no_h = complement(c, a[1]);
  return complement(c, game(c, m).until(no_h, complement(c, a[0]) & no_h));
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
  const StateSet initial = context.arena.initial & context.arena.domain;
  for (const logic::FormulaId id : logic::closure(context.model.formulas, formula)) {
    const auto* const modal = std::get_if<Modal>(&context.model.formulas[id]);
    if (modal != nullptr &&
        context.model.modalities[modal->modality].family == logic::Family::strategic &&
        !(initial & play(context, modal->subjects[0]).escape()).empty())
      return true;
  }
  return false;
}

}  // namespace ken::concrete
