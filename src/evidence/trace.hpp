#pragma once
#include <string>
#include <vector>

#include "model/model.hpp"

namespace ken::evidence {

// A finite run: states and the joint actions between them.
struct Trace {
  std::vector<model::State> states;
  std::vector<model::JointAction> actions;  // one less than states
};

// One line for each state, and what changed by each step.
[[nodiscard]] std::vector<std::string> to_lines(const model::Model& model, const Trace& trace);

// Whether the trace is a run of the model from an initial state.
[[nodiscard]] bool replay(const model::Model& model, const Trace& trace);

}  // namespace ken::evidence
