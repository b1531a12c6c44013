// Coalitions: what each operator wants, and by which reading of strategies it is enforced.  Full
// observation is the game of game.cpp, ir and ir-objective are searched for in strategy.cpp.  The
// whole formula is what uniform restricts a model for (uniform.cpp); there, and in the fairness
// lines, coalitions have full observation.  [g]psi is !<g>!psi.

#include "base/check.hpp"
#include "concrete/facts.hpp"
#include "concrete/labeller.hpp"
#include "concrete/strategy.hpp"

namespace ken::concrete {
namespace {

using logic::Builtin;
using logic::Modal;
using logic::PathOperator;
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

// What <g>op asks for.
Objective make_objective(const Context& c, PathOperator op, Args a) {
  switch (op) {
    case PathOperator::next:
      return next(a[0]);
    case PathOperator::finally:
      return eventually(c, a[0]);
    case PathOperator::globally:
      return always(c, a[0]);
    case PathOperator::until:
      return until(a[0], a[1]);
    case PathOperator::release:
      return release(a[0], a[1]);
    case PathOperator::weak:
      break;
  }
  return weak(a[0], a[1]);
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

// What would make [g]op false.
Objective make_counter_objective(const Context& c, PathOperator op, Args a) {
  const StateSet no_first = complement(c, a[0]);
  const StateSet no_second = a.size() > 1 ? complement(c, a[1]) : StateSet();
  switch (op) {
    case PathOperator::next:
      return next(no_first);
    case PathOperator::finally:
      return always(c, no_first);
    case PathOperator::globally:
      return eventually(c, no_first);
    case PathOperator::until:
      return release(no_first, no_second);
    case PathOperator::release:
      return until(no_first, no_second);
    case PathOperator::weak:  // !(f W h) = !h U (!f and !h)
      break;
  }
  return until(no_second, no_first & no_second);
}

const logic::Modality& row_of(const Context& c, const Modal& m) {
  return c.model.modalities[m.modality];
}

// ---- rules ----

StateSet can(Context& c, const Modal& m, Args a) {
  return enforce(c, m, make_objective(c, *row_of(c, m).path_operator, a));
}
StateSet must(Context& c, const Modal& m, Args a) {
  return complement(c, enforce(c, m, make_counter_objective(c, *row_of(c, m).path_operator, a)));
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

Objective find_objective(Context& context, logic::FormulaId operation) {
  const auto& modal = std::get<Modal>(context.model.formulas[operation]);
  const logic::Modality& row = row_of(context, modal);
  std::vector<StateSet> args;
  for (const logic::FormulaId arg : modal.args) args.push_back(Labeller(context).label(arg));
  return row.keyword == logic::diamond.open
             ? make_objective(context, *row.path_operator, args)
             : make_counter_objective(context, *row.path_operator, args);
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
