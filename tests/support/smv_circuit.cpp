// Evaluation with values that are not known yet, and with values that do not exist.
//
// A gate is unknown as long as different choices of the missing variables could give it different
// values, as far as its operator can tell; then it becomes known and stays so.  Therefore values
// can be propagated in any order, a choice costs what it decides, and a required gate that is false
// closes a whole branch of a search.
//
// Division by zero, a result beyond 32 bits and a case without a branch are undefined.  That passes
// through every operator except where the operator does not need it: the branch not taken of a
// choice, and what stands beside FALSE in a conjunction or TRUE in a disjunction, on either side.
// So the order of conjuncts and the order of a search say nothing about whether a text is refused:
// only an undefined value that the answer depends on is.  (Left to right would be as good a
// reading; but constraints of a model are a set and have no left.)

#include "smv_circuit.hpp"

#include <algorithm>
#include <stdexcept>

namespace ken::tests::smv {
namespace {

Value fit(Value number) {
  constexpr Value bound = std::numeric_limits<std::int32_t>::max();
  return number < -bound || number > bound ? undefined : number;
}

// Of an operator that needs both.
template <class Function>
Value strict(Value a, Value b, const Function& function) {
  if (a == undefined || b == undefined) return undefined;
  if (a == unknown || b == unknown) return unknown;
  return function(a, b);
}

// A conjunction is settled by 0, a disjunction by 1.
Value settle(Value a, Value b, Value by) {
  if (a == by || b == by) return by;
  if (a == unknown || b == unknown) return unknown;
  if (a == undefined || b == undefined) return undefined;
  return 1 - by;
}

Value choose_branch(Value condition, Value a, Value b) {
  if (condition == undefined) return undefined;
  if (condition == unknown) return a == b && a != undefined ? a : unknown;
  return condition != 0 ? a : b;
}

}  // namespace

// ---- the circuit ----

std::size_t Circuit::Hash::operator()(const Gate& gate) const {
  auto result = static_cast<std::size_t>(gate.op);
  for (const GateId argument : gate.arguments) result = result * 1'000'003 + argument;
  return result * 1'000'003 + static_cast<std::size_t>(gate.value);
}

GateId Circuit::intern(const Gate& gate) {
  const auto [entry, fresh] = known_.try_emplace(gate, static_cast<GateId>(gates_.size()));
  if (fresh) gates_.push_back(gate);
  return entry->second;
}

GateId Circuit::constant(Value value, Place place) {
  return intern({.op = GateOp::constant, .value = value, .place = place});
}

GateId Circuit::variable(Slot slot, Place place) {
  return intern({.op = GateOp::variable, .value = slot, .place = place});
}

GateId Circuit::add(GateOp op, std::initializer_list<GateId> arguments, Place place) {
  Gate gate{.op = op, .arity = static_cast<std::uint8_t>(arguments.size()), .place = place};
  std::ranges::copy(arguments, gate.arguments.begin());
  return intern(gate);
}

std::vector<bool> Circuit::cone(std::span<const GateId> roots) const {
  std::vector<bool> result(gates_.size());
  for (const GateId root : roots) result[root] = true;
  for (std::size_t id = gates_.size(); id-- > 0;) {
    if (!result[id]) continue;
    for (const GateId argument : gates_[id].args()) result[argument] = true;
  }
  return result;
}

// ---- the simulation ----

Simulation::Simulation(const Circuit& circuit, std::span<const GateId> required,
                       std::span<const GateId> others)
    : circuit_(circuit),
      values_(circuit.size(), unknown),
      users_(circuit.size()),
      required_(circuit.size()) {
  std::vector<GateId> roots(required.begin(), required.end());
  roots.insert(roots.end(), others.begin(), others.end());
  for (const GateId gate : required) required_[gate] = true;
  const std::vector<bool> cone = circuit.cone(roots);
  for (GateId id = 0; id < circuit.size(); ++id) {
    if (!cone[id]) continue;
    const Gate& gate = circuit[id];
    for (const GateId argument : gate.args()) users_[argument].push_back(id);
    if (gate.op == GateOp::variable) {
      const auto slot = static_cast<std::size_t>(gate.value);
      if (gates_.size() <= slot) gates_.resize(slot + 1, no_gate);
      gates_[slot] = id;
    }
    set(id, compute(gate));
  }
  trail_.clear();
}

Value Simulation::compute(const Gate& gate) const {
  const auto arg = [&](std::size_t i) { return values_[gate.arguments.at(i)]; };
  const auto apply = [&](const auto& function) { return strict(arg(0), arg(1), function); };
  switch (gate.op) {
    case GateOp::constant:
      return gate.value;
    case GateOp::variable:
      return unknown;
    case GateOp::failure:
      return undefined;
    case GateOp::negation:
      return arg(0) == unknown || arg(0) == undefined ? arg(0) : 1 - arg(0);
    case GateOp::conjunction:
      return settle(arg(0), arg(1), 0);
    case GateOp::disjunction:
      return settle(arg(0), arg(1), 1);
    case GateOp::equal:
      return apply([](Value a, Value b) { return Value{a == b}; });
    case GateOp::less:
      return apply([](Value a, Value b) { return Value{a < b}; });
    case GateOp::at_most:
      return apply([](Value a, Value b) { return Value{a <= b}; });
    case GateOp::minus:
      return arg(0) == unknown || arg(0) == undefined ? arg(0) : fit(-arg(0));
    case GateOp::plus:
      return apply([](Value a, Value b) { return fit(a + b); });
    case GateOp::subtract:
      return apply([](Value a, Value b) { return fit(a - b); });
    case GateOp::times:
      return apply([](Value a, Value b) { return fit(a * b); });
    case GateOp::divide:  // towards zero, as in C++
      return apply([](Value a, Value b) { return b == 0 ? undefined : fit(a / b); });
    case GateOp::modulo:  // the sign of the dividend, as in C++
      return apply([](Value a, Value b) { return b == 0 ? undefined : a % b; });
    case GateOp::choice:
      return choose_branch(arg(0), arg(1), arg(2));
  }
  return unknown;
}

void Simulation::set(GateId gate, Value value) {
  if (value == unknown) return;
  values_[gate] = value;
  trail_.push_back(gate);
  if (required_[gate] && value == 0) ++refuted_;
}

void Simulation::choose(Slot slot, Value value) {
  if (!depends_on(slot)) return;
  std::size_t done = trail_.size();
  set(gates_[slot], value);
  for (; done < trail_.size(); ++done)
    for (const GateId user : users_[trail_[done]])
      if (values_[user] == unknown) set(user, compute(circuit_[user]));
}

void Simulation::give_up(std::size_t mark) {
  for (; trail_.size() > mark; trail_.pop_back()) {
    const GateId gate = trail_.back();
    if (required_[gate] && values_[gate] == 0) --refuted_;
    values_[gate] = unknown;
  }
}

Value Simulation::value(GateId gate) const {
  if (values_[gate] == unknown) throw std::logic_error("a variable is not chosen");
  if (values_[gate] != undefined) return values_[gate];
  for (;;) {
    const std::span<const GateId> args = circuit_[gate].args();
    const auto cause =
        std::ranges::find_if(args, [&](GateId arg) { return values_[arg] == undefined; });
    // The branch not taken may be undefined too.
    const bool branch = circuit_[gate].op == GateOp::choice && values_[args[0]] != undefined;
    if (cause == args.end()) break;
    gate = branch ? args[values_[args[0]] != 0 ? 1 : 2] : *cause;
  }
  const Gate& origin = circuit_[gate];
  refuse(origin.place, origin.op == GateOp::failure ? "no condition of this case applies"
                       : origin.op == GateOp::divide || origin.op == GateOp::modulo
                           ? "division by zero or a result out of range"
                           : "a result is out of range");
}

}  // namespace ken::tests::smv
