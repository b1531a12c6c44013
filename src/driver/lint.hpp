#pragma once
#include "driver/load.hpp"

namespace ken::driver {

// What is wrong or suspicious in a text, and not allowed by a comment of it.
[[nodiscard]] evidence::Answer lint(const base::Source& source, const Settings& settings);

}  // namespace ken::driver
