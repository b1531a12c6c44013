#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

#include "model/expr.hpp"

namespace ken::model {

// Where a condition stands, which decides what it may name (the visibility table of the language).
enum class Position : std::uint8_t {
  protocol,
  red_states,
  evolution,
  assigned,  // inside an agent
  evaluation,
  initial,
  formula,  // outside
};
struct Where {
  Position position;
  AgentId agent{};  // of the positions inside an agent
  // How many definitions are known: inside a definition those above it.
  std::size_t definitions = std::numeric_limits<std::size_t>::max();
  [[nodiscard]] bool inside() const { return position <= Position::assigned; }
};

}  // namespace ken::model
