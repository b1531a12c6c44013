#pragma once
#include <map>

#include "states/rules.hpp"

namespace ken::states {

// Labels formulas with the states of the domain where they hold, and remembers what it has found:
// a formula that occurs in many places is labelled once.
class Labeller {
 public:
  // Labels the lines of fairness first.  Throws Exhausted.
  explicit Labeller(StateSpace& space);

  // Of a formula that is supported.  Throws Exhausted; may be asked again then.
  [[nodiscard]] const StateSet& label(logic::FormulaId formula, Outcomes outcomes = Outcomes::fair);
  // In every initial state where a fair path starts.
  [[nodiscard]] bool holds(logic::FormulaId formula, Outcomes outcomes = Outcomes::fair);
  [[nodiscard]] bool has_fair_start() const { return !initial_.empty(); }

  [[nodiscard]] Context& context() { return context_; }
  [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

 private:
  using Labels = std::map<logic::FormulaId, StateSet>;
  [[nodiscard]] StateSet compute(const logic::Formula& formula, const Labels& known);
  [[nodiscard]] StateSet compute_modal(const logic::Modal& modal, const Labels& known);

  base::Charge charge_;
  Context context_;
  StateSet initial_;
  Labels labels_;
  Labels for_all_outcomes_;  // where that makes a difference
  std::size_t evaluations_ = 0;
};

}  // namespace ken::states
