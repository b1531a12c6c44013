#include "symbolic/count_text.hpp"

#include "symbolic/count.hpp"

namespace ken::symbolic {

std::string count_in_decimal(const System& system, const StateSet& states) {
  return count_states(system, states).str();
}

}  // namespace ken::symbolic
