#include "evidence/state_check.hpp"

#include <algorithm>
#include <map>

#include "evidence/path_truth.hpp"

namespace ken::evidence {

bool is_state_of(const model::Model& model, const model::State& state) {
  if (state.size() != model.variables.size()) return false;
  for (std::size_t v = 0; v < state.size(); ++v) {
    const model::Type& type = model.variables[v].type;
    if (state[v] < type.low || state[v] > type.high) return false;
  }
  return true;
}

bool looks_alike(const model::Model& model, logic::AgentId agent, const model::State& a,
                 const model::State& b) {
  const auto& visible = model[agent].visible;
  return std::all_of(visible.begin(), visible.end(), [&](model::VarId v) {
    return a[static_cast<std::size_t>(v)] == b[static_cast<std::size_t>(v)];
  });
}

bool holds_in(const model::Model& model, logic::FormulaId formula, const model::State& state) {
  std::map<logic::FormulaId, bool> known;
  for (const logic::FormulaId id : logic::closure(model.formulas, formula)) {
    const logic::Formula& part = model.formulas[id];
    if (const auto* const constant = std::get_if<logic::Constant>(&part))
      known[id] = constant->value;
    else if (const auto* const atom = std::get_if<logic::Atom>(&part))
      known[id] = model[atom->id].condition.program(model.exprs).holds(state);
    else
      known[id] = evaluate_boolean(model.formulas, id, [&](logic::FormulaId p) {
                    return std::optional(known.at(p));
                  }) == true;
  }
  return known.at(formula);
}

}  // namespace ken::evidence
