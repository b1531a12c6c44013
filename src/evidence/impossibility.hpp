#pragma once
#include "evidence/answer.hpp"
#include "evidence/fact.hpp"

namespace ken::evidence {

[[nodiscard]] ImpossibilityAnswer in_words(const model::Model& model,
                                           const Impossibility& impossibility);

}  // namespace ken::evidence
