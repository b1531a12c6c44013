#pragma once
#include <string>

#include "evidence/answer.hpp"

namespace ken::report {

// The strategies behind a true answer, for a person: one block for each.
[[nodiscard]] std::string strategies_text(const evidence::FormulaAnswer& formula);

}  // namespace ken::report
