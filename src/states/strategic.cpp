// Coalitions with full observation: what each operator wants, for the games of game.cpp.  [g]psi is
// !<g>!psi.

#include "base/check.hpp"
#include "states/rules.hpp"

namespace ken::states {
namespace {

using logic::Builtin;
using logic::Modal;
using logic::PathOperator;
using Args = std::span<const StateSet>;

PathOperator operator_of(const Context& c, const Modal& m) {
  return c.model().modalities[m.modality].path_operator.value();
}

StateSet can(Context& c, const Modal& m, Args a) {
  const Game game = play(c, m.subjects[0]);
  switch (operator_of(c, m)) {
    case PathOperator::next:
      return game.next(a[0]);
    case PathOperator::finally:
      return game.until(c.reachable(), a[0]);
    case PathOperator::globally:
      return game.weak(a[0], c.nothing());
    case PathOperator::until:
      return game.until(a[0], a[1]);
    case PathOperator::release:
      return game.weak(a[1], a[0] & a[1]);
    case PathOperator::weak:
      return game.weak(a[0], a[1]);
  }
  CHECK(false, "six operators");
  return {};
}

// Where the coalition cannot enforce the opposite.
StateSet must(Context& c, const Modal& m, Args a) {
  const Game game = play(c, m.subjects[0]);
  const StateSet no_first = c.complement(a[0]);
  const StateSet no_second = a.size() > 1 ? c.complement(a[1]) : StateSet();
  switch (operator_of(c, m)) {
    case PathOperator::next:
      return c.complement(game.next(no_first));
    case PathOperator::finally:
      return c.complement(game.weak(no_first, c.nothing()));
    case PathOperator::globally:
      return c.complement(game.until(c.reachable(), no_first));
    case PathOperator::until:  // !(f U h) = !f R !h
      return c.complement(game.weak(no_second, no_first & no_second));
    case PathOperator::release:
      return c.complement(game.until(no_first, no_second));
    case PathOperator::weak:  // !(f W h) = !h U (!f and !h)
      return c.complement(game.until(no_second, no_first & no_second));
  }
  CHECK(false, "six operators");
  return {};
}

}  // namespace

std::span<const Rule> strategic_rules() {
  static constexpr Rule rules[] = {
      {Builtin::can_next, can},    {Builtin::can_finally, can},   {Builtin::can_globally, can},
      {Builtin::can_until, can},   {Builtin::can_release, can},   {Builtin::can_weak, can},
      {Builtin::must_next, must},  {Builtin::must_finally, must}, {Builtin::must_globally, must},
      {Builtin::must_until, must}, {Builtin::must_release, must}, {Builtin::must_weak, must},
  };
  return rules;
}

// A coalition that enforces what no outcome satisfies has no fair outcome.
bool can_leave_fair_paths(Context& c, logic::FormulaId formula) {
  c.outcomes = Outcomes::fair;
  if (c.fairness.empty()) return false;
  const model::Model& model = c.model();
  for (const logic::FormulaId id : logic::closure(model.formulas, formula)) {
    const auto* const modal = std::get_if<Modal>(&model.formulas[id]);
    if (modal == nullptr || model.modalities[modal->modality].family != logic::Family::strategic)
      continue;
    const StateSet won = play(c, modal->subjects[0]).weak(c.nothing(), c.nothing());
    for (StateId s = 0; s < c.space.initial_count(); ++s)
      if (won[s] && c.domain[s]) return true;
  }
  return false;
}

}  // namespace ken::states
