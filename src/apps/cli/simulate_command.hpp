#pragma once
#include "apps/cli/command_line.hpp"

namespace ken::apps {

// Answers the commands of a simulation, from a terminal or a pipe.  Returns the exit status.
[[nodiscard]] int simulate(const Request& request);

}  // namespace ken::apps
