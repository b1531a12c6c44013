// Labels of formulas with variables.
//
// A variable stands for its fixpoint, or for a set on the way to it: a round.  Whoever explains why
// a state is in a least fixpoint needs the rounds: from the first one that has the state the body
// leads to states of the round before, so that reasons come to an end, by as few rounds as can be.
// Why a state is not in a greatest fixpoint is the same from above.  That a state is in a greatest
// fixpoint, or not in a least one, is so because the body leads to such states again, for ever: the
// variable stands for the fixpoint itself then.
//
// Fixpoints inside others have rounds for each round of those around them.  What does not depend on
// variables is labelled once for all.

#include "check/scoped_labels.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "evidence/unfolding.hpp"

namespace ken::check {

Standings ScopedLabels::narrow(const Standings& scope, FormulaId formula) const {
  auto result =
      evidence::choose_fixpoints(context_.model().formulas, scope, formula, &Standing::fixpoint);
  CHECK(result.has_value(), "variables stand for fixpoints around them");
  return *std::move(result);
}

const StateSet& ScopedLabels::find(const Standings& scope, FormulaId formula) {
  const Key key{formula, narrow(scope, formula)};
  const auto known = labels_.find(key);
  if (known != labels_.end()) return known->second;
  StateSet label =
      key.second.empty()
          ? Labeller(context_, {}).label(formula)
          : Labeller(context_, {}).label_with(list_given(key.second, formula), formula);
  return labels_.emplace(key, std::move(label)).first->second;
}

// The labels of its variables, and of all that does not depend on them.
Labeller::Known ScopedLabels::list_given(const Standings& scope, FormulaId formula) {
  const logic::FormulaStore& formulas = context_.model().formulas;
  Labeller::Known result;
  for (std::size_t i = 0; i < scope.size(); ++i) {
    const auto& fixpoint = std::get<logic::Fixpoint>(formulas[scope[i].fixpoint]);
    const Standings around(scope.begin(), scope.begin() + static_cast<std::ptrdiff_t>(i));
    const StateSet& value = find_rounds(around, scope[i].fixpoint).at(scope[i].round);
    if (const auto variable = formulas.find(logic::Variable{fixpoint.variable}))
      result.insert_or_assign(*variable, Label(value));
  }
  std::vector<FormulaId> open{formula};
  std::unordered_set<FormulaId> seen;
  while (!open.empty()) {
    const FormulaId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const logic::Traits& traits = formulas.traits(id);
    if (traits.free == 0 && traits.sort == logic::Sort::state)
      result.emplace(id, find({}, id));
    else
      logic::for_each_part(formulas[id], [&](FormulaId part) { open.push_back(part); });
  }
  return result;
}

const std::vector<StateSet>& ScopedLabels::find_rounds(const Standings& scope, FormulaId fixpoint) {
  const Key key{fixpoint, narrow(scope, fixpoint)};
  const auto known = rounds_.find(key);
  if (known != rounds_.end()) return known->second;
  const FormulaId body = std::get<logic::Fixpoint>(context_.model().formulas[fixpoint]).body;
  auto rounds = Labeller(context_, {}).label_rounds(list_given(key.second, body), fixpoint);
  return rounds_.emplace(key, std::move(rounds)).first->second;
}

std::size_t ScopedLabels::find_round_before(const Standings& scope, FormulaId fixpoint,
                                            const StateSet& state, bool holds) {
  const std::vector<StateSet>& rounds = find_rounds(scope, fixpoint);
  const auto& f = std::get<logic::Fixpoint>(context_.model().formulas[fixpoint]);
  if ((f.extremum == logic::Extremum::least) != holds) return rounds.size() - 1;
  const auto first = std::find_if(rounds.begin(), rounds.end(), [&](const StateSet& round) {
    return subset(state, round) == holds;
  });
  CHECK(first != rounds.begin() && first != rounds.end(), "some round has the state");
  return static_cast<std::size_t>(first - rounds.begin()) - 1;
}

}  // namespace ken::check
