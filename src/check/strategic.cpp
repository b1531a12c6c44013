// Coalitions.  Each operator is one of three objectives: X goal, through U goal, through W goal;
// and [g]psi is !<g>!psi.
//
// Under full observation they are the game of game.cpp.  A coalition that nowhere has two actions
// to choose from has, if outcomes must be fair, all fair paths as its outcomes: then the operators
// are those of time, which are cheaper than a game.  And so they are if the coalition's joint
// action alone decides what follows: where every path is fair, it can enforce what some path does.
//
// If each member sees its own local state only, a strategy is searched for (searched.cpp).  Uniform
// strategies are chosen for a whole formula; once they are, it is read as under full observation
// (uniform.cpp).

#include "check/asked_until.hpp"
#include "check/fixpoints.hpp"
#include "check/full_strategy.hpp"
#include "check/plays.hpp"
#include "check/rules.hpp"
#include "check/searched.hpp"

namespace ken::check {
namespace {

using logic::Builtin;
using logic::Modal;
using logic::Semantics;
using Args = std::span<const Label>;

StateSet follow_some_path(const Context& c, const Objective& o, const StateSet& asked) {
  switch (o.kind) {
    case ObjectiveKind::next:
      return some_successor(c.arena, o.goal);
    case ObjectiveKind::until:
      return find_until(c, o.through, o.goal, asked);
    case ObjectiveKind::weak:
      break;
  }
  return find_until(c, o.through, o.goal, asked) | exists_globally(c.arena, o.through, asked);
}

bool decides_alone(Context& c, const logic::Group& members) {
  const Coalition& coalition = coalition_of(c, members);
  return subset(coalition.alive, coalition.turns.ours);
}

StateSet play_with_full_observation(Context& c, const Modal& m, const Objective& o) {
  // Strategies that are kept are read off the whole set.
  const StateSet asked = c.keep == Keep::nothing ? c.wanted : c.arena.domain;
  if (!c.arena.fair() && decides_alone(c, m.subjects[0])) return follow_some_path(c, o, asked);
  const bool game = !c.only_fair_outcomes() || has_choice(c, m.subjects[0]);
  switch (o.kind) {
    case ObjectiveKind::next:
      return game ? play(c, m.subjects[0]).next(o.goal) : every_successor(c.arena, o.goal);
    case ObjectiveKind::until:
      return game ? play(c, m.subjects[0]).until(o.through, o.goal, asked)
                  : all_until(c.arena, o.through & c.arena.domain, o.goal);
    case ObjectiveKind::weak:
      break;
  }
  return game ? play(c, m.subjects[0]).weak(o.through, o.goal, asked)
              : all_weak(c.arena, o.through, o.goal);
}

StateSet find_where(Context& c, const Modal& m, const Objective& o) {
  switch (m.semantics == Semantics::of_the_run ? c.semantics : m.semantics) {
    case Semantics::ir:
      return find_by_search(c, m.subjects[0], o, Starts::alike, c.wanted);
    case Semantics::ir_objective:
      return find_by_search(c, m.subjects[0], o, Starts::alone, c.wanted);
    case Semantics::of_the_run:
    case Semantics::full:
    case Semantics::deterministic:
    case Semantics::uniform:
      break;
  }
  return play_with_full_observation(c, m, o);
}

const logic::Modality& row_of(const Context& c, const Modal& m) {
  return c.model().modalities[m.modality];
}

bool sees_everything(const Context& c, const Modal& m) {
  const Semantics asked = m.semantics == Semantics::of_the_run ? c.semantics : m.semantics;
  return asked != Semantics::ir && asked != Semantics::ir_objective;
}

StateSet enforce(Context& c, const Modal& m, const Objective& objective) {
  StateSet won = find_where(c, m, objective);
  if (sees_everything(c, m)) keep_full_strategy(c, m.subjects[0], objective, won);
  return won;
}

Label can(Context& c, const Modal& m, Args a) {
  return Label(enforce(c, m, make_objective(c.arena, *row_of(c, m).path_operator, a)));
}
Label must(Context& c, const Modal& m, Args a) {
  return !Label(enforce(c, m, make_counter_objective(c.arena, *row_of(c, m).path_operator, a)));
}

}  // namespace

std::span<const Rule> strategic_rules() {
  constexpr auto nobody = Asks::nobody;
  constexpr auto both = Shows::both;
  static constexpr Rule rules[] = {
      {Builtin::can_next, can, nobody, both, show_play},
      {Builtin::can_finally, can, nobody, both, show_play},
      {Builtin::can_globally, can, nobody, both, show_play},
      {Builtin::can_until, can, nobody, both, show_play},
      {Builtin::can_release, can, nobody, both, show_play},
      {Builtin::can_weak, can, nobody, both, show_play},
      {Builtin::must_next, must, nobody, both, show_play},
      {Builtin::must_finally, must, nobody, both, show_play},
      {Builtin::must_globally, must, nobody, both, show_play},
      {Builtin::must_until, must, nobody, both, show_play},
      {Builtin::must_release, must, nobody, both, show_play},
      {Builtin::must_weak, must, nobody, both, show_play},
  };
  return rules;
}

// A coalition that enforces what no path satisfies has no fair outcome.
bool can_leave_fair_paths(Context& context, logic::FormulaId formula) {
  context.outcomes = Outcomes::fair;
  if (!context.arena.fair()) return false;
  context.wanted = context.initial();
  context.operation.reset();
  const StateSet nothing = context.arena.nothing();
  const Objective impossible{ObjectiveKind::weak, nothing, nothing};
  const model::Model& model = context.model();
  for (const logic::FormulaId id : logic::closure(model.formulas, formula)) {
    const auto* const modal = std::get_if<Modal>(&model.formulas[id]);
    if (modal == nullptr || model.modalities[modal->modality].family != logic::Family::strategic)
      continue;
    if (!disjoint(find_where(context, *modal, impossible), context.initial())) return true;
  }
  return false;
}

}  // namespace ken::check
