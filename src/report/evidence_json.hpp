#pragma once
#include "report/json_value.hpp"

namespace ken::report {

// Variables, or agents, with their values.
[[nodiscard]] Json values_json(const evidence::EvidenceAnswer::Values& values);
[[nodiscard]] Json choices_json(const std::vector<evidence::StrategyAnswer::Row>& rows);
[[nodiscard]] Json impossibility_json(const evidence::ImpossibilityAnswer& answer);
[[nodiscard]] Json evidence_json(const evidence::EvidenceAnswer& evidence);

}  // namespace ken::report
