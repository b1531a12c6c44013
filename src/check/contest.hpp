#pragma once
#include <span>

#include "check/context.hpp"
#include "check/label.hpp"

namespace ken::check {

// What every outcome of a strategy has to satisfy: X goal, through U goal, or through W goal.
enum class ObjectiveKind : std::uint8_t { next, until, weak };
struct Objective {
  ObjectiveKind kind = ObjectiveKind::next;
  StateSet through;
  StateSet goal;
};

// What <g>op asks for, given the labels of the arguments of the path operator; and what would make
// [g]op false.
[[nodiscard]] Objective make_objective(const Arena& arena, logic::PathOperator op,
                                       std::span<const Label> args);
[[nodiscard]] Objective make_counter_objective(const Arena& arena, logic::PathOperator op,
                                               std::span<const Label> args);

// What a strategy has to do besides winning.
enum class Duty : std::uint8_t {
  // Each state of the domain that is met before the objective is achieved has a successor.
  never_stuck,
  // Fair paths still start in all states it starts in; to be stuck elsewhere is to leave them.
  stay_fair,
};

// A coalition whose members each see their own local state, with an objective: the ground on which
// its strategies are tried.  Lives shorter than the context it is made from.
struct Contest {
  symbolic::System& system;
  const Arena& arena;
  const symbolic::MoveRelation& moves;  // of the members
  MoveSet available;
  logic::Group members;
  Objective objective;
  bool only_fair = false;  // outcomes that are not fair do not count
  Duty duty = Duty::never_stuck;
  StateSet ground;  // the states that outcomes are made of

  // Where nothing is decided yet, and where the objective is violated; not for next.
  [[nodiscard]] StateSet open() const { return (objective.through & ground) - objective.goal; }
  [[nodiscard]] StateSet violated() const { return ground - objective.through - objective.goal; }
};
[[nodiscard]] Contest make_contest(Context& context, const logic::Group& members,
                                   Objective objective);

}  // namespace ken::check
