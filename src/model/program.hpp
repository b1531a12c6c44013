#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "model/expr.hpp"

namespace ken::model {

// The values of all variables, by VarId.
using State = std::vector<Value>;
// One action for every agent, by AgentId.
using JointAction = std::vector<ActionIndex>;

// An expression as code for a stack machine: evaluation is a loop, however deep the expression,
// and computes no more than is needed.
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
  enum class Kind : std::uint8_t {
    apply,   // the operator to the top of the stack
    decide,  // a conjunction or a disjunction: jump if the top decides it, else drop the top
    branch,  // drop the top, and jump if it does not hold
    jump,
    call,  // push what is kept, or compute it first
    keep,  // the end of what is called
  };
  struct Instruction {
    Kind kind = Kind::apply;
    ExprOp op = ExprOp::constant;
    std::uint8_t arity = 0;  // how many values it takes from the stack
    ActionIndex action = 0;  // as in Expr; of call and keep, the number of what is kept
    Value value = 0;         // as in Expr; of jumps and calls, the target
  };
  class Compiler;

  std::vector<Instruction> code_;  // what is called comes before 'start_'
  std::size_t start_ = 0;
  std::size_t kept_ = 0;   // how many values are kept
  std::size_t depth_ = 0;  // of the stack
};

// A resolved expression, and its code from when it is first evaluated on: diagrams never ask for
// it, and the code of all lines may be much larger than the store, where lines share what they
// test.  Copies share the code.
struct Compiled {
  ExprId expr{};

  Compiled() = default;
  explicit Compiled(ExprId id) : expr(id), code_(std::make_shared<Code>()) {}

  // The expression is in that store.  Any thread may ask.
  [[nodiscard]] const Program& program(const ExprStore& store) const;

 private:
  struct Code {
    std::once_flag once;
    Program program;
  };
  std::shared_ptr<Code> code_;
};

}  // namespace ken::model
