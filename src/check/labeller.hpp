#pragma once
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/fixpoints.hpp"
#include "check/obligations.hpp"
#include "check/rules.hpp"

namespace ken::check {

using logic::FormulaId;

// The arena of a model with the fairness it asks for.  Labels the fairness lines; throws Exhausted.
[[nodiscard]] Context make_context(symbolic::System& system, const symbolic::Reachable& reachable,
                                   logic::Semantics semantics = logic::Semantics::full);
// The same for other steps between the states of the model.
[[nodiscard]] Context make_context(symbolic::System& system, std::shared_ptr<symbolic::Steps> steps,
                                   const symbolic::Reachable& reachable,
                                   logic::Semantics semantics = logic::Semantics::full);

// The memo of labels: every formula is labelled once, and its label is dropped when the last
// formula that needs it is done.  Rules do the work, in the context, which must outlive it.
class Labeller {
 public:
  using Known = std::unordered_map<FormulaId, Label>;

  // 'wanted' are the formulas that will be decided.
  Labeller(Context& context, std::span<const FormulaId> wanted);

  // Whether the wanted formula of this number holds in all initial states of the domain.  May be
  // asked again after Exhausted; what was labelled before is not labelled again.
  [[nodiscard]] bool holds(std::size_t wanted);
  // The same with every outcome of a strategy counted, fair or not.
  [[nodiscard]] bool holds_for_all_outcomes(std::size_t wanted);
  // The states of the domain where any formula holds.
  [[nodiscard]] StateSet label(FormulaId formula, Outcomes outcomes = Outcomes::fair);

  // The same for several, which share what they have in common.
  [[nodiscard]] std::vector<StateSet> label_all(std::span<const FormulaId> formulas,
                                                Outcomes outcomes = Outcomes::fair);

  // The same for a formula with variables, whose labels are given, perhaps with those of others.
  [[nodiscard]] StateSet label_with(Known given, FormulaId formula);
  // The sets by which a fixpoint is computed, one for each round: what it starts from, and so on to
  // the fixpoint.
  [[nodiscard]] std::vector<StateSet> label_rounds(Known given, FormulaId fixpoint);

  [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

 private:
  // Where labels have to be right: in the whole domain, or where the answers need them.
  enum class Needed : std::uint8_t { everywhere, for_answers };

  void count_users();
  void note_questions();
  void note_places();
  [[nodiscard]] const model::Model& model() const { return context_.model(); }
  [[nodiscard]] const Rule& rule_of(const logic::Modal& modal) const;
  [[nodiscard]] Label find_label(FormulaId root, Known& known, Needed needed);
  void release(FormulaId formula, Known& known);
  [[nodiscard]] Label compute(const logic::Formula& formula, const Known& known);
  [[nodiscard]] Label compute_modal(const logic::Modal& modal, const Known& known);
  [[nodiscard]] Label compute_fixpoint(const logic::Fixpoint& f, const Known& known);
  [[nodiscard]] StateSet compute_round(const logic::Fixpoint& f, const Known& outside,
                                       const StateSet& before);
  [[nodiscard]] bool all_hold(const std::vector<Obligation>& obligations, Known& known);

  Context& context_;
  std::vector<std::vector<Obligation>> wanted_;
  std::vector<std::optional<bool>> answers_;
  bool interrupted_ = false;  // by Exhausted, and the users are to be counted again
  Known known_;
  std::unordered_map<FormulaId, std::size_t> users_;
  std::unordered_set<FormulaId> needed_everywhere_;  // else in initial states alone
  std::unordered_set<FormulaId> needed_initially_;   // by an answer, there at least
  std::size_t evaluations_ = 0;
};

}  // namespace ken::check
