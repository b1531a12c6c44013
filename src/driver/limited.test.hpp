#pragma once
#include "driver/load.hpp"

namespace ken::driver::test {

// A command on a text, such as lint, within limits of its own.
template <class Command>
auto run_limited(const Command& command, const base::Source& source, const Settings& settings) {
  base::Budget budget(choose_limits(settings));
  return command(source, settings, budget);
}

}  // namespace ken::driver::test
