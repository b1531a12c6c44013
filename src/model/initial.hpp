#pragma once
#include <functional>

#include "base/budget.hpp"
#include "model/model.hpp"

namespace ken::model {

// Calls visit(state) for every state that satisfies InitStates, until visit answers false.  Before
// each condition that is evaluated on the way note_work(nodes) is told how large it is, if given.
void for_each_initial_state(const Model& model, base::Budget& budget,
                            const std::function<bool(const State&)>& visit,
                            const std::function<void(std::size_t)>& note_work = {});

}  // namespace ken::model
