#include "model/program.hpp"

#include <algorithm>
#include <array>

#include "base/check.hpp"

namespace ken::model {

// Post-order with an explicit stack.  A junction of n arguments becomes
//   arg1 skip_if_false(end) arg2 skip_if_false(end) ... argn  end:
// where the skip keeps the deciding value and otherwise drops it.
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
    if (frame.next > 0) between(frame, e);
    if (frame.next < args.size()) {
      const ExprId child = args[frame.next++];
      frames_.push_back({child, 0, {}});
      return;
    }
    finish(frame, e);
    frames_.pop_back();
  }

  // Behind argument number 'next' of a node with several.
  void between(Frame& frame, const Expr& e) {
    const bool last = frame.next == e.count;
    if (e.op == ExprOp::conjunction || e.op == ExprOp::disjunction) {
      if (last) return;
      frame.jumps.push_back(program_.code_.size());
      emit(e.op == ExprOp::conjunction ? Code::skip_if_false : Code::skip_if_true, -1);
    } else if (frame.next > 1) {
      if (e.op == ExprOp::sum || e.op == ExprOp::count) emit(Code::add, -1);
      if (e.op == ExprOp::product) emit(Code::multiply, -1);
      if (e.op == ExprOp::exclusive) emit(Code::exclusive, -1);
    }
  }

  void finish(Frame& frame, const Expr& e) {
    switch (e.op) {
      case ExprOp::constant:
        return emit(Code::constant, 1, 0, e.value);
      case ExprOp::variable:
        return emit(Code::variable, 1, 0, e.value);
      case ExprOp::action:
        return emit(Code::action, 1, e.action, e.value);
      case ExprOp::negation:
        return emit(Code::negation, 0);
      case ExprOp::conjunction:
      case ExprOp::disjunction:
        for (const std::size_t jump : frame.jumps)
          program_.code_[jump].a = static_cast<std::uint32_t>(program_.code_.size());
        return;
      case ExprOp::equal:
        return emit(Code::equal, -1);
      case ExprOp::not_equal:
        return emit(Code::not_equal, -1);
      case ExprOp::less:
        return emit(Code::less, -1);
      case ExprOp::less_equal:
        return emit(Code::less_equal, -1);
      case ExprOp::subtract:
        return emit(Code::subtract, -1);
      case ExprOp::divide:
        return emit(Code::divide, -1);
      case ExprOp::floor_divide:
        return emit(Code::floor_divide, -1);
      case ExprOp::modulo:
        return emit(Code::modulo, -1);
      case ExprOp::exclusive:
      case ExprOp::sum:
      case ExprOp::product:
      case ExprOp::count:
        return;
    }
  }

  void emit(Code code, int effect, std::uint32_t a = 0, Value value = 0) {
    program_.code_.push_back({code, a, value});
    depth_ += effect;
    program_.depth_ = std::max(program_.depth_, static_cast<std::size_t>(std::max(depth_, 0)));
  }

  const ExprStore& store_;
  Program& program_;
  std::vector<Frame> frames_;
  int depth_ = 0;
};

Program::Program(const ExprStore& store, ExprId root) {
  Compiler(store, *this).run(root);
  depth_ += 1;
}

Number Program::binary(Code code, Number left, Number right) {
  switch (code) {
    case Code::add:
      return left + right;
    case Code::subtract:
      return left - right;
    case Code::multiply:
      return left * right;
    case Code::divide:
      return left / right;
    case Code::floor_divide:
      return floor_divide(left, right);
    case Code::modulo:
      return modulo(left, right);
    case Code::exclusive:
      return left.truth() != right.truth() ? 1 : 0;
    default:
      break;
  }
  if (!left.defined() || !right.defined()) return 0;  // a comparison with nothing is false
  const int order = compare(left, right);
  switch (code) {
    case Code::equal:
      return order == 0 ? 1 : 0;
    case Code::not_equal:
      return order != 0 ? 1 : 0;
    case Code::less:
      return order < 0 ? 1 : 0;
    default:
      return order <= 0 ? 1 : 0;
  }
}

Number Program::evaluate(std::span<const Value> state, std::span<const ActionIndex> actions) const {
  constexpr std::size_t usual_depth = 32;
  std::array<Number, usual_depth> small;
  std::vector<Number> large(depth_ > usual_depth ? depth_ : 0);
  Number* const stack = depth_ > usual_depth ? large.data() : small.data();
  std::size_t size = 0;
  for (std::size_t at = 0; at < code_.size(); ++at) {
    const Instruction& i = code_[at];
    switch (i.code) {
      case Code::constant:
        stack[size++] = i.value;
        break;
      case Code::variable:
        stack[size++] = state[static_cast<std::size_t>(i.value)];
        break;
      case Code::action:
        stack[size++] = actions[static_cast<std::size_t>(i.value)] == i.a ? 1 : 0;
        break;
      case Code::negation:
        stack[size - 1] = stack[size - 1].truth() ? 0 : 1;
        break;
      case Code::skip_if_false:
      case Code::skip_if_true:
        if (stack[size - 1].truth() == (i.code == Code::skip_if_true))
          at = i.a - 1;
        else
          --size;
        break;
      default:
        stack[size - 2] = binary(i.code, stack[size - 2], stack[size - 1]);
        --size;
        break;
    }
  }
  CHECK(size == 1, "a program leaves one value");
  return stack[0];
}

}  // namespace ken::model
