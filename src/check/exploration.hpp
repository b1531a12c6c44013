#pragma once
#include <optional>

#include "evidence/findings.hpp"
#include "symbolic/reach.hpp"

namespace ken::check {

// The reachable states without successor.
[[nodiscard]] symbolic::StateSet find_deadlocks(symbolic::System& system,
                                                const symbolic::Reachable& reachable);

// A joint action has at most one successor in every reachable state.
[[nodiscard]] bool is_deterministic(symbolic::System& system, const symbolic::Reachable& reachable);

// What should not happen in a model, as near to the initial states as the rings say.

// A reachable state without successor.
[[nodiscard]] std::optional<model::State> find_deadlock(symbolic::System& system,
                                                        const symbolic::Reachable& reachable);

[[nodiscard]] std::optional<evidence::LostStep> find_lost_step(
    symbolic::System& system, const symbolic::Reachable& reachable);

[[nodiscard]] std::optional<evidence::OpenChoice> find_open_choice(
    symbolic::System& system, const symbolic::Reachable& reachable);

// A run from an initial state to a reachable one, a shortest one unless states were found by
// chaining.  It stays charged to the budget; throws Exhausted.
[[nodiscard]] evidence::Trace trace_to(symbolic::System& system,
                                       const symbolic::Reachable& reachable,
                                       const model::State& state);

}  // namespace ken::check
