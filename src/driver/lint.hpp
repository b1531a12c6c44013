#pragma once
#include "driver/load.hpp"

namespace ken::driver {

// What is wrong or suspicious in a text, and not allowed by a comment of it; within one budget,
// which may have been used to read the file.
[[nodiscard]] evidence::Answer lint(const base::Source& source, const Settings& settings,
                                    base::Budget& budget);

}  // namespace ken::driver
