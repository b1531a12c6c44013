#pragma once
#include <span>
#include <string>

namespace ken::driver {

// The answer to somebody who calls ken as MCMAS is called, "ken -c 3 model.ispl" or just "ken
// model.ispl": the command that does it, and what each option has become.  Empty if the arguments,
// without the program's name, do not look like that.
[[nodiscard]] std::string answer_mcmas_call(std::span<const std::string> arguments);

}  // namespace ken::driver
