#pragma once
#include <string>

#include "evidence/answer.hpp"

namespace ken::report {

// The strategies behind a true answer, for a person: one block for each.
[[nodiscard]] std::string strategies_text(const evidence::FormulaAnswer& formula);

// Why there are none: of many facts the first; the JSON has all.
[[nodiscard]] std::string impossibilities_text(const evidence::FormulaAnswer& formula);
[[nodiscard]] std::string list_facts(const evidence::ImpossibilityAnswer& answer,
                                     std::size_t indent);

// Why a formula holds or fails, if that was asked for: states as what changes in them.
[[nodiscard]] std::string evidence_text(const evidence::FormulaAnswer& formula);
[[nodiscard]] std::string evidence_text(const evidence::EvidenceAnswer& evidence);

}  // namespace ken::report
