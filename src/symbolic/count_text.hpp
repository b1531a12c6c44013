#pragma once
#include <string>

#include "symbolic/system.hpp"

namespace ken::symbolic {

// How many states, exact and in decimal; for those who need no more of numbers than that.
[[nodiscard]] std::string count_in_decimal(const System& system, const StateSet& states);

[[nodiscard]] bool is_one_state(const System& system, const StateSet& states);

}  // namespace ken::symbolic
