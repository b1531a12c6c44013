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

// What should not happen in a model, each with a run to where it does, a
// shortest one unless states were found by chaining.

// A reachable state without successor.
[[nodiscard]] std::optional<evidence::Trace> find_deadlock(symbolic::System& system,
                                                           const symbolic::Reachable& reachable);

[[nodiscard]] std::optional<evidence::LostStep> find_lost_step(
    symbolic::System& system, const symbolic::Reachable& reachable);

[[nodiscard]] std::optional<evidence::OpenChoice> find_open_choice(
    symbolic::System& system, const symbolic::Reachable& reachable);

}  // namespace ken::check
