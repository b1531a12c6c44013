#pragma once
#include <map>
#include <memory>
#include <optional>

#include "symbolic/relation.hpp"

namespace ken::symbolic {

// A model as diagrams: its initial states, its steps, what each agent sees.  Everything symbolic
// about one model hangs here; the model and the budget must outlive it.
class System {
 public:
  // Throws Exhausted when the budget does not suffice.
  System(const model::Model& model, base::Budget& budget, const Settings& settings = {});

  [[nodiscard]] const model::Model& model() const { return model_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const Encoding& encoding() const { return encoding_; }
  [[nodiscard]] bdd::Manager& manager() { return manager_; }
  [[nodiscard]] base::Budget& budget() { return manager_.budget(); }
  [[nodiscard]] Conditions& conditions() { return conditions_; }
  [[nodiscard]] const Parts& parts() const { return parts_; }
  [[nodiscard]] const Relation& steps() const { return *steps_; }
  // If the system is interleaved and may be treated so: the steps, one relation for each choice of
  // the scheduler.  Else empty.
  [[nodiscard]] const std::vector<Relation>& moves() const { return moves_; }
  // From now on only steps out of these states matter.
  void care_about(const Bdd& states);
  // The steps with the actions of these agents kept; made when first asked for.
  [[nodiscard]] const Relation& steps_keeping(const logic::Group& agents);

  [[nodiscard]] const Bdd& initial() const { return initial_; }
  [[nodiscard]] Bdd nothing() { return manager_.constant(false); }
  [[nodiscard]] Bdd everything() { return manager_.constant(true); }

  // The bits of the state; those of all variables but these (ascending); of these agents' actions.
  [[nodiscard]] const bdd::VariableSet& state_bits() const { return state_bits_; }
  [[nodiscard]] const bdd::VariableSet& all_but(const std::vector<VarId>& seen);
  [[nodiscard]] const bdd::VariableSet& action_bits(const logic::Group& agents);

  [[nodiscard]] bdd::Natural count(const Bdd& states) const {
    return bdd::count(states, state_bits_);
  }

 private:
  [[nodiscard]] Bdd initial_states();

  const model::Model& model_;
  Settings settings_;
  Encoding encoding_;
  bdd::Manager manager_;
  Conditions conditions_;
  bdd::VariableSet state_bits_;
  Bridges bridges_;
  Parts parts_;
  std::optional<Relation> steps_;
  Bdd initial_;
  std::vector<Relation> moves_;
  std::optional<Bdd> care_;
  std::map<logic::Group, Relation> keeping_;
  std::map<std::vector<VarId>, bdd::VariableSet> all_but_;
  std::map<logic::Group, bdd::VariableSet> action_bits_;
};

}  // namespace ken::symbolic
