#pragma once
#include "concrete/context.hpp"
#include "concrete/objective.hpp"
#include "evidence/fact.hpp"

namespace ken::concrete {

// What the coalition of an operator wants; of [g]op what would make it false.  Labels its
// arguments; throws Exhausted.
[[nodiscard]] Objective find_objective(Context& context, logic::FormulaId operation);

// What a strategy has to do besides winning when outcomes must be fair: offer a successor wherever
// the objective is not achieved, or leave fair paths to all states it starts in.
enum class Duty : std::uint8_t { never_stuck, stay_fair };

// Whether all facts hold of every strategy of the members for the objective.  Throws Exhausted.
[[nodiscard]] bool are_right(Context& context, const logic::Group& members,
                             const Objective& objective, Duty duty,
                             std::span<const evidence::Fact> facts);

}  // namespace ken::concrete
