// Paths that show what a path formula says.
//
// E f holds because of a path that satisfies f, A f fails because of one that satisfies !f.  A
// tableau (tableau.cpp) follows such paths with promises; a fair lasso in its product with the
// model is one, once the promises are forgotten.  Fixpoints, by which most path formulas are
// decided, would show single steps of it only.
//
// Claims about state formulas along the path are left out where the formula has its value without
// them, first those that nobody can show.
//
// Cost: the tableau, with as many bits as the formula has temporal operators; and for each claim
// one look along the path.

#include "check/quantified_paths.hpp"

#include <algorithm>

#include "check/path_translation.hpp"
#include "check/tableau.hpp"
#include "evidence/path_truth.hpp"
#include "evidence/state_check.hpp"

namespace ken::check {
namespace {

using logic::FormulaId;

constexpr std::size_t most_claims = 400;

struct Claim {
  std::size_t position = 0;
  FormulaId formula{};
  bool holds = false;
  bool needed = true;
};

Lasso find_lasso(Explainer& explainer, const logic::Quantified& formula,
                 const model::State& state) {
  Context& context = explainer.context();
  const Arena& arena = arena_of_infinite_paths(context);
  PathStore store(context.system.manager(), arena.domain);
  const std::function<Bdd(FormulaId)> label_of = [&](FormulaId part) {
    return explainer.where(part, true).function();
  };
  const PathSource source{context.model().formulas, label_of, context.system.budget()};
  const bool some = formula.quantifier == logic::PathQuantifier::some;
  const PathId path = translate(source, store, formula.path, some);
  return find_path(context.system, arena, store, path, explainer.encode(state));
}

// What is to be said of state formulas along the path; those that nobody can show first.
std::vector<Claim> list_claims(Explainer& explainer, const logic::Quantified& formula,
                               const std::vector<model::State>& states) {
  const logic::FormulaStore& formulas = explainer.context().model().formulas;
  std::vector<Claim> result;
  for (const FormulaId part : logic::list_state_parts(formulas, formula.path)) {
    if (evidence::is_propositional(formulas, part)) continue;
    for (std::size_t i = 0; i < states.size(); ++i)
      result.push_back({i, part, subset(explainer.encode(states[i]), explainer.where(part, true))});
  }
  std::stable_partition(result.begin(), result.end(), [&](const Claim& claim) {
    return !explainer.is_worth_showing(claim.formula, claim.holds);
  });
  return result;
}

void leave_out_what_is_not_needed(Explainer& explainer, const logic::Quantified& formula,
                                  const Lasso& lasso, std::vector<Claim>& claims) {
  const model::Model& model = explainer.context().model();
  const evidence::PathShape shape{lasso.states.size(), lasso.back_to};
  const evidence::KnownAt known_at = [&](FormulaId part, std::size_t i) -> std::optional<bool> {
    if (evidence::is_propositional(model.formulas, part))
      return evidence::holds_in(model, part, lasso.states[i]);
    for (const Claim& claim : claims)
      if (claim.needed && claim.position == i && claim.formula == part) return claim.holds;
    return {};
  };
  const bool some = formula.quantifier == logic::PathQuantifier::some;
  for (Claim& claim : claims) {
    explainer.context().system.budget().check_limits();
    claim.needed = false;
    claim.needed = evaluate_along(model.formulas, formula.path, shape, known_at) != some;
  }
}

}  // namespace

evidence::Why show_quantified(Explainer& explainer, const logic::Quantified& formula,
                              const model::State& state) {
  Lasso lasso = find_lasso(explainer, formula, state);
  std::vector<Claim> claims = list_claims(explainer, formula, lasso.states);
  if (claims.size() <= most_claims) leave_out_what_is_not_needed(explainer, formula, lasso, claims);
  std::vector<std::vector<evidence::ReasonId>> at(lasso.states.size());
  for (const Claim& claim : claims)
    if (claim.needed)
      explainer.claim(claim.formula, lasso.states[claim.position], claim.holds, at[claim.position]);
  return evidence::Followed{explainer.make_path(std::move(lasso.states), lasso.back_to),
                            std::move(at)};
}

}  // namespace ken::check
