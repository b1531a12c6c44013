#pragma once
#include "base/budget.hpp"
#include "base/diagnostic.hpp"
#include "model/model.hpp"

namespace ken::model {

// What is legal but suspicious and can be seen without the state space: on the text, or on the
// local states of one agent, reachable or not, as long as there are not too many of them.
void lint(const Model& model, base::Budget& budget, base::Diagnostics& diagnostics);

// Indices that hide another name.
void lint_indices(const syntax::System& text, const Model& model, base::Diagnostics& diagnostics);

}  // namespace ken::model
