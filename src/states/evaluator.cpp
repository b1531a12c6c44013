// Evaluation.
//
// An expression is compiled to code for a stack of 64-bit integers.  Parts that are not small are
// cells: code of their own, computed when first called in a state and remembered for it.  So lines,
// protocols and residual programs that share a condition share its value, code stays as small as
// the graph of expressions is, and writing it needs no deep recursion.
//
// Bounds say where 64 bits are enough: where no value on the way is a fraction, undefined or beyond
// 64 bits.  An operator one of whose arguments may be such a thing is left to model::Program, with
// the exact numbers of the plain engine, and gives a plain value if its own bounds are plain (a
// comparison always does).

#include "states/evaluator.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"

namespace ken::states {
namespace {

using model::Expr;
using model::ExprId;
using model::ExprOp;

constexpr std::uint64_t small = 6;  // nodes of a part that is not worth a cell
constexpr std::uint64_t bytes_of_cell = 128;
constexpr std::uint64_t bytes_of_program = 1024;

bool is_plain(const model::Bounds& b) {
  return !b.fraction && !b.undefined && !b.open_below && !b.open_above;
}

Value floor_quotient(Value a, Value b) {
  const Value quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

Value remainder(Value a, Value b) {
  if (b == -1) return 0;
  const Value rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

}  // namespace

bool Evaluator::is_plain(ExprId id) const { return states::is_plain(store_[id].bounds); }

// ---- writing code ----

CellId Evaluator::compile(ExprId id) {
  const CellId result = reserve(id);
  while (!unwritten_.empty()) {
    const auto [cell, expr] = unwritten_.back();
    unwritten_.pop_back();
    write_cell(cell, expr);
  }
  return result;
}

CellId Evaluator::reserve(ExprId id) {
  const auto [at, fresh] = ids_.try_emplace(id, static_cast<CellId>(cells_.size()));
  if (!fresh) return at->second;
  charge_.add(bytes_of_cell);
  cells_.emplace_back();
  known_.emplace_back();
  unwritten_.emplace_back(at->second, id);
  return at->second;
}

void Evaluator::write_cell(CellId id, ExprId expr) {
  Cell& cell = cells_[static_cast<std::size_t>(id)];
  if (write_tests(cell, expr)) return;
  cell.start = here();
  depth_ = deepest_ = 0;
  write(expr);
  emit(Op::finish, static_cast<std::uint32_t>(id), 0, 0);
  cells_[static_cast<std::size_t>(id)].depth = static_cast<std::uint32_t>(deepest_);
  effort_.spend(8 + 4 * (code_.size() - cells_[static_cast<std::size_t>(id)].start));
  charge_.add((code_.size() - cells_[static_cast<std::size_t>(id)].start) * 2 *
              sizeof(Instruction));
}

// A conjunction of tests of one variable each, as most conditions are, needs no code.
bool Evaluator::write_tests(Cell& cell, ExprId expr) {
  std::vector<Test> tests;
  std::vector<ExprId> conjuncts{expr};
  if (store_[expr].op == ExprOp::conjunction)
    conjuncts.assign(store_.args(expr).begin(), store_.args(expr).end());
  for (const ExprId id : conjuncts) {
    const auto test = as_test(id);
    if (!test) return false;
    tests.push_back(*test);
  }
  charge_.add(2 * tests.size() * sizeof(Test));
  effort_.spend(4 + 2 * tests.size());
  cell.start = static_cast<std::uint32_t>(tests_.size());
  cell.tests = static_cast<std::uint32_t>(tests.size());
  tests_.insert(tests_.end(), tests.begin(), tests.end());
  return true;
}

std::optional<Evaluator::Test> Evaluator::as_test(ExprId id) const {
  constexpr Value least = std::numeric_limits<Value>::min();
  constexpr Value greatest = std::numeric_limits<Value>::max();
  constexpr std::pair<Value, Value> nothing{1, 0};
  const Expr& e = store_[id];
  if (e.op == ExprOp::variable && e.bounds.low >= 0 && e.bounds.high <= 1)
    return Test{static_cast<std::uint32_t>(e.value), true, 1, 1};
  if (e.op == ExprOp::negation) {
    const ExprId inner = store_.args(id)[0];
    if (store_[inner].op == ExprOp::negation || store_[inner].op == ExprOp::conjunction) return {};
    auto test = as_test(inner);
    if (test) test->inside = !test->inside;
    return test;
  }
  const bool comparison = e.op == ExprOp::equal || e.op == ExprOp::not_equal ||
                          e.op == ExprOp::less || e.op == ExprOp::less_equal;
  if (!comparison) return {};
  const Expr& left = store_[store_.args(id)[0]];
  const Expr& right = store_[store_.args(id)[1]];
  const bool forward = left.op == ExprOp::variable && right.op == ExprOp::constant;
  if (!forward && (left.op != ExprOp::constant || right.op != ExprOp::variable)) return {};
  const auto variable = static_cast<std::uint32_t>((forward ? left : right).value);
  const Value c = (forward ? right : left).value;
  const bool strict = e.op == ExprOp::less;
  if (e.op == ExprOp::equal || e.op == ExprOp::not_equal)
    return Test{variable, e.op == ExprOp::equal, c, c};
  std::pair<Value, Value> range = forward ? std::pair(least, c) : std::pair(c, greatest);
  if (strict && forward) range = c == least ? nothing : std::pair(least, c - 1);
  if (strict && !forward) range = c == greatest ? nothing : std::pair(c + 1, greatest);
  return Test{variable, true, range.first, range.second};
}

void Evaluator::emit(Op op, std::uint32_t index, Value value, int growth) {
  code_.push_back({op, index, value});
  depth_ += growth;
  deepest_ = std::max(deepest_, depth_);
}

// In place if it is small, else as a cell.  Small things are not deep.
void Evaluator::write_part(ExprId id) {
  if (store_[id].weight <= small) return write(id);
  emit(Op::call, static_cast<std::uint32_t>(reserve(id)), 0, 1);
}

void Evaluator::write(ExprId id) {
  const auto args = store_.args(id);
  const bool plain =
      std::all_of(args.begin(), args.end(), [this](ExprId arg) { return is_plain(arg); });
  if (!plain) return emit(Op::exact, exact_program(id), 0, 1);
  if (!write_test_of_variable(id)) write_operator(id);
}

std::uint32_t Evaluator::exact_program(ExprId id) {
  const auto [at, fresh] = exact_ids_.try_emplace(id, static_cast<std::uint32_t>(exact_.size()));
  if (fresh) {
    charge_.add(bytes_of_program);
    exact_.emplace_back(store_, id);
  }
  return at->second;
}

// A comparison of a variable and a constant is one instruction.
bool Evaluator::write_test_of_variable(ExprId id) {
  const ExprOp op = store_[id].op;
  if (op != ExprOp::equal && op != ExprOp::less && op != ExprOp::less_equal) return false;
  const Expr& left = store_[store_.args(id)[0]];
  const Expr& right = store_[store_.args(id)[1]];
  const bool forward = left.op == ExprOp::variable && right.op == ExprOp::constant;
  if (!forward && (left.op != ExprOp::constant || right.op != ExprOp::variable)) return false;
  const Op test = op == ExprOp::equal  ? Op::load_equal
                  : op == ExprOp::less ? (forward ? Op::load_less : Op::load_greater)
                  : forward            ? Op::load_less_equal
                                       : Op::load_greater_equal;
  const Expr& variable = forward ? left : right;
  emit(test, static_cast<std::uint32_t>(variable.value), (forward ? right : left).value, 1);
  return true;
}

void Evaluator::write_operator(ExprId id) {
  const Expr e = store_[id];
  const auto write_all = [&](Op join) {
    const auto args = store_.args(id);
    for (std::size_t i = 0; i < args.size(); ++i) {
      write_part(args[i]);
      if (i > 0) emit(join, 0, 0, -1);
    }
  };
  switch (e.op) {
    case ExprOp::constant:
      return emit(Op::push, 0, e.value, 1);
    case ExprOp::variable:
      return emit(Op::load, static_cast<std::uint32_t>(e.value), 0, 1);
    case ExprOp::negation:
      write_part(store_.args(id)[0]);
      return emit(Op::negate, 0, 0, 0);
    case ExprOp::conjunction:
      return write_junction(id, Op::decide_and);
    case ExprOp::disjunction:
      return write_junction(id, Op::decide_or);
    case ExprOp::exclusive:
      return write_all(Op::exclusive);
    case ExprOp::equal:
      return write_all(Op::equal);
    case ExprOp::not_equal:
      return write_all(Op::not_equal);
    case ExprOp::less:
      return write_all(Op::less);
    case ExprOp::less_equal:
      return write_all(Op::less_equal);
    case ExprOp::sum:
    case ExprOp::count:
      return write_all(Op::add);
    case ExprOp::product:
      return write_all(Op::multiply);
    case ExprOp::subtract:
      return write_all(Op::subtract);
    case ExprOp::floor_divide:
      return write_all(Op::floor_divide);
    case ExprOp::modulo:
      return write_all(Op::modulo);
    case ExprOp::conditional:
      return write_conditional(id);
    case ExprOp::divide:
    case ExprOp::action:
      break;
  }
  CHECK(e.op == ExprOp::divide, "actions are known before anything is evaluated");
  emit(Op::exact, exact_program(id), 0, 1);
}

void Evaluator::write_junction(ExprId id, Op decide) {
  std::vector<std::uint32_t> jumps;
  const auto args = store_.args(id);
  for (std::size_t i = 0; i < args.size(); ++i) {
    write_part(args[i]);
    if (i + 1 == args.size()) break;
    jumps.push_back(here());
    emit(decide, 0, 0, -1);
  }
  for (const std::uint32_t jump : jumps) code_[jump].index = here();
}

void Evaluator::write_conditional(ExprId id) {
  const auto args = store_.args(id);
  write_part(args[0]);
  const std::uint32_t branch = here();
  emit(Op::branch, 0, 0, -1);
  write_part(args[1]);
  const std::uint32_t jump = here();
  emit(Op::jump, 0, 0, -1);
  code_[branch].index = here();
  write_part(args[2]);
  code_[jump].index = here();
}

// ---- running it ----

model::Number Evaluator::evaluate_exactly(ExprId id) {
  effort_.spend(4 * std::min<std::uint64_t>(store_[id].weight, 1U << 20U));
  return exact_[exact_program(id)].evaluate(state_);
}

// One run through the code of a cell and of those it calls.  All of it becomes one loop in run(),
// with these members in registers; with a step for a function of its own it would take a sixth
// longer.
class Evaluator::Run {
 public:
  Run(Evaluator& evaluator, CellId root) : all_(evaluator) {
    all_.returns_.clear();  // something may have run out in the middle
    enter(static_cast<std::uint32_t>(root));
  }

  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] Value result() const { return stack_[0]; }

  [[gnu::always_inline]] inline void step() {
    const Instruction& i = all_.code_[at_++];
    ++steps_;
    switch (i.op) {
      case Op::push:
        return push(i.value);
      case Op::load:
        return push(load(i));
      case Op::load_equal:
        return push(load(i) == i.value ? 1 : 0);
      case Op::load_less:
        return push(load(i) < i.value ? 1 : 0);
      case Op::load_less_equal:
        return push(load(i) <= i.value ? 1 : 0);
      case Op::load_greater:
        return push(load(i) > i.value ? 1 : 0);
      case Op::load_greater_equal:
        return push(load(i) >= i.value ? 1 : 0);
      case Op::negate:
        return push(pop() == 0 ? 1 : 0);
      case Op::equal:
        return join(left() == right() ? 1 : 0);
      case Op::not_equal:
        return join(left() != right() ? 1 : 0);
      case Op::less:
        return join(left() < right() ? 1 : 0);
      case Op::less_equal:
        return join(left() <= right() ? 1 : 0);
      case Op::add:
        return join(left() + right());
      case Op::multiply:
        return join(left() * right());
      case Op::subtract:
        return join(left() - right());
      case Op::floor_divide:
        return join(floor_quotient(left(), right()));
      case Op::modulo:
        return join(remainder(left(), right()));
      case Op::exclusive:
        return join(left() ^ right());
      case Op::decide_and:
        return decide(right() == 0, i.index);
      case Op::decide_or:
        return decide(right() != 0, i.index);
      case Op::branch:
        return jump_if(pop() == 0, i.index);
      case Op::jump:
        return jump_if(true, i.index);
      case Op::call:
        return call(i.index);
      case Op::exact:
        return push(compute_exactly(i.index));
      case Op::finish:
        return leave(i.index);
    }
  }

 private:
  void push(Value value) { stack_[top_++] = value; }
  Value pop() { return stack_[--top_]; }
  [[nodiscard]] Value left() const { return stack_[top_ - 2]; }
  [[nodiscard]] Value right() const { return stack_[top_ - 1]; }
  void join(Value value) { stack_[--top_ - 1] = value; }
  [[nodiscard]] Value load(const Instruction& i) const { return all_.state_[i.index]; }

  void jump_if(bool condition, std::uint32_t target) {
    if (condition) at_ = target;
  }
  // The last argument that was looked at decides a conjunction or disjunction, or makes room.
  void decide(bool decided, std::uint32_t target) {
    if (decided)
      at_ = target;
    else
      --top_;
  }

  void call(std::uint32_t id) {
    if (all_.cells_[id].tests != 0) return push(all_.passes(all_.cells_[id]) ? 1 : 0);
    if (all_.known_[id].at == all_.now_) return push(all_.known_[id].value);
    all_.returns_.push_back(at_);
    enter(id);
  }
  void enter(std::uint32_t id) {
    const Cell& cell = all_.cells_[id];
    std::vector<Value>& values = all_.stack_;
    if (values.size() < top_ + cell.depth + 1) values.resize(2 * (top_ + cell.depth + 1));
    stack_ = values.data();
    at_ = cell.start;
  }
  void leave(std::uint32_t id) {
    all_.known_[id] = {all_.now_, right()};
    if (all_.returns_.empty()) {
      all_.effort_.spend((steps_ + 3) / 4);
      done_ = true;
      return;
    }
    at_ = all_.returns_.back();
    all_.returns_.pop_back();
  }

  Value compute_exactly(std::uint32_t program) {
    const model::Number number = all_.exact_[program].evaluate(all_.state_);
    CHECK(number.is_integer(), "a plain value is an integer");
    steps_ += 16;
    return number.numerator();
  }

  Evaluator& all_;
  Value* stack_ = nullptr;
  std::size_t top_ = 0;  // how many values there are
  std::uint32_t at_ = 0;
  std::uint64_t steps_ = 0;
  bool done_ = false;
};

Value Evaluator::run(CellId root) {
  Run run(*this, root);
  while (!run.done()) run.step();
  return run.result();
}

}  // namespace ken::states
