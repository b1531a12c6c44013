#include "symbolic/count_text.hpp"

#include "symbolic/count.hpp"

namespace ken::symbolic {

std::string count_in_decimal(const System& system, const StateSet& states) {
  return count_states(system, states).str();
}

bool is_one_state(const System& system, const StateSet& states) {
  return count_states(system, states) == 1;
}

}  // namespace ken::symbolic
