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
// A conditional computes the branch that is chosen and no other:
//
//   condition  branch(else)  then  jump(end)  else: otherwise  end:
//
// An expression is a graph, and written out as a tree it may be exponentially larger: in
// max(max(x, y), z) the inner one occurs twice.  So what occurs more than once and is not tiny is
// code of its own, called where it is needed and computed at most once in an evaluation.  The code
// is then at most eight times as long as the graph is large.  Evaluation costs one round of the
// loop for each instruction that is not jumped over.

#include "model/program.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "base/check.hpp"
#include "model/fold.hpp"
#include "model/number_algebra.hpp"

namespace ken::model {
namespace {

bool is_junction(ExprOp op) { return op == ExprOp::conjunction || op == ExprOp::disjunction; }

// The operator that joins two of several arguments.
ExprOp pairwise(ExprOp op) { return op == ExprOp::count ? ExprOp::sum : op; }

}  // namespace

class Program::Compiler {
 public:
  Compiler(const ExprStore& store, Program& program) : store_(store), program_(program) {}

  void run(ExprId root) {
    for (const ExprId shared : list_shared(root)) {
      const auto slot = static_cast<ActionIndex>(program_.kept_++);
      const Routine routine{slot, static_cast<Value>(program_.code_.size()), compile(shared)};
      emit({Kind::keep, ExprOp::constant, 1, slot});
      routines_.emplace(shared, routine);
    }
    program_.start_ = program_.code_.size();
    program_.depth_ = compile(root);
  }

 private:
  // The code of a part that is called.
  struct Routine {
    ActionIndex slot;
    Value target;
    std::size_t depth;
  };

  struct Frame {
    ExprId expr;
    std::size_t next;
    std::vector<std::size_t> jumps;  // to be aimed at the end of a junction
  };

  // What occurs more than once and is not tiny, parts first.
  [[nodiscard]] std::vector<ExprId> list_shared(ExprId root) const {
    constexpr std::uint64_t tiny = 8;
    std::vector<ExprId> result;
    if (store_[root].weight <= 2 * tiny) return result;
    const std::vector<ExprId> parts = closure(store_, root);
    std::unordered_map<ExprId, std::size_t> uses;
    for (const ExprId id : parts)
      for (const ExprId arg : store_.args(id)) ++uses[arg];
    for (const ExprId id : parts)
      if (store_[id].weight >= tiny && uses[id] > 1) result.push_back(id);
    return result;
  }

  // How deep the stack gets.
  std::size_t compile(ExprId root) {
    depth_ = deepest_ = 0;
    frames_.push_back({root, 0, {}});
    while (!frames_.empty()) step();
    return deepest_;
  }

  void step() {
    Frame& frame = frames_.back();
    const Expr& e = store_[frame.expr];
    const auto args = store_.args(frame.expr);
    if (frame.next > 0) finish_argument(frame, e);
    if (frame.next < args.size()) {
      const ExprId child = args[frame.next++];
      const auto routine = routines_.find(child);
      if (routine == routines_.end())
        frames_.push_back({child, 0, {}});
      else
        call(routine->second);
      return;
    }
    if (args.empty()) emit({Kind::apply, e.op, 0, e.action, e.value});
    for (const std::size_t jump : frame.jumps) aim_here(jump);
    frames_.pop_back();
  }
  void aim_here(std::size_t jump) {
    program_.code_[jump].value = static_cast<Value>(program_.code_.size());
  }
  void call(const Routine& routine) {
    deepest_ = std::max(deepest_, depth_ + routine.depth);
    emit({Kind::call, ExprOp::constant, 0, routine.slot, routine.target});
  }

  // Behind argument number 'next'.
  void finish_argument(Frame& frame, const Expr& e) {
    if (is_junction(e.op)) {
      if (frame.next == e.count) return;
      frame.jumps.push_back(program_.code_.size());
      emit({Kind::decide, e.op, 1});
      --depth_;
    } else if (e.op == ExprOp::conditional) {
      finish_branch(frame);
    } else if (e.op == ExprOp::negation) {
      emit({Kind::apply, e.op, 1});
    } else if (frame.next > 1) {
      emit({Kind::apply, pairwise(e.op), 2});
    }
  }
  // Behind the condition or a branch of a conditional.
  void finish_branch(Frame& frame) {
    if (frame.next == 3) return;
    const std::size_t here = program_.code_.size();
    emit({frame.next == 1 ? Kind::branch : Kind::jump, ExprOp::conditional, 1});
    --depth_;
    if (frame.next == 2) aim_here(frame.jumps.back()), frame.jumps.pop_back();
    frame.jumps.push_back(here);
  }

  void emit(const Instruction& instruction) {
    program_.code_.push_back(instruction);
    depth_ = depth_ + 1 - instruction.arity;
    deepest_ = std::max(deepest_, depth_);
  }

  const ExprStore& store_;
  Program& program_;
  std::vector<Frame> frames_;
  std::unordered_map<ExprId, Routine> routines_;
  std::size_t depth_ = 0;
  std::size_t deepest_ = 0;
};

Program::Program(const ExprStore& store, ExprId root) { Compiler(store, *this).run(root); }

const Program& Compiled::program(const ExprStore& store) const {
  CHECK(code_ != nullptr, "there is an expression");
  std::call_once(code_->once, [&] { code_->program = Program(store, expr); });
  return code_->program;
}

Number Program::evaluate(std::span<const Value> state, std::span<const ActionIndex> actions) const {
  constexpr std::size_t usual_depth = 8;  // few, because all are set to 0 each time
  std::array<Number, usual_depth> small;
  std::vector<Number> large(depth_ > usual_depth ? depth_ : 0);
  Number* const stack = depth_ > usual_depth ? large.data() : small.data();
  const NumberAlgebra algebra(state, actions);
  std::vector<std::size_t> returns;
  std::vector<std::optional<Number>> kept(kept_);
  std::size_t size = 0;
  for (std::size_t at = start_; at < code_.size(); ++at) {
    const Instruction& i = code_[at];
    switch (i.kind) {
      case Kind::apply:
        size -= i.arity;
        stack[size] = fold(algebra, i, std::span<const Number>(stack + size, i.arity));
        ++size;
        break;
      case Kind::decide:
        if (stack[size - 1].truth() == (i.op == ExprOp::disjunction))
          at = static_cast<std::size_t>(i.value) - 1;
        else
          --size;
        break;
      case Kind::branch:
        if (!stack[--size].truth()) at = static_cast<std::size_t>(i.value) - 1;
        break;
      case Kind::jump:
        at = static_cast<std::size_t>(i.value) - 1;
        break;
      case Kind::call:
        if (kept[i.action]) {
          stack[size++] = *kept[i.action];
        } else {
          returns.push_back(at);
          at = static_cast<std::size_t>(i.value) - 1;
        }
        break;
      case Kind::keep:
        kept[i.action] = stack[size - 1];
        at = returns.back();
        returns.pop_back();
        break;
    }
  }
  CHECK(size == 1, "a program leaves one value");
  return stack[0];
}

}  // namespace ken::model
