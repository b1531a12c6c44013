#pragma once
#include "base/budget.hpp"
#include "base/source.hpp"
#include "driver/settings.hpp"
#include "evidence/coalitions.hpp"

namespace ken::driver {

// For each goal of the settings the minimal coalitions that can force it, the model being built
// once.
[[nodiscard]] evidence::CoalitionsAnswer find_coalitions(const base::Source& source,
                                                         const Settings& settings,
                                                         base::Budget& budget);

}  // namespace ken::driver
