#pragma once
#include "base/budget.hpp"
#include "base/diagnostic.hpp"
#include "model/model.hpp"

namespace ken::model {

// What is legal but suspicious and can be seen on the local states of one agent.
void lint(const Model& model, base::Budget& budget, base::Diagnostics& diagnostics);

}  // namespace ken::model
