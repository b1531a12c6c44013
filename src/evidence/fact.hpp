#pragma once
#include <optional>
#include <vector>

#include "model/model.hpp"

namespace ken::evidence {

// What a state is met as: as one that has to be won from, while the objective is open, or after it
// was violated.
enum class Stage : std::uint8_t { start, open, violated };
struct Node {
  model::State state;
  Stage stage = Stage::open;
  friend auto operator<=>(const Node&, const Node&) = default;
};

// Wherever an agent sees what it sees in this state it does that.
struct Selection {
  logic::AgentId agent{};
  model::State where;
  model::ActionIndex action{};
  bool operator==(const Selection&) const = default;
};

// Who meets the state and selects all of these meets the other one too, or loses if there is none.
// Holds of every strategy.
struct Fact {
  Node at;
  std::vector<Selection> selections;
  std::optional<Node> then;
};

// Why a coalition has no strategy: facts of which no strategy can satisfy all if it has to win from
// these states.
struct Impossibility {
  logic::FormulaId operation{};  // <g>F f
  logic::Semantics semantics = logic::Semantics::ir;
  logic::Group members;
  std::vector<model::State> starts;
  std::vector<Fact> facts;
};

}  // namespace ken::evidence
