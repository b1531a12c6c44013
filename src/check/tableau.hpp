#pragma once
#include "check/path_finder.hpp"
#include "check/path_formula.hpp"
#include "symbolic/system.hpp"

namespace ken::check {

// The states of the arena's domain where a fair infinite path starts of which the formula is true.
// Infinite paths start in all of the domain.  Throws Exhausted.
[[nodiscard]] StateSet follow_paths(symbolic::System& system, const Arena& arena, PathStore& store,
                                    PathId formula);

// Such a path, from one state of those.
[[nodiscard]] Lasso find_path(symbolic::System& system, const Arena& arena, PathStore& store,
                              PathId formula, const StateSet& from);

}  // namespace ken::check
