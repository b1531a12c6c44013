#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "concrete/state_space.hpp"
#include "logic/formula.hpp"

namespace ken::concrete {

class Labeller;

// How one modality is decided on explicit states.  Each family file owns a table of these, written
// from the definitions and from nothing else.
struct Rule {
  logic::Builtin modality;
  StateSet (*label)(Labeller&, const logic::Modal&, std::span<const StateSet> args);
};
[[nodiscard]] std::span<const Rule> temporal_rules();
[[nodiscard]] std::span<const Rule> epistemic_rules();
[[nodiscard]] std::span<const Rule> strategic_rules();

// Which outcomes of a strategy count in a fair model.
enum class Outcomes : std::uint8_t { fair, all };

// What a coalition can do in a state: for each of its available moves, everything that may follow.
using Moves = std::vector<std::vector<StateId>>;

// Labels formulas with the states where they hold.  Every formula is labelled once; a label is
// dropped when its last user is done.  With fairness the domain is the set of states where a fair
// path starts, and every operator ranges over it.
class Labeller {
 public:
  Labeller(const model::Model& model, const StateSpace& space, base::Budget& budget);

  // The states of the domain where the formula holds.  Throws Exhausted.
  [[nodiscard]] StateSet label(logic::FormulaId formula, Outcomes outcomes = Outcomes::fair);

  [[nodiscard]] const model::Model& model() const { return model_; }
  [[nodiscard]] const StateSpace& space() const { return space_; }
  [[nodiscard]] const StateSet& domain() const { return domain_; }
  [[nodiscard]] StateSet reachable() const { return StateSet(space_.size(), true); }
  [[nodiscard]] StateSet nothing() const { return StateSet(space_.size()); }
  [[nodiscard]] bool is_fair() const { return fair_model_; }
  // Which outcomes count for the coalitions of the formula being labelled.
  [[nodiscard]] Outcomes outcomes() const { return fair_model_ ? outcomes_ : Outcomes::all; }
  // The states of each fairness line.
  [[nodiscard]] const std::vector<StateSet>& fairness() const { return fairness_; }
  [[nodiscard]] base::Budget& budget() { return budget_; }
  [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

  // The number of the class of each state, states with equal values of the variables together.
  [[nodiscard]] const std::vector<std::uint32_t>& classes(std::span<const model::VarId> variables);
  // By state; every reachable state, fair or not.
  [[nodiscard]] const std::vector<Moves>& moves(const logic::Group& coalition);

 private:
  [[nodiscard]] StateSet compute(const logic::Formula& formula,
                                 const std::map<logic::FormulaId, StateSet>& known);
  [[nodiscard]] StateSet modal(const logic::Modal& modal,
                               const std::map<logic::FormulaId, StateSet>& known);
  [[nodiscard]] StateSet atom(logic::AtomId id);
  void restrict_to_fair_states();
  [[nodiscard]] std::vector<std::uint32_t> computed_classes(
      std::span<const model::VarId> variables);
  [[nodiscard]] Moves computed_moves(const logic::Group& coalition, StateId state);

  const model::Model& model_;
  const StateSpace& space_;
  base::Budget& budget_;
  StateSet domain_;
  bool fair_model_ = false;
  std::vector<StateSet> fairness_;
  std::map<std::vector<model::VarId>, std::vector<std::uint32_t>> classes_;
  std::map<logic::Group, std::vector<Moves>> moves_;
  Outcomes outcomes_ = Outcomes::fair;
  std::size_t evaluations_ = 0;
};

// ---- shared by the families ----

// States of the domain with a successor in the set (which lies in the domain).
[[nodiscard]] StateSet some_successor(Labeller& labeller, const StateSet& set);
// Least and greatest fixpoints: E(f U g), and E G f over fair paths if the model is fair.
[[nodiscard]] StateSet exists_until(Labeller& labeller, const StateSet& f, const StateSet& g);
[[nodiscard]] StateSet exists_globally(Labeller& labeller, const StateSet& f);

// Where the coalition can make every outcome unfair.
[[nodiscard]] StateSet escape(Labeller& labeller, const logic::Group& coalition);

}  // namespace ken::concrete
