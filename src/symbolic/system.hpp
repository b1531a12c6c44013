#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string_view>

#include "symbolic/steps.hpp"

namespace ken::symbolic {

// Told when another stage of the building begins, by a literal, and how many nodes are in use then.
using EachStage = std::function<void(std::string_view stage, std::size_t nodes)>;

// A model as diagrams: its initial states, its steps, what each agent sees.  Everything symbolic
// about one model hangs here; the model and the budget must outlive it.
class System {
 public:
  // Throws Exhausted when the budget does not suffice, or the watch, which is asked while the
  // system is built, has had enough.
  System(const model::Model& model, base::Budget& budget, const Settings& settings = {},
         const EachStage& each_stage = {}, const bdd::Watch& watch = {});

  [[nodiscard]] const model::Model& model() const { return model_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const Encoding& encoding() const { return encoding_; }
  [[nodiscard]] bdd::Manager& manager() { return manager_; }
  [[nodiscard]] base::Budget& budget() { return manager_.budget(); }
  [[nodiscard]] Conditions& conditions() { return conditions_; }
  [[nodiscard]] Steps& steps() { return *steps_; }
  [[nodiscard]] const std::shared_ptr<Steps>& shared_steps() const { return steps_; }

  [[nodiscard]] const StateSet& initial() const { return initial_; }
  [[nodiscard]] StateSet nothing() { return StateSet(manager_.constant(false)); }

  // New bits of a state, for somebody who observes the system, from this level of the order on.
  [[nodiscard]] std::vector<BitPair> add_bits(std::size_t count, std::size_t level = 0);
  // Bits for the value of a variable in a state that is spoken of besides, each below the one of
  // now; made when first asked for, and no step touches them.
  [[nodiscard]] const Bits& elsewhere(VarId v);
  [[nodiscard]] bool has_elsewhere(VarId v) const { return elsewhere_.contains(v); }
  // Bits for after a step for variables that no evolution changes.
  void give_next(std::span<const VarId> variables) { encoding_.give_next(manager_, variables); }

  // The bits of the state; those of all variables but these (ascending); of these agents' actions.
  [[nodiscard]] const bdd::VariableSet& state_bits() const { return state_bits_; }
  [[nodiscard]] const bdd::VariableSet& all_but(const std::vector<VarId>& seen);
  [[nodiscard]] const bdd::VariableSet& action_bits(const logic::Group& agents);

 private:
  void suggest_computed_order();

  const model::Model& model_;
  Settings settings_;
  Encoding encoding_;
  bdd::Manager manager_;
  Conditions conditions_;
  bdd::VariableSet state_bits_;
  StateSet initial_;
  std::shared_ptr<Steps> steps_;
  std::map<VarId, Bits> elsewhere_;
  std::map<std::vector<VarId>, bdd::VariableSet> all_but_;
  std::map<logic::Group, bdd::VariableSet> action_bits_;
};

// The states where InitStates holds; codes that stand for no value are none of them, and no step
// brings them in.
[[nodiscard]] StateSet build_initial_states(bdd::Manager& manager, const Encoding& encoding,
                                            const model::Model& model, Conditions& conditions);

}  // namespace ken::symbolic
