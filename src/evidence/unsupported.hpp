#pragma once
#include <string>
#include <string_view>

#include "logic/formula.hpp"

namespace ken::evidence {

// The wording that engines share for what they cannot decide; why they cannot, each knows itself.

[[nodiscard]] inline std::string unsupported_family(std::string_view family) {
  return "not supported yet: " + std::string(family);
}
[[nodiscard]] inline std::string unsupported_semantics(logic::Semantics semantics) {
  return "not supported yet: " + std::string(logic::name(semantics)) + " strategies";
}

}  // namespace ken::evidence
