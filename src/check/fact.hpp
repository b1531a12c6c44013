#pragma once
#include <optional>
#include <vector>

#include "model/model.hpp"

namespace ken::check {

// What a state is met as: as one that has to be won from, while the objective is open, or after it
// was violated.
enum class Stage : std::uint8_t { start, open, violated };
struct Node {
  model::State state;
  Stage stage = Stage::open;
  friend auto operator<=>(const Node&, const Node&) = default;
};

// Wherever a member sees what it sees in this state it does that.
struct Selection {
  std::size_t member = 0;  // its place in the coalition
  model::State where;
  model::ActionIndex action{};
};

// Who meets the state and selects all of these meets the other one too, or loses if there is none.
// Holds of every strategy, and means the same in every system of a model.
struct Fact {
  Node at;
  std::vector<Selection> selections;
  std::optional<Node> then;
};

}  // namespace ken::check
