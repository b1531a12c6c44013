#pragma once
#include <optional>
#include <string>

#include "base/budget.hpp"
#include "model/model.hpp"

namespace ken::model {

// Why a line that applies offers no successor: what is wrong with a value it assigns.
enum class Loss : std::uint8_t {
  out_of_range,
  fraction,
  division_by_zero,
  modulo_by_zero,
  no_element,  // an element of an array is read that is not there
  no_target,   // an element of an array is assigned that is not there
  no_number,   // it has no value, or one beyond 64 bits
};

// What is wrong with the value in a state; nothing if it fits.
[[nodiscard]] std::optional<Loss> find_loss(const Model& model, const Assignment& assignment,
                                            const State& state);

// "the value for 'x' divides by zero"; and of what may happen, "the value may divide by zero".
[[nodiscard]] std::string say_lost(const Model& model, const Assignment& assignment, Loss loss);
[[nodiscard]] std::string say_may_be_lost(const Model& model, const Assignment& assignment,
                                          Loss loss);

// An agent of which every line that applies is lost, so that a joint action has no successor, and
// the first value that is wrong.
struct BlockedAgent {
  const Agent* agent = nullptr;
  const Assignment* assignment = nullptr;
  Loss loss = Loss::no_number;
};
[[nodiscard]] std::optional<BlockedAgent> find_blocked_agent(const Model& model, const State& state,
                                                             const JointAction& action);

}  // namespace ken::model
