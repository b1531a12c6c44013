#pragma once
#include "apps/cli/command_line.hpp"

namespace ken::apps {

// 'ken check': verdicts for every file, and the exit status.
[[nodiscard]] int check(const Request& request);

}  // namespace ken::apps
