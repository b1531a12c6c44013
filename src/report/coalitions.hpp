#pragma once
#include <span>
#include <string>

#include "evidence/coalitions.hpp"

namespace ken::report {

// The coalitions that can force each goal, for a person.
[[nodiscard]] std::string to_text(const evidence::CoalitionsAnswer& answer);
// One JSON object; ends with a line break.
[[nodiscard]] std::string to_json(const evidence::CoalitionsAnswer& answer);

}  // namespace ken::report
