// Why a value cannot be assigned.
//
// All parts of the expression are evaluated, arguments first.  If the whole is undefined, we go
// down from it to the part where that begins: through arithmetic to an argument that is undefined,
// through a conditional to the branch that is taken.  We end at a division by zero.  One of them is
// no division of the user: derived.cpp writes an undefined number as 0 div 0, in a conditional
// whose condition compares what may be missing.  If a side of that comparison is undefined (an
// argument of min, an index that divides), it is the cause, and we go down there; if not, the index
// is no index.
//
// Numbers beyond 64 bits are not computed.  If one is in the way, the answer is no_number.

#include "model/loss.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "model/fold.hpp"
#include "model/number_algebra.hpp"

namespace ken::model {
namespace {

// The values of an expression and of its parts in a state.
class PartValues {
 public:
  PartValues(const ExprStore& store, ExprId root, const State& state) : store_(store) {
    const NumberAlgebra algebra(state, {});
    for (const ExprId id : closure(store, root)) values_[id] = evaluate(algebra, id);
  }

  // Nothing if it lies beyond 64 bits.
  [[nodiscard]] std::optional<Number> operator[](ExprId id) const { return values_.at(id); }
  [[nodiscard]] bool is_undefined(ExprId id) const {
    const std::optional<Number>& value = values_.at(id);
    return value && !value->defined();
  }
  // The first argument that is undefined.
  [[nodiscard]] std::optional<ExprId> find_undefined_part(ExprId id) const {
    for (const ExprId part : store_.args(id))
      if (is_undefined(part)) return part;
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<Number> evaluate(const NumberAlgebra& algebra, ExprId id) const {
    if (store_[id].op == ExprOp::conditional) {
      const auto args = store_.args(id);
      const std::optional<Number>& condition = values_.at(args[0]);
      if (!condition) return std::nullopt;
      return values_.at(condition->truth() ? args[1] : args[2]);
    }
    std::vector<Number> parts;
    for (const ExprId part : store_.args(id)) {
      const std::optional<Number>& value = values_.at(part);
      if (!value) return std::nullopt;
      parts.push_back(*value);
    }
    try {
      return fold(algebra, store_[id], NumberAlgebra::Args(parts));
    } catch (const base::Exhausted&) {
      return std::nullopt;
    }
  }

  const ExprStore& store_;
  std::map<ExprId, std::optional<Number>> values_;
};

bool is_written_undefined(const ExprStore& store, ExprId id) {
  const auto args = store.args(id);
  return store[id].op == ExprOp::floor_divide && store.is_constant(args[0]) &&
         store.is_constant(args[1]) && store[args[0]].value == 0 && store[args[1]].value == 0;
}

// The root is undefined.
Loss find_undefined(const ExprStore& store, const PartValues& values, ExprId root) {
  bool chosen = false;   // by the conditional above
  ExprId tested = root;  // its condition
  for (ExprId at = root;;) {
    const auto args = store.args(at);
    if (store[at].op == ExprOp::conditional) {
      chosen = true;
      tested = args[0];
      at = values[args[0]]->truth() ? args[1] : args[2];
      continue;
    }
    std::optional<ExprId> part = values.find_undefined_part(at);
    if (!part && chosen && is_written_undefined(store, at)) {
      part = values.find_undefined_part(tested);
      if (!part) return Loss::no_element;
    }
    if (!part)
      return store[at].op == ExprOp::modulo ? Loss::modulo_by_zero : Loss::division_by_zero;
    at = *part;
    chosen = false;
  }
}

std::string array_name(const Model& model, const Assignment& assignment) {
  const std::string& shown = model[assignment.target].name.shown;
  return shown.substr(0, shown.find('['));
}

// The lines of an agent that apply, by what chooses among them: all of them under MultiAssignment,
// those of one variable under SingleAssignment.
std::map<VarId, std::vector<const EvolutionRule*>> list_alternatives(const Model& model,
                                                                     const Agent& agent,
                                                                     const State& state,
                                                                     const JointAction& action) {
  const bool single = model.assignment == syntax::AssignmentSemantics::single;
  std::map<VarId, std::vector<const EvolutionRule*>> result;
  for (const EvolutionRule& rule : agent.evolution)
    if (rule.condition.program(model.exprs).holds(state, action))
      result[single ? rule.assignments.front().target : VarId{}].push_back(&rule);
  return result;
}

std::optional<BlockedAgent> find_lost_value(const Model& model, const Agent& agent,
                                            const EvolutionRule& rule, const State& state) {
  for (const Assignment& assignment : rule.assignments)
    if (const auto loss = find_loss(model, assignment, state))
      return BlockedAgent{&agent, &assignment, *loss};
  return std::nullopt;
}

}  // namespace

std::optional<Loss> find_loss(const Model& model, const Assignment& assignment,
                              const State& state) {
  if (assignment.missed) return Loss::no_target;
  const ExprId root = assignment.value.expr;
  const PartValues values(model.exprs, root, state);
  const std::optional<Number> value = values[root];
  if (!value) return Loss::no_number;
  if (!value->defined()) return find_undefined(model.exprs, values, root);
  if (!value->is_integer()) return Loss::fraction;
  const Type& type = model[assignment.target].type;
  const bool fits = value->numerator() >= type.low && value->numerator() <= type.high;
  return fits ? std::nullopt : std::optional(Loss::out_of_range);
}

std::string say_lost(const Model& model, const Assignment& assignment, Loss loss) {
  const Variable& target = model[assignment.target];
  switch (loss) {
    case Loss::out_of_range:
      return fmt::format("the value does not fit {}, the type of '{}'", to_text(target.type),
                         target.name.shown);
    case Loss::fraction:
      return fmt::format("the value for '{}' is no whole number", target.name.shown);
    case Loss::division_by_zero:
      return fmt::format("the value for '{}' divides by zero", target.name.shown);
    case Loss::modulo_by_zero:
      return fmt::format("the value for '{}' takes 'mod' by zero", target.name.shown);
    case Loss::no_element:
      return fmt::format("the value for '{}' reads an element that its array does not have",
                         target.name.shown);
    case Loss::no_target:
      return fmt::format("'{}' has no element with that index", array_name(model, assignment));
    case Loss::no_number:
      break;
  }
  return fmt::format("there is no value for '{}', or none that fits 64 bits", target.name.shown);
}

std::string say_may_be_lost(const Model& model, const Assignment& assignment, Loss loss) {
  const Variable& target = model[assignment.target];
  switch (loss) {
    case Loss::out_of_range:
      return fmt::format("the value may lie outside {}, the range of '{}'", to_text(target.type),
                         target.name.shown);
    case Loss::fraction:
      return "the value may be no whole number";
    case Loss::division_by_zero:
      return "the value may divide by zero";
    case Loss::modulo_by_zero:
      return "the value may take 'mod' by zero";
    case Loss::no_element:
      return "the value may read an element that its array does not have";
    case Loss::no_target:
      return "the index may select no element";
    case Loss::no_number:
      break;
  }
  return "there may be no value, or none that fits 64 bits";
}

std::optional<BlockedAgent> find_blocked_agent(const Model& model, const State& state,
                                               const JointAction& action) {
  for (const Agent& agent : model.agents)
    for (const auto& [target, lines] : list_alternatives(model, agent, state, action)) {
      std::optional<BlockedAgent> first;
      const bool all_lost = std::all_of(lines.begin(), lines.end(), [&](const EvolutionRule* line) {
        const std::optional<BlockedAgent> lost = find_lost_value(model, agent, *line, state);
        if (!first) first = lost;
        return lost.has_value();
      });
      if (all_lost) return first;
    }
  return std::nullopt;
}

}  // namespace ken::model
