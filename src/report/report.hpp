#pragma once
#include <span>
#include <string>

#include "evidence/answer.hpp"
#include "model/model.hpp"

namespace ken::report {

// The verdicts for a person; diagnostics are not part of it.
[[nodiscard]] std::string to_text(const evidence::Answer& answer);
// What the run took: --stats.
[[nodiscard]] std::string statistics_text(const evidence::Answer& answer);

// One object for one file, {"schema", "files"} for several; ends with a line break.
[[nodiscard]] std::string to_json(std::span<const evidence::Answer> answers);

// Diagnostics alone, as the JSON of 'ken lint'.
[[nodiscard]] std::string diagnostics_json(std::span<const evidence::Answer> answers);

}  // namespace ken::report
