#pragma once
#include "check/explain.hpp"

namespace ken::check {

// A path that shows why E path holds in a state, or why A path fails there; not for state formulas.
[[nodiscard]] evidence::Why show_quantified(Explainer& explainer, const logic::Quantified& formula,
                                            const model::State& state);

}  // namespace ken::check
