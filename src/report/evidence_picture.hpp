#pragma once
#include <string>

#include "evidence/answer.hpp"

namespace ken::report {

// Evidence as a picture for Graphviz.
[[nodiscard]] std::string evidence_picture(const evidence::EvidenceAnswer& evidence);

}  // namespace ken::report
