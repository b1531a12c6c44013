#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "model/expr.hpp"

namespace ken::model {

// The values of all variables, by VarId.
using State = std::vector<Value>;
// One action for every agent, by AgentId.
using JointAction = std::vector<ActionIndex>;

// An expression as straight code for a stack machine: evaluation is a loop, however deep the
// expression, and conjunctions and disjunctions stop at the first argument that decides them.
class Program {
 public:
  Program() = default;
  Program(const ExprStore& store, ExprId root);

  // 'actions' may be empty if the expression tests none.
  [[nodiscard]] Number evaluate(std::span<const Value> state,
                                std::span<const ActionIndex> actions = {}) const;
  [[nodiscard]] bool holds(std::span<const Value> state,
                           std::span<const ActionIndex> actions = {}) const {
    return evaluate(state, actions).truth();
  }

 private:
  enum class Code : std::uint8_t {
    constant,
    variable,
    action,
    negation,
    skip_if_false,
    skip_if_true,
    exclusive,
    equal,
    not_equal,
    less,
    less_equal,
    add,
    subtract,
    multiply,
    divide,
    floor_divide,
    modulo,
  };
  struct Instruction {
    Code code;
    std::uint32_t a = 0;  // action, jump target, number of arguments
    Value value = 0;
  };
  class Compiler;
  static Number binary(Code code, Number left, Number right);

  std::vector<Instruction> code_;
  std::size_t depth_ = 0;  // of the stack
};

// A resolved expression with its code.
struct Compiled {
  ExprId expr{};
  Program program;
};

}  // namespace ken::model
