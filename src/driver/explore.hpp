#pragma once
#include "driver/engine.hpp"

namespace ken::driver {

// Explores the model and tells the journal what was found: how many states, a deadlock, a step that
// is lost, no initial state.  Throws Exhausted.
evidence::Exploration explore(const model::Model& model, Engine& engine, Journal& journal);

// Every protocol must leave exactly one action in each reachable local state; if one does not, the
// journal learns of it and the model is a bad one.  After explore(); throws Exhausted.
void demand_determinism(const model::Model& model, Engine& engine, Journal& journal);

}  // namespace ken::driver
