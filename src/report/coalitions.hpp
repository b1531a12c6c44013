#pragma once
#include <span>
#include <string>

#include "evidence/coalitions.hpp"
#include "report/report.hpp"

namespace ken::report {

// The coalitions that can force each goal, for a person.
[[nodiscard]] std::string to_text(const evidence::CoalitionsAnswer& answer);
// One JSON object; ends with a line break.  With mistakes it has diagnostics and no goals.
[[nodiscard]] std::string to_json(const evidence::CoalitionsAnswer& answer, const JsonFrame& frame);

}  // namespace ken::report
