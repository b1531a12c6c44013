#pragma once
#include "concrete/context.hpp"

namespace ken::concrete {

// The states of the domain from which the relation leads to states of the set only, or to some.
[[nodiscard]] StateSet label_related(Context& context, logic::PathQuantifier quantifier,
                                     logic::RelationId relation, const StateSet& set);

// For each state of the domain those of the domain that the relation leads to; for others nothing.
// Stays charged to the budget.
[[nodiscard]] const std::vector<StateSet>& pairs_of(Context& context, logic::RelationId relation);

}  // namespace ken::concrete
