#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "smv_lexer.hpp"

namespace ken::tests::smv {

// A truth value (0, 1), a number of 32 bits, a symbol (above all numbers), or one of the two below.
using Value = std::int64_t;
inline constexpr Value unknown = std::numeric_limits<Value>::min();  // a variable is not chosen yet
inline constexpr Value undefined = unknown + 1;  // division by zero and the like
inline constexpr Value first_symbol = Value{1} << 40;

enum class GateOp : std::uint8_t {
  constant,
  variable,
  failure,
  negation,
  conjunction,
  disjunction,
  equal,
  less,
  at_most,
  minus,
  plus,
  subtract,
  times,
  divide,
  modulo,
  choice,
};

using GateId = std::uint32_t;
inline constexpr GateId no_gate = std::numeric_limits<GateId>::max();

// A variable now or next.
using Slot = std::uint32_t;
[[nodiscard]] constexpr Slot slot_now(std::size_t variable) {
  return static_cast<Slot>(2 * variable);
}
[[nodiscard]] constexpr Slot slot_next(std::size_t variable) { return slot_now(variable) + 1; }

struct Gate {
  GateOp op = GateOp::constant;
  std::uint8_t arity = 0;
  std::array<GateId, 3> arguments{};
  Value value = 0;  // of a constant; the slot of a variable
  Place place;

  [[nodiscard]] std::span<const GateId> args() const { return {arguments.data(), arity}; }
};

// Expressions without syntax, shared: equal gates are one gate.  Arguments come first.
class Circuit {
 public:
  GateId constant(Value value, Place place);
  GateId variable(Slot slot, Place place);
  GateId add(GateOp op, std::initializer_list<GateId> arguments, Place place);

  [[nodiscard]] const Gate& operator[](GateId id) const { return gates_[id]; }
  [[nodiscard]] std::size_t size() const { return gates_.size(); }
  // Which gates the roots depend on, themselves included.
  [[nodiscard]] std::vector<bool> cone(std::span<const GateId> roots) const;

 private:
  struct Hash {
    std::size_t operator()(const Gate& gate) const;
  };
  struct Same {
    bool operator()(const Gate& a, const Gate& b) const {
      return a.op == b.op && a.arguments == b.arguments && a.value == b.value;
    }
  };
  GateId intern(const Gate& gate);

  std::vector<Gate> gates_;
  std::unordered_map<Gate, GateId, Hash, Same> known_;
};

// The values of some gates while variables are chosen one by one and given up again, last first.
// The required gates are watched: once one is false, no choice of the others makes it true.
class Simulation {
 public:
  // The circuit outlives the simulation.  Gates that neither list depends on are not simulated.
  Simulation(const Circuit& circuit, std::span<const GateId> required,
             std::span<const GateId> others = {});

  void choose(Slot slot, Value value);
  [[nodiscard]] std::size_t mark() const { return trail_.size(); }
  void give_up(std::size_t mark);

  [[nodiscard]] bool refuted() const { return refuted_ != 0; }
  [[nodiscard]] bool depends_on(Slot slot) const {
    return slot < gates_.size() && gates_[slot] != no_gate;
  }
  // With all variables chosen.  Refuses an undefined value, at the place where it arises.
  [[nodiscard]] Value value(GateId gate) const;

 private:
  [[nodiscard]] Value compute(const Gate& gate) const;
  void set(GateId gate, Value value);

  const Circuit& circuit_;
  std::vector<Value> values_;
  std::vector<std::vector<GateId>> users_;
  std::vector<bool> required_;
  std::vector<GateId> gates_;  // by slot
  std::vector<GateId> trail_;
  std::size_t refuted_ = 0;
};

}  // namespace ken::tests::smv
