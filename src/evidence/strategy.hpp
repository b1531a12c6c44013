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
  // The local states behind them, with all that is seen there; none if it sees everything.
  std::vector<Decision> points{};
};

// A strategy that makes a coalition operator true.
struct Strategy {
  logic::FormulaId operation{};  // <g>F f
  logic::Semantics semantics = logic::Semantics::full;
  std::string starts;                        // the number of states it wins from, in decimal
  std::vector<model::State> start_states{};  // these, if they are few
  bool starts_are_initial = false;           // they are the initial states of the model
  bool starts_have_initial = false;          // all of these are among them
  bool complete = true;                      // every choice that matters is listed
  std::vector<MemberStrategy> members;
};

// What the coalition forces: the operator, or <g>F !f if it is [g]G f, which the strategy refutes.
[[nodiscard]] logic::FormulaId find_forced(const logic::ModalityTable& modalities,
                                           logic::FormulaStore& formulas,
                                           logic::FormulaId operation);

[[nodiscard]] StrategyAnswer in_words(const model::Model& model, const Strategy& strategy);

}  // namespace ken::evidence
