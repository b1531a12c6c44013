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

Value Evaluator::run(CellId root) {
  returns_.clear();     // something may have run out in the middle
  std::size_t top = 0;  // how many values there are
  std::uint64_t steps = 0;
  const auto enter_cell = [&](std::uint32_t id) {
    const Cell& cell = cells_[id];
    if (stack_.size() < top + cell.depth + 1) stack_.resize(2 * (top + cell.depth + 1));
    return cell.start;
  };
  std::uint32_t at = enter_cell(static_cast<std::uint32_t>(root));
  Value* stack = stack_.data();
  const auto join = [&](Value value) { stack[--top - 1] = value; };
  const auto load = [&](const Instruction& i) { return state_[i.index]; };
  for (;; ++steps) {
    const Instruction& i = code_[at++];
    switch (i.op) {
      case Op::push:
        stack[top++] = i.value;
        break;
      case Op::load:
        stack[top++] = load(i);
        break;
      case Op::load_equal:
        stack[top++] = load(i) == i.value ? 1 : 0;
        break;
      case Op::load_less:
        stack[top++] = load(i) < i.value ? 1 : 0;
        break;
      case Op::load_less_equal:
        stack[top++] = load(i) <= i.value ? 1 : 0;
        break;
      case Op::load_greater:
        stack[top++] = load(i) > i.value ? 1 : 0;
        break;
      case Op::load_greater_equal:
        stack[top++] = load(i) >= i.value ? 1 : 0;
        break;
      case Op::negate:
        stack[top - 1] = stack[top - 1] == 0 ? 1 : 0;
        break;
      case Op::equal:
        join(stack[top - 2] == stack[top - 1] ? 1 : 0);
        break;
      case Op::not_equal:
        join(stack[top - 2] != stack[top - 1] ? 1 : 0);
        break;
      case Op::less:
        join(stack[top - 2] < stack[top - 1] ? 1 : 0);
        break;
      case Op::less_equal:
        join(stack[top - 2] <= stack[top - 1] ? 1 : 0);
        break;
      case Op::add:
        join(stack[top - 2] + stack[top - 1]);
        break;
      case Op::multiply:
        join(stack[top - 2] * stack[top - 1]);
        break;
      case Op::subtract:
        join(stack[top - 2] - stack[top - 1]);
        break;
      case Op::floor_divide:
        join(floor_quotient(stack[top - 2], stack[top - 1]));
        break;
      case Op::modulo:
        join(remainder(stack[top - 2], stack[top - 1]));
        break;
      case Op::exclusive:
        join(stack[top - 2] ^ stack[top - 1]);
        break;
      case Op::decide_and:
        if (stack[top - 1] == 0)
          at = i.index;
        else
          --top;
        break;
      case Op::decide_or:
        if (stack[top - 1] != 0)
          at = i.index;
        else
          --top;
        break;
      case Op::branch:
        if (stack[--top] == 0) at = i.index;
        break;
      case Op::jump:
        at = i.index;
        break;
      case Op::call:
        if (cells_[i.index].tests != 0) {
          stack[top++] = passes(cells_[i.index]) ? 1 : 0;
        } else if (known_[i.index].at == now_) {
          stack[top++] = known_[i.index].value;
        } else {
          returns_.push_back(at);
          at = enter_cell(i.index);
          stack = stack_.data();
        }
        break;
      case Op::exact: {
        const model::Number number = exact_[i.index].evaluate(state_);
        CHECK(number.is_integer(), "a plain value is an integer");
        stack[top++] = number.numerator();
        steps += 16;
        break;
      }
      case Op::finish:
        known_[i.index] = {now_, stack[top - 1]};
        if (returns_.empty()) {
          effort_.spend(1 + steps / 4);
          return stack[0];
        }
        at = returns_.back();
        returns_.pop_back();
        break;
    }
  }
}

}  // namespace ken::states
