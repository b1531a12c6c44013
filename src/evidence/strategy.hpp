#pragma once
#include <optional>
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

// What a strategy has to reach or keep, in states: X goal, through U goal or through W goal.
struct ListedObjective {
  logic::PathOperator op = logic::PathOperator::next;
  std::vector<model::State> through;
  std::vector<model::State> goal;
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
  // If the operator is about more than propositions: the states that its outcomes come to while the
  // objective is open, or achieve it with, as far as they are in the sets; nothing if they are
  // many.
  std::optional<ListedObjective> objective{};
};

// No operators but those of booleans.
[[nodiscard]] bool is_propositional(const logic::FormulaStore& formulas, logic::FormulaId formula);

// What the coalition forces: the operator, or <g>F !f if it is [g]G f, which the strategy refutes.
[[nodiscard]] logic::FormulaId find_forced(const logic::ModalityTable& modalities,
                                           logic::FormulaStore& formulas,
                                           logic::FormulaId operation);

// That form as the user would write it.
[[nodiscard]] std::string print_forced(const model::Model& model, logic::FormulaId operation);

// What all of them do, by what matters or by all that they see.
[[nodiscard]] std::vector<StrategyAnswer::Row> describe_decisions(
    const model::Model& model, const std::vector<MemberStrategy>& members);
[[nodiscard]] std::vector<StrategyAnswer::Row> describe_points(
    const model::Model& model, const std::vector<MemberStrategy>& members);

[[nodiscard]] StrategyAnswer in_words(const model::Model& model, const Strategy& strategy);

}  // namespace ken::evidence
