#pragma once
#include <string>
#include <vector>

#include "evidence/strategy.hpp"

namespace ken::evidence {

// A model whose protocols are restricted to a strategy of members that act by what they see.
struct Restriction {
  model::Model model;
  std::vector<std::string> remarks;  // what it is and what it claims, in sentences
};

// The members do at each local state that is decided what the strategy says, and elsewhere what
// their protocols say.  The model starts where the strategy has to win, and its formula says that
// it does.
[[nodiscard]] Restriction restrict_protocols(const model::Model& model, const Strategy& strategy);

// The model whose agents do that at the local states that are listed.
[[nodiscard]] model::Model restrict_protocols(const model::Model& model,
                                              const std::vector<MemberStrategy>& members);

}  // namespace ken::evidence
