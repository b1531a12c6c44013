#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "evidence/reason.hpp"

namespace ken::evidence {

// Of the fixpoints around a formula, outermost first, those that its variables stand for, and those
// that the variables of these stand for; nothing if a variable is left that stands for none.
template <class Around, class FixpointOf = std::identity>
[[nodiscard]] std::optional<std::vector<Around>> choose_fixpoints(
    const logic::FormulaStore& formulas, const std::vector<Around>& around,
    logic::FormulaId formula, FixpointOf fixpoint_of = {}) {
  std::uint64_t needed = formulas.traits(formula).free;
  std::vector<Around> result;
  for (auto at = around.rbegin(); needed != 0 && at != around.rend(); ++at) {
    const logic::FormulaId id = std::invoke(fixpoint_of, *at);
    const std::uint64_t bit = std::uint64_t{1} << std::get<logic::Fixpoint>(formulas[id]).variable;
    if ((needed & bit) == 0) continue;
    needed = (needed & ~bit) | formulas.traits(id).free;
    result.push_back(*at);
  }
  if (needed != 0) return {};
  std::reverse(result.begin(), result.end());
  return result;
}

// The claims that one rests on, by number.
[[nodiscard]] std::vector<std::size_t> list_grounds(const Why& why);

// A claim that rests on itself and must not; nothing if there is none.  All claims must be about
// formulas, and rest on claims that are there.
[[nodiscard]] std::optional<ReasonId> find_claim_by_itself(const logic::FormulaStore& formulas,
                                                           const Evidence& evidence);

}  // namespace ken::evidence
