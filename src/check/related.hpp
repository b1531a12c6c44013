#pragma once
#include "check/context.hpp"
#include "check/label.hpp"

namespace ken::check {

// Where the relation leads to states of the domain with the argument only, or to some.
[[nodiscard]] Label label_related(Context& context, logic::PathQuantifier quantifier,
                                  logic::RelationId relation, const Label& argument);

// The states of the domain from which the relation leads to some of the set, which lies in it.
[[nodiscard]] StateSet related_to(Context& context, logic::RelationId relation,
                                  const StateSet& set);

// What leads from a state to those that it is related to.
enum class Movement : std::uint8_t { none, step, step_back, reach, reach_back };
struct RelatedStates {
  Movement movement = Movement::none;
  StateSet states;
};
// The states that the relation leads to from this one, by how; nothing if that cannot be told
// apart.
[[nodiscard]] std::optional<std::vector<RelatedStates>> list_related(Context& context,
                                                                     logic::RelationId relation,
                                                                     const StateSet& state);

}  // namespace ken::check
