#pragma once
#include "model/model.hpp"

namespace ken::evidence {

// Whether these are values of all variables.
[[nodiscard]] bool is_state_of(const model::Model& model, const model::State& state);

// Whether an agent sees the same in both.
[[nodiscard]] bool looks_alike(const model::Model& model, logic::AgentId agent,
                               const model::State& a, const model::State& b);

// Whether a propositional formula holds in a state.
[[nodiscard]] bool holds_in(const model::Model& model, logic::FormulaId formula,
                            const model::State& state);

}  // namespace ken::evidence
