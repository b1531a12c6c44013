#pragma once
#include <functional>

#include "base/budget.hpp"
#include "model/model.hpp"

namespace ken::model {

// Calls visit(state) for every state that satisfies InitStates, until visit answers false.
void for_each_initial_state(const Model& model, base::Budget& budget,
                            const std::function<bool(const State&)>& visit);

}  // namespace ken::model
