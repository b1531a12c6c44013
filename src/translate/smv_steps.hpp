#pragma once
#include "translate/smv_terms.hpp"

namespace ken::translate {

// What every step of the model satisfies, one condition for each agent: its protocol allows what it
// does, and its variables become what its evolution says.
struct SmvAgentSteps {
  ExprId protocol{};
  ExprId evolution{};
};
[[nodiscard]] SmvAgentSteps build_steps(const model::Model& model, SmvTerms& terms,
                                        const model::Agent& agent);

}  // namespace ken::translate
