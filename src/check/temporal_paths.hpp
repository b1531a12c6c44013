#pragma once
#include "check/explain.hpp"

namespace ken::check {

// A path that shows why E op holds in a state, or why A op fails there.
[[nodiscard]] evidence::Why show_path(Explainer& explainer, const logic::Modal& modal,
                                      const model::State& state, bool holds);

}  // namespace ken::check
