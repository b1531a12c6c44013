#pragma once
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"

namespace ken::evidence {

// A finite run: states and the joint actions between them.
struct Trace {
  std::vector<model::State> states;
  std::vector<model::JointAction> actions;  // one less than states
};

// One line for each state, and what changed by each step.  The lines stay charged to the budget;
// throws Exhausted.
[[nodiscard]] std::vector<std::string> to_lines(const model::Model& model, const Trace& trace,
                                                base::Budget& budget);

// Whether the protocols allow the joint action in a state and it may lead to the other one.  Throws
// Exhausted.
[[nodiscard]] bool is_step(const model::Model& model, const model::State& from,
                           const model::JointAction& action, const model::State& to,
                           base::Budget& budget);

// Whether the trace is a run of the model from an initial state.  Each step is confirmed from its
// action and its target, nothing is listed.  Throws Exhausted.
[[nodiscard]] bool replay(const model::Model& model, const Trace& trace, base::Budget& budget);

}  // namespace ken::evidence
