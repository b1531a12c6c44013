#pragma once
#include "apps/cli/command_line.hpp"

namespace ken::apps {

// Carries a request out and returns the exit status.
[[nodiscard]] int run(const Request& request);

}  // namespace ken::apps
