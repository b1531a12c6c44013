#pragma once
#include "driver/engine.hpp"

namespace ken::driver {

// What there is to know about a model before its formulas.
struct Findings {
  bool any_initial = false;
  evidence::Flaws flaws;
  bool complete = true;  // else everything asked is known, and nothing else was looked for
};

// Explores the model and tells the journal what was found: how many states, a deadlock, a step that
// is lost, no initial state.  Throws Exhausted.
Findings explore(const model::Model& model, Engine& engine, Journal& journal);

// Adds the runs that lead to the flaws; one that does not fit into the budget is left out with a
// word.  After everything is decided.
void trace_flaws(const model::Model& model, const evidence::Flaws& flaws, Engine& engine,
                 base::Budget& budget, Journal& journal);

// Every protocol must leave exactly one action in each reachable local state; if one does not, the
// journal learns of it and the model is a bad one.  After explore(); throws Exhausted.
void demand_determinism(const model::Model& model, Engine& engine, Journal& journal);

}  // namespace ken::driver
