#pragma once
#include "symbolic/system.hpp"

namespace ken::check {

// Where an agent's protocol allows some action, and where several.
struct Choice {
  symbolic::StateSet some;
  symbolic::StateSet several;
};
[[nodiscard]] Choice find_choice(symbolic::System& system, const symbolic::Steps& steps,
                                 model::AgentId agent);

}  // namespace ken::check
