#pragma once
#include <string>

#include "model/model.hpp"

namespace ken::model {

// A short text that is the same for two models if all that matters to their formulas is the same:
// variables, actions, protocols, evolutions, propositions, groups, Fairness, initial and red
// states. What is asked about them, and how they are laid out, plays no role.
[[nodiscard]] std::string find_fingerprint(const Model& model);

}  // namespace ken::model
