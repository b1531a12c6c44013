#pragma once
#include "base/diagnostic.hpp"
#include "syntax/ast.hpp"

namespace ken::syntax {

// Notes every place in the formulas where ken's reading, the standard order of operators and the
// reading of MCMAS differ.
void compare_readings(const System& system, base::Diagnostics& diagnostics);

}  // namespace ken::syntax
