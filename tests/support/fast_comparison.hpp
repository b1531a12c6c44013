#pragma once
#include <optional>
#include <string>

#include "concrete/labeller.hpp"

namespace ken::tests {

// Runs the states engine on a model that the explicit engine has explored, as far as it decides its
// formulas.  Says where they first differ: in the states and steps, in what the exploration
// reports and proves by a trace, in the states of any part of any formula, or in a verdict.  Throws
// Exhausted.
[[nodiscard]] std::optional<std::string> fast_difference(const model::Model& model,
                                                         const concrete::StateSpace& space,
                                                         concrete::Context& context,
                                                         logic::Semantics semantics,
                                                         base::Budget& budget);

}  // namespace ken::tests
