#pragma once
#include "concrete/path_product.hpp"
#include "concrete/rules.hpp"

namespace ken::concrete {

// The arena of a model with the fairness it asks for.  Labels the fairness lines; throws Exhausted.
[[nodiscard]] Context make_context(const model::Model& model, const StateSpace& space,
                                   base::Budget& budget,
                                   logic::Semantics semantics = logic::Semantics::full);
// The same on an arena of these states in which every path is fair.
[[nodiscard]] Context make_context(const model::Model& model, const StateSpace& space, Arena arena,
                                   logic::Semantics semantics);

// Labels formulas with the states of the domain where they hold, each part of a formula once; a
// label is dropped when its last user is done.  The context must outlive it.
class Labeller {
 public:
  explicit Labeller(Context& context) : context_(context) {}

  // Throws Exhausted.
  [[nodiscard]] StateSet label(logic::FormulaId formula, Outcomes outcomes = Outcomes::fair);

  // The same for a formula with variables, whose labels are given.
  [[nodiscard]] StateSet label_with(Labels given, logic::FormulaId formula);

  [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

 private:
  [[nodiscard]] StateSet compute(const logic::Formula& formula, const Labels& known);
  [[nodiscard]] StateSet compute_quantified(const logic::Quantified& f, const Labels& known) const;
  [[nodiscard]] StateSet compute_modal(const logic::Modal& modal, const Labels& known);
  [[nodiscard]] StateSet compute_fixpoint(const logic::Fixpoint& f, const Labels& known);
  [[nodiscard]] StateSet compute_atom(logic::AtomId id) const;

  Context& context_;
  std::size_t evaluations_ = 0;
};

}  // namespace ken::concrete
