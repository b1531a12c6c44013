#pragma once
#include "base/diagnostic.hpp"
#include "syntax/allowances.hpp"

namespace ken::driver {

// Takes out the remarks that comments of the text allow.
void apply_allowances(const syntax::System& system, base::Diagnostics& diagnostics);

// The same, for all that ken lint found: warns of comments that allow nothing.
void settle_allowances(const syntax::System& system, base::Diagnostics& diagnostics);

}  // namespace ken::driver
