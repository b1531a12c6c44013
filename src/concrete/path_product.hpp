#pragma once
#include <map>

#include "concrete/arena.hpp"

namespace ken::concrete {

// The labels of state formulas.
using Labels = std::map<logic::FormulaId, StateSet>;

// The states of the domain where some infinite path that stays there, a fair one if the arena is
// fair, satisfies the path formula, or all such paths do.  The labels have those of its state
// parts.  Throws Exhausted.
[[nodiscard]] StateSet exists_path(const Arena& arena, const logic::FormulaStore& store,
                                   logic::FormulaId path, const Labels& labels);
[[nodiscard]] StateSet for_all_paths(const Arena& arena, const logic::FormulaStore& store,
                                     logic::FormulaId path, const Labels& labels);

}  // namespace ken::concrete
