#pragma once
#include <string>
#include <vector>

#include "evidence/answer.hpp"

namespace ken::report {

// The agent of Agent.variable.
[[nodiscard]] std::string owner_of(const std::string& variable);

// Those of the values that belong to these agents; all if none is named.
[[nodiscard]] evidence::EvidenceAnswer::Values choose_values(
    const evidence::EvidenceAnswer::Values& values, const std::vector<std::string>& agents);

// What is different now.
[[nodiscard]] evidence::EvidenceAnswer::Values find_changes(
    const evidence::EvidenceAnswer::Values& before, const evidence::EvidenceAnswer::Values& now);

}  // namespace ken::report
