#pragma once
#include "check/refutation.hpp"

namespace ken::check {

// What is known about a contest before any strategy is tried: bounds, and a strategy to begin with.
struct Opening {
  Bounds bounds;
  Strategy strategy;
};
[[nodiscard]] Opening open_contest(Context& context, const Contest& contest);
// A strategy of agents who want nothing in particular.
[[nodiscard]] Strategy take_first_actions(Context& context, const logic::Group& agents);

}  // namespace ken::check
