#pragma once
#include "bdd/count.hpp"
#include "symbolic/system.hpp"

namespace ken::symbolic {

[[nodiscard]] inline bdd::Natural count_states(const System& system, const StateSet& states) {
  return bdd::count(states.function(), system.state_bits());
}

}  // namespace ken::symbolic
