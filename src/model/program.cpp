// Expressions as straight code.
//
// The code of an expression is the post-order of its tree, for a stack of numbers: a constant, a
// variable or an action pushes its value, an operator replaces its arguments by its result.  An
// operator of n arguments is applied n - 1 times to two, as soon as the second is there, so the
// stack stays as deep as the expression is nested and not as wide as it is long; a count is a sum
// of truth values.  Conjunctions and disjunctions stop at the first argument that decides them:
//
//   arg1  conjunction(end)  arg2  conjunction(end)  ...  argn  end:
//
// where the jump keeps the value on the stack if it decides, and drops it otherwise.  That is
// right for undefined numbers too, since conditions are never undefined.
//
// Code is as long as the expression written out as a tree; its size is bounded while templates are
// expanded.  Evaluation costs one round of the loop for each instruction that is not jumped over.

#include "model/program.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"
#include "model/fold.hpp"
#include "model/number_algebra.hpp"

namespace ken::model {
namespace {

bool is_jump(ExprOp op) { return op == ExprOp::conjunction || op == ExprOp::disjunction; }

// The operator that joins two of several arguments.
ExprOp pairwise(ExprOp op) { return op == ExprOp::count ? ExprOp::sum : op; }

}  // namespace

class Program::Compiler {
 public:
  Compiler(const ExprStore& store, Program& program) : store_(store), program_(program) {}

  void run(ExprId root) {
    frames_.push_back({root, 0, {}});
    while (!frames_.empty()) step();
  }

 private:
  struct Frame {
    ExprId expr;
    std::size_t next;
    std::vector<std::size_t> jumps;  // to be aimed at the end of a junction
  };

  void step() {
    Frame& frame = frames_.back();
    const Expr& e = store_[frame.expr];
    const auto args = store_.args(frame.expr);
    if (frame.next > 0) finish_argument(frame, e);
    if (frame.next < args.size()) {
      const ExprId child = args[frame.next++];
      frames_.push_back({child, 0, {}});
      return;
    }
    if (args.empty()) emit({e.op, 0, e.action, e.value});
    for (const std::size_t jump : frame.jumps)
      program_.code_[jump].value = static_cast<Value>(program_.code_.size());
    frames_.pop_back();
  }

  // Behind argument number 'next'.
  void finish_argument(Frame& frame, const Expr& e) {
    if (is_jump(e.op)) {
      if (frame.next == e.count) return;
      frame.jumps.push_back(program_.code_.size());
      emit({e.op, 1});
      --depth_;
    } else if (e.op == ExprOp::negation) {
      emit({e.op, 1});
    } else if (frame.next > 1) {
      emit({pairwise(e.op), 2});
    }
  }

  void emit(const Instruction& instruction) {
    program_.code_.push_back(instruction);
    depth_ = depth_ + 1 - instruction.arity;
    program_.depth_ = std::max(program_.depth_, depth_);
  }

  const ExprStore& store_;
  Program& program_;
  std::vector<Frame> frames_;
  std::size_t depth_ = 0;
};

Program::Program(const ExprStore& store, ExprId root) { Compiler(store, *this).run(root); }

Number Program::evaluate(std::span<const Value> state, std::span<const ActionIndex> actions) const {
  constexpr std::size_t usual_depth = 8;  // few, because all are set to 0 each time
  std::array<Number, usual_depth> small;
  std::vector<Number> large(depth_ > usual_depth ? depth_ : 0);
  Number* const stack = depth_ > usual_depth ? large.data() : small.data();
  const NumberAlgebra algebra(state, actions);
  std::size_t size = 0;
  for (std::size_t at = 0; at < code_.size(); ++at) {
    const Instruction& i = code_[at];
    if (is_jump(i.op)) {
      if (stack[size - 1].truth() == (i.op == ExprOp::disjunction))
        at = static_cast<std::size_t>(i.value) - 1;
      else
        --size;
      continue;
    }
    size -= i.arity;
    stack[size] = fold(algebra, i, std::span<const Number>(stack + size, i.arity));
    ++size;
  }
  CHECK(size == 1, "a program leaves one value");
  return stack[0];
}

}  // namespace ken::model
