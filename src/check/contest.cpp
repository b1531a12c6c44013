#include "check/contest.hpp"

namespace ken::check {

using logic::PathOperator;

Objective make_objective(const Arena& arena, PathOperator op, std::span<const Label> args) {
  const StateSet first = inside(arena, args[0]);
  switch (op) {
    case PathOperator::next:
      return {ObjectiveKind::next, arena.nothing(), first};
    case PathOperator::finally:
      return {ObjectiveKind::until, arena.reachable, first};
    case PathOperator::globally:
      return {ObjectiveKind::weak, first, arena.nothing()};
    case PathOperator::until:
      return {ObjectiveKind::until, first, inside(arena, args[1])};
    case PathOperator::release: {  // f R h = h W (f and h)
      const StateSet second = inside(arena, args[1]);
      return {ObjectiveKind::weak, second, second & first};
    }
    case PathOperator::weak:
      break;
  }
  return {ObjectiveKind::weak, first, inside(arena, args[1])};
}

Objective make_counter_objective(const Arena& arena, PathOperator op, std::span<const Label> args) {
  const logic::PathOperatorRow& row = logic::row_of(op);
  std::vector<Label> negated;
  for (const Label& arg : args) negated.push_back(!arg);
  if (row.dual_arguments == logic::DualArguments::weak)
    negated = {negated[1], negated[0] & negated[1]};
  return make_objective(arena, row.dual, negated);
}

// A fair path stays where fair paths start, so that is all there is of it; else outcomes may go
// anywhere.
Contest make_contest(Context& context, const logic::Group& members, Objective objective) {
  const bool only_fair = context.only_fair_outcomes();
  const Arena& arena = context.arena;
  return {.system = context.system,
          .arena = arena,
          .moves = arena.steps->moves_of(members),
          .available = play(context, members).available(),
          .members = members,
          .objective = std::move(objective),
          .only_fair = only_fair,
          .duty = Duty::never_stuck,
          .ground = only_fair ? arena.domain : arena.reachable};
}

}  // namespace ken::check
