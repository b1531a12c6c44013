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
  // An operator applied to the top of the stack; a conjunction or a disjunction is a jump.
  struct Instruction {
    ExprOp op;
    std::uint8_t arity = 0;  // how many values it takes from the stack
    ActionIndex action = 0;
    Value value = 0;  // as in Expr; of a jump, its target
  };
  class Compiler;

  std::vector<Instruction> code_;
  std::size_t depth_ = 0;  // of the stack
};

// A resolved expression with its code.
struct Compiled {
  ExprId expr{};
  Program program;
};

}  // namespace ken::model
