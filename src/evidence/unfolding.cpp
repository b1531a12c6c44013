// Circles of claims.
//
// A fixpoint is where its body holds, if its variable stands for the fixpoint.  So a claim about a
// fixpoint rests on one about its body, that on claims about the variable elsewhere, and these on
// the body again.  All other claims rest on smaller formulas, so every circle of claims passes
// through variables.
//
// Some circles are right: 'greatest Z: p and some step: Z' holds on a loop on which p holds.  Of
// the fixpoints whose variables lie on a circle one is around the others: it is built from them,
// and so it is the one with the greatest number.  The circle is right if that one is a greatest
// fixpoint and claimed to hold, or a least one and claimed to fail.
//
// Why: suppose that a claim is wrong.  Then one that it rests on is wrong, and so on for ever,
// round some circle in the end.  Let F be the fixpoint around the others there, a greatest one
// that is claimed to hold.  Where that is wrong, the state has left the rounds by which F is
// computed from above, in some first round; since the body says what the next round is, the claim
// about the variable that is wrong next is about a state that has left in an earlier round.  That
// cannot go on for ever.  Least fixpoints that are claimed to fail are the same upside down.
//
// Judging: in each strong component, all claims about the variable of the fixpoint around the
// others must be so; without them there may be circles of those inside.
//
// Cost: strong components, at most as often as fixpoints are inside each other.

#include "evidence/unfolding.hpp"

#include "evidence/components.hpp"

namespace ken::evidence {
namespace {

using logic::FormulaId;

// The fixpoint that the variable stands for, if a claim is about a variable.
std::optional<FormulaId> find_unfolded(const logic::FormulaStore& formulas, const Reason& reason) {
  if (!std::holds_alternative<logic::Variable>(formulas[reason.formula])) return {};
  return reason.fixpoints.back();
}

}  // namespace

std::vector<std::size_t> list_grounds(const Why& why) {
  std::vector<std::size_t> result;
  const auto add = [&](ReasonId id) { result.push_back(static_cast<std::size_t>(id)); };
  const auto add_all = [&](const std::vector<ReasonId>& ids) {
    std::for_each(ids.begin(), ids.end(), add);
  };
  std::visit(
      logic::overloaded{
          [](const Assumed&) {},
          [](const Evaluated&) {},
          [&](const Joined& w) { add_all(w.parts); },
          [&](const Unfolded& w) { add_all(w.body); },
          [&](const Followed& w) { std::for_each(w.claims.begin(), w.claims.end(), add_all); },
          [&](const Elsewhere& w) { add(w.claim); },
          [&](const Played& w) {
            for (const Position& position : w.positions) add_all(position.claims);
          },
          [](const Excluded&) {},
      },
      why);
  return result;
}

std::optional<ReasonId> find_claim_by_itself(const logic::FormulaStore& formulas,
                                             const Evidence& evidence) {
  std::vector<std::vector<std::size_t>> grounds;
  std::vector<std::optional<FormulaId>> unfolded;
  for (const Reason& reason : evidence.reasons) {
    grounds.push_back(list_grounds(reason.why));
    unfolded.push_back(find_unfolded(formulas, reason));
  }
  std::vector<bool> counts(grounds.size(), true);
  for (;;) {
    const auto circles = list_cycles(grounds, [&](std::size_t i) { return counts[i]; });
    if (circles.empty()) return {};
    for (const std::vector<std::size_t>& circle : circles) {
      std::optional<FormulaId> outermost;
      for (const std::size_t i : circle) outermost = std::max(outermost, unfolded[i]);
      if (!outermost) return static_cast<ReasonId>(circle.front());
      const auto& fixpoint = std::get<logic::Fixpoint>(formulas[*outermost]);
      const bool right = fixpoint.extremum == logic::Extremum::greatest;
      for (const std::size_t i : circle) {
        if (unfolded[i] != outermost) continue;
        if (evidence.reasons[i].holds != right) return static_cast<ReasonId>(i);
        counts[i] = false;
      }
    }
  }
}

}  // namespace ken::evidence
