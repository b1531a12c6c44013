#pragma once
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/charge.hpp"
#include "model/program.hpp"
#include "states/effort.hpp"

namespace ken::states {

using model::Value;

// An expression with code of its own.
enum class CellId : std::uint32_t {};

// Evaluates expressions of a store in one state after the other; what several of them share is
// computed once in a state.  The store may grow, and must outlive it.
class Evaluator {
 public:
  Evaluator(const model::ExprStore& store, Effort& effort)
      : store_(store), effort_(effort), charge_(effort.budget()) {}

  // The code of an expression that tests no actions; made when it is first asked for.  Throws
  // Exhausted.
  [[nodiscard]] CellId compile(model::ExprId id);
  // Whether the value is an integer of 64 bits in every state: evaluate() is for these.  Conditions
  // always are.
  [[nodiscard]] bool is_plain(model::ExprId id) const;

  // What follows is about this state, which must stay where it is.
  void enter(std::span<const Value> state) {
    state_ = state;
    ++now_;
  }
  // Throws Exhausted where arithmetic leaves 64 bits.
  [[nodiscard]] Value evaluate(CellId id) {
    const Cell& cell = cells_[static_cast<std::size_t>(id)];
    if (cell.tests != 0) return passes(cell) ? 1 : 0;
    const Known& known = known_[static_cast<std::size_t>(id)];
    return known.at == now_ ? known.value : run(id);
  }
  [[nodiscard]] bool holds(CellId id) { return evaluate(id) != 0; }
  // Of an expression that is not plain.
  [[nodiscard]] model::Number evaluate_exactly(model::ExprId id);

 private:
  enum class Op : std::uint8_t {
    push,
    load,
    load_equal,  // variable = constant, and so on
    load_less,
    load_less_equal,
    load_greater,
    load_greater_equal,
    negate,
    equal,
    not_equal,
    less,
    less_equal,
    add,
    multiply,
    subtract,
    floor_divide,
    modulo,
    exclusive,
    decide_and,  // jump if the top is false, else drop it
    decide_or,
    branch,  // drop the top, and jump if it is false
    jump,
    call,
    exact,  // an expression that needs exact numbers on the way
    finish,
  };
  struct Instruction {
    Op op;
    std::uint32_t index = 0;  // variable, cell, target, exact program
    Value value = 0;
  };
  struct Known {
    std::uint64_t at = 0;
    Value value = 0;
  };
  // That the value of a variable lies between two others, or that it does not.
  struct Test {
    std::uint32_t variable = 0;
    bool inside = true;
    Value low = 0;
    Value high = 0;
  };
  struct Cell {
    std::uint32_t start = 0;  // in the code; if it is a conjunction of tests, among these
    std::uint32_t depth = 0;  // of the stack, without what it calls
    std::uint32_t tests = 0;  // how many; 0: it is none
  };

  [[nodiscard]] bool passes(const Cell& cell) const {
    for (std::uint32_t i = 0; i < cell.tests; ++i) {
      const Test& test = tests_[cell.start + i];
      const Value value = state_[test.variable];
      if ((value >= test.low && value <= test.high) != test.inside) return false;
    }
    return true;
  }

  class Run;
  [[nodiscard]] Value run(CellId id);
  CellId reserve(model::ExprId id);
  void write(model::ExprId id);
  void write_cell(CellId id, model::ExprId expr);
  bool write_tests(Cell& cell, model::ExprId expr);
  [[nodiscard]] std::optional<Test> as_test(model::ExprId id) const;
  void write_part(model::ExprId id);
  void write_operator(model::ExprId id);
  void write_junction(model::ExprId id, Op decide);
  void write_conditional(model::ExprId id);
  bool write_test_of_variable(model::ExprId id);
  void emit(Op op, std::uint32_t index, Value value, int growth);
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(code_.size()); }
  std::uint32_t exact_program(model::ExprId id);

  const model::ExprStore& store_;
  Effort& effort_;
  base::Charge charge_;
  std::vector<Instruction> code_;
  std::vector<Cell> cells_;
  std::vector<Test> tests_;
  std::vector<Known> known_;
  std::unordered_map<model::ExprId, CellId> ids_;
  std::vector<std::pair<CellId, model::ExprId>> unwritten_;
  std::deque<model::Program> exact_;
  std::unordered_map<model::ExprId, std::uint32_t> exact_ids_;
  int depth_ = 0;  // while a cell is written
  int deepest_ = 0;
  std::span<const Value> state_;
  std::uint64_t now_ = 0;
  std::vector<Value> stack_;
  std::vector<std::uint32_t> returns_;
};

}  // namespace ken::states
