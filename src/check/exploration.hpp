#pragma once
#include <optional>

#include "evidence/trace.hpp"
#include "symbolic/reach.hpp"

namespace ken::check {

// What should not happen in a model, each with a run to where it does, a
// shortest one unless states were found by chaining.

// A reachable state without successor.
[[nodiscard]] std::optional<evidence::Trace> first_deadlock(symbolic::System& system,
                                                            const symbolic::Reachable& reachable);

// A reachable state where an evolution line applies but has a value that does not fit.
struct LostStep {
  const model::Assignment* assignment = nullptr;
  evidence::Trace trace;
};
[[nodiscard]] std::optional<LostStep> first_lost(symbolic::System& system,
                                                 const symbolic::Reachable& reachable);

// A reachable state where an agent's protocol allows no action or several.
struct OpenChoice {
  model::AgentId agent{};
  model::State state;
};
[[nodiscard]] std::optional<OpenChoice> first_open_choice(symbolic::System& system,
                                                          const symbolic::Reachable& reachable);

}  // namespace ken::check
