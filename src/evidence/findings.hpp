#pragma once
#include <optional>
#include <string>

#include "evidence/trace.hpp"

namespace ken::evidence {

// A reachable state where an evolution line applies but its value does not fit the variable: that
// step is lost.
struct LostStep {
  const model::Assignment* assignment = nullptr;
  model::State state;
};

// A reachable state where an agent's protocol allows no action or several.
struct OpenChoice {
  model::AgentId agent{};
  model::State state;
};

// Two evolution lines of an agent that both apply in a reachable state and do different things: the
// step is a choice between them.
struct Overlap {
  const model::EvolutionRule* earlier = nullptr;
  const model::EvolutionRule* line = nullptr;
  std::string where;  // "P.x=1, P.Action=go"
};

// What the exploration of a model finds out.
struct Exploration {
  std::string reachable_states;  // exact, in decimal; empty if there may be more states
  bool any_initial = false;
  bool complete = true;              // else every question was settled before the end
  std::optional<std::size_t> depth;  // steps to the farthest state, if that is known
};

// What should not happen in a model, each as near to the initial states as the engine knows.
struct Flaws {
  std::optional<model::State> deadlock;
  std::optional<LostStep> lost;
};

}  // namespace ken::evidence
