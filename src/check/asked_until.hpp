#pragma once
#include "check/context.hpp"

namespace ken::check {

// E(f U g) in the states that are asked about; in others it may say anything.
[[nodiscard]] StateSet find_until(const Context& context, const StateSet& f, const StateSet& g,
                                  const StateSet& asked);

}  // namespace ken::check
