#pragma once
#include "evidence/answer.hpp"
#include "model/logic_document.hpp"
#include "report/report.hpp"

namespace ken::report {

// What ken logic prints of a file.
[[nodiscard]] std::string to_text(const model::LogicDocument& document, const std::string& file);
[[nodiscard]] std::string to_json(const model::LogicDocument& document,
                                  const evidence::Answer& answer, const JsonFrame& frame);

}  // namespace ken::report
