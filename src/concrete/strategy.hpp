#pragma once
#include "concrete/context.hpp"
#include "concrete/objective.hpp"

namespace ken::concrete {

// Where the outcomes of a strategy begin: in the state itself (ir-objective), or also in every
// state of the domain that some member takes for it (ir).
enum class Starts : std::uint8_t { here, wherever_it_seems_to_be };

// Where the coalition has a uniform memoryless strategy for the objective.  Throws Exhausted.
[[nodiscard]] StateSet find_where_strategy_wins(Context& context, const logic::Group& coalition,
                                                const Objective& objective, Starts starts);

}  // namespace ken::concrete
