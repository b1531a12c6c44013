#pragma once
#include "check/path_formula.hpp"
#include "symbolic/system.hpp"

namespace ken::check {

// The states of the arena's domain where a fair infinite path starts of which the formula is true.
// Infinite paths start in all of the domain.  Throws Exhausted.
[[nodiscard]] StateSet follow_paths(symbolic::System& system, const Arena& arena, PathStore& store,
                                    PathId formula);

}  // namespace ken::check
