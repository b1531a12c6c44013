#pragma once
#include <array>
#include <string_view>

#include "syntax/words.hpp"

namespace ken::syntax {

inline constexpr auto agent_sections = std::to_array<std::string_view>(
    {"Obsvars", "Lobsvars", "Vars", "RedStates", "Actions", "Protocol", "Evolution"});
inline constexpr auto file_sections =
    std::to_array<std::string_view>({"Semantics", "Parameter", "Define", "Logic", "Agent",
                                     "Evaluation", "InitStates", "Groups", "Fairness", "Formulae"});

[[nodiscard]] inline bool is_section_word(std::string_view word) {
  return contains(agent_sections, word) || contains(file_sections, word);
}

}  // namespace ken::syntax
