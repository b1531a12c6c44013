// States and steps, by search.
//
// Initial states are the assignments of state and frozen variables that satisfy INIT and INVAR.  A
// step from a state leads to each assignment that satisfies INVAR, agrees on the frozen variables,
// and for which some assignment of the input variables satisfies TRANS.  Both are found by the same
// backtracking search: choose one variable after the other, give up as soon as a constraint is
// false whatever the rest may be.  Every assignment that satisfies all is found, since a branch is
// left only if none is below it.
//
// The order of variables is only a matter of cost.  Variables that occur in more conjuncts come
// first: the label of a step guards most of them, and once it is chosen each conjunct it guards
// tests one variable at a time and the others are settled.

#include "smv_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace ken::tests::smv {
namespace {

using Assignment = std::vector<Value>;  // by variable; of input variables 0

struct AssignmentHash {
  std::size_t operator()(const Assignment& assignment) const {
    std::size_t result = 0;
    for (const Value value : assignment)
      result = (result ^ static_cast<std::size_t>(value)) * 0x9E3779B97F4A7C15ULL + (result >> 29);
    return result;
  }
};

struct Unchosen {
  Slot slot = 0;
  std::size_t variable = 0;
};

// The parts of conjunctions.
std::vector<GateId> split(const Circuit& circuit, std::vector<GateId> open) {
  std::vector<GateId> result;
  while (!open.empty()) {
    const GateId gate = open.back();
    open.pop_back();
    if (circuit[gate].op == GateOp::conjunction) {
      open.insert(open.end(), circuit[gate].args().begin(), circuit[gate].args().end());
    } else {
      result.push_back(gate);
    }
  }
  return result;
}

// Conjuncts by slot.
std::unordered_map<Slot, std::size_t> count_occurrences(const Circuit& circuit,
                                                        const std::vector<GateId>& conjuncts) {
  std::unordered_map<Slot, std::size_t> result;
  for (const GateId conjunct : conjuncts) {
    const std::vector<bool> cone = circuit.cone(std::span(&conjunct, 1));
    for (GateId id = 0; id < circuit.size(); ++id)
      if (cone[id] && circuit[id].op == GateOp::variable)
        ++result[static_cast<Slot>(circuit[id].value)];
  }
  return result;
}

// All ways to choose some variables under constraints.
class Search {
 public:
  Search(const Model& model, std::vector<GateId> constraints, std::size_t& steps)
      : model_(model),
        required_(split(model.circuit, std::move(constraints))),
        simulation_(model.circuit, required_),
        steps_(steps) {}

  void add_choice(Slot slot, std::size_t variable) { choices_.push_back({slot, variable}); }

  void order_choices() {
    const auto counts = count_occurrences(model_.circuit, required_);
    const auto count = [&](const Unchosen& choice) {
      const auto found = counts.find(choice.slot);
      return found == counts.end() ? 0 : found->second;
    };
    std::ranges::stable_sort(choices_, std::greater(), count);
  }

  [[nodiscard]] Simulation& simulation() { return simulation_; }

  // Calls found(assignment) for each; values it does not choose are those given.
  template <class Found>
  void run(Assignment& assignment, const Found& found, std::size_t depth = 0) {
    if (simulation_.refuted()) return;
    if (depth == choices_.size()) {
      for (const GateId gate : required_) (void)simulation_.value(gate);
      return found(assignment);
    }
    const Unchosen choice = choices_[depth];
    for (const Value value : model_.variables[choice.variable].domain) {
      if (steps_-- == 0) throw TooLarge("too many steps of search");
      const std::size_t mark = simulation_.mark();
      simulation_.choose(choice.slot, value);
      assignment[choice.variable] = value;
      run(assignment, found, depth + 1);
      simulation_.give_up(mark);
    }
  }

 private:
  const Model& model_;
  std::vector<GateId> required_;
  Simulation simulation_;
  std::vector<Unchosen> choices_;
  std::size_t& steps_;
};

class Explorer {
 public:
  Explorer(const Model& model, const Limits& limits)
      : model_(model), limits_(limits), steps_(limits.steps) {}

  StateSpace explore() {
    find_initial();
    find_steps();
    label_states();
    return std::move(space_);
  }

 private:
  StateId number(const Assignment& assignment) {
    const auto [entry, fresh] =
        numbers_.try_emplace(assignment, static_cast<StateId>(states_.size()));
    if (fresh) {
      if (states_.size() >= limits_.states) throw TooLarge("too many states");
      states_.push_back(&entry->first);
    }
    return entry->second;
  }

  void find_initial() {
    std::vector<GateId> constraints = model_.init;
    constraints.insert(constraints.end(), model_.invar.begin(), model_.invar.end());
    Search search(model_, constraints, steps_);
    for (std::size_t v = 0; v < model_.variables.size(); ++v)
      if (model_.variables[v].kind != VariableKind::input) search.add_choice(slot_now(v), v);
    search.order_choices();
    Assignment assignment(model_.variables.size());
    search.run(assignment, [&](const Assignment& found) { number(found); });
    space_.initial = states_.size();
    if (space_.initial == 0) refuse(model_.place, "there is no initial state");
  }

  void find_steps() {
    std::vector<GateId> constraints = model_.trans;
    constraints.insert(constraints.end(), model_.invar_next.begin(), model_.invar_next.end());
    Search search(model_, constraints, steps_);
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const VariableKind kind = model_.variables[v].kind;
      if (kind == VariableKind::state) search.add_choice(slot_next(v), v);
      // An input that no constraint mentions can be anything, and changes nothing.
      if (kind == VariableKind::input && search.simulation().depends_on(slot_now(v)))
        search.add_choice(slot_now(v), v);
    }
    search.order_choices();
    for (StateId state = 0; state < states_.size(); ++state) find_successors(search, state);
  }

  void find_successors(Search& search, StateId state) {
    Assignment target = *states_[state];
    Simulation& simulation = search.simulation();
    const std::size_t mark = simulation.mark();
    choose_state(simulation, state);
    for (std::size_t v = 0; v < target.size(); ++v)
      if (model_.variables[v].kind == VariableKind::frozen)
        simulation.choose(slot_next(v), target[v]);
    std::vector<StateId> successors;
    search.run(target, [&](Assignment found) {
      for (std::size_t v = 0; v < found.size(); ++v)
        if (model_.variables[v].kind == VariableKind::input) found[v] = 0;
      successors.push_back(number(found));
    });
    simulation.give_up(mark);
    std::ranges::sort(successors);
    successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
    if (successors.empty())
      refuse(model_.place, fmt::format("no step leaves a reachable state:{}", describe(state)));
    if (space_.graph.edges() + successors.size() > limits_.transitions)
      throw TooLarge("too many transitions");
    space_.graph.add_state(successors);
  }

  void choose_state(Simulation& simulation, StateId state) const {
    for (std::size_t v = 0; v < model_.variables.size(); ++v)
      if (model_.variables[v].kind != VariableKind::input)
        simulation.choose(slot_now(v), (*states_[state])[v]);
  }

  void label_states() {
    std::vector<GateId> atoms = model_.justice;
    for (const Formula& formula : model_.formulas)
      for (const NodeId id : list_subformulas(model_, formula))
        if (model_.gates[id] != no_gate) atoms.push_back(model_.gates[id]);
    for (const GateId atom : atoms) space_.labels.try_emplace(atom, Set(states_.size()));
    Simulation simulation(model_.circuit, {}, atoms);
    for (StateId state = 0; state < states_.size(); ++state) {
      const std::size_t mark = simulation.mark();
      choose_state(simulation, state);
      for (auto& [atom, set] : space_.labels) set[state] = simulation.value(atom) != 0 ? 1 : 0;
      simulation.give_up(mark);
    }
    for (const GateId gate : model_.justice) space_.justice.push_back(space_.labels.at(gate));
  }

  [[nodiscard]] std::string describe(StateId state) const {
    std::string result;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      if (model_.variables[v].kind == VariableKind::input) continue;
      const Value value = (*states_[state])[v];
      const bool symbol = value >= first_symbol;
      result += fmt::format(" {} = {}", model_.variables[v].name,
                            symbol ? model_.symbols[static_cast<std::size_t>(value - first_symbol)]
                                   : std::to_string(value));
    }
    return result;
  }

  const Model& model_;
  const Limits& limits_;
  std::size_t steps_;
  std::unordered_map<Assignment, StateId, AssignmentHash> numbers_;
  std::vector<const Assignment*> states_;  // the keys of the map stay where they are
  StateSpace space_;
};

}  // namespace

StateSpace explore(const Model& model, const Limits& limits) {
  return Explorer(model, limits).explore();
}

}  // namespace ken::tests::smv
