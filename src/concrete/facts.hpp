#pragma once
#include "concrete/context.hpp"
#include "concrete/objective.hpp"
#include "evidence/fact.hpp"

namespace ken::concrete {

// What the coalition of an operator wants; of [g]op what would make it false.  Labels its
// arguments; throws Exhausted.
[[nodiscard]] Objective find_objective(Context& context, logic::FormulaId operation);

// Whether all facts hold of every strategy of the members for the objective.  Not for outcomes that
// must be fair.  Throws Exhausted.
[[nodiscard]] bool are_right(Context& context, const logic::Group& members,
                             const Objective& objective, std::span<const evidence::Fact> facts);

}  // namespace ken::concrete
