#include "syntax/readings.hpp"

namespace ken::syntax {

void compare_readings(const System&, base::Diagnostics&) {}

}  // namespace ken::syntax
