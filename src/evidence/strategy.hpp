#pragma once
#include <string>
#include <utility>
#include <vector>

#include "evidence/answer.hpp"
#include "model/model.hpp"

namespace ken::evidence {

// Where it sees these values, an agent does this; what makes no difference is left out.
struct Decision {
  std::vector<std::pair<model::VarId, model::Value>> seen;
  model::ActionIndex action{};
};
struct MemberStrategy {
  logic::AgentId agent{};
  std::vector<Decision> decisions;  // where it has a choice that matters; ascending
};

// A strategy that makes a coalition operator true.
struct Strategy {
  logic::FormulaId operation{};  // <g>F f
  logic::Semantics semantics = logic::Semantics::full;
  std::string starts;  // the number of states it wins from, in decimal
  std::vector<MemberStrategy> members;
};

[[nodiscard]] StrategyAnswer in_words(const model::Model& model, const Strategy& strategy);

}  // namespace ken::evidence
