#pragma once
#include <map>

#include "check/labeller.hpp"
#include "evidence/reason.hpp"

namespace ken::check {

// What a variable stands for while claims are explained: the set of some round of its fixpoint.
struct Standing {
  FormulaId fixpoint{};
  std::size_t round = 0;
  auto operator<=>(const Standing&) const = default;
};
// For the fixpoints around a formula, outermost first.
using Standings = std::vector<Standing>;

// Labels of formulas with variables, each found once for what the variables stand for.  The context
// must outlive it.
class ScopedLabels {
 public:
  explicit ScopedLabels(Context& context) : context_(context) {}

  // As much of the scope as the formula needs.
  [[nodiscard]] Standings narrow(const Standings& scope, FormulaId formula) const;
  // The states of the domain where the formula holds.
  [[nodiscard]] const StateSet& find(const Standings& scope, FormulaId formula);
  // The round of a fixpoint from which its body says that the state is in the fixpoint, or not: the
  // one before the first that has it so, if rounds lead there, else the last one.
  [[nodiscard]] std::size_t find_round_before(const Standings& scope, FormulaId fixpoint,
                                              const StateSet& state, bool holds);

 private:
  using Key = std::pair<FormulaId, Standings>;

  [[nodiscard]] const std::vector<StateSet>& find_rounds(const Standings& scope,
                                                         FormulaId fixpoint);
  [[nodiscard]] Labeller::Known list_given(const Standings& scope, FormulaId formula);

  Context& context_;
  std::map<Key, StateSet> labels_;
  std::map<Key, std::vector<StateSet>> rounds_;
};

}  // namespace ken::check
