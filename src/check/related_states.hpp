#pragma once
#include "check/explain.hpp"

namespace ken::check {

// Why some R: f holds, or all R: f fails, in a state: a state that the relation leads to, on a run
// that makes the steps the relation speaks of.
[[nodiscard]] evidence::Why show_related(Explainer& explainer, const logic::Related& formula,
                                         const model::State& state);

}  // namespace ken::check
