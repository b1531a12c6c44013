#pragma once
#include <optional>
#include <string>

#include "base/budget.hpp"

namespace ken::driver {

// The program that KEN_NUSMV names, else NuSMV or nuXmv on the path; nothing if there is none.
[[nodiscard]] std::optional<std::string> find_nusmv();

// Whether the one specification of an SMV text is true, as the program says.  Waits no longer, and
// lets it take no more memory, than the budget allows.  Throws Exhausted, also when the program
// says nothing that makes sense.
[[nodiscard]] bool ask_nusmv(const std::string& program, const std::string& text,
                             base::Budget& budget);

}  // namespace ken::driver
