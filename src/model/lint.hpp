#pragma once
#include "base/diagnostic.hpp"
#include "model/model.hpp"

namespace ken::model {

// What is legal but suspicious and can be seen on the names alone: what is declared and never used.
void lint(const Model& model, base::Diagnostics& diagnostics);

// Indices that hide another name.
void lint_indices(const syntax::System& text, const Model& model, base::Diagnostics& diagnostics);

}  // namespace ken::model
