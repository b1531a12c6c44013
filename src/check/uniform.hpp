#pragma once
#include "check/labeller.hpp"
#include "check/strategy.hpp"
#include "evidence/reason.hpp"

namespace ken::check {

// Whether some restriction of the protocols of these agents to one action for each local state
// makes the formula, read with full observation, hold in all initial states of the restricted
// model: the restriction, or why there is none if that can be said.
struct UniformAnswer {
  std::optional<Strategy> restriction;
  FormulaId operation{};  // what no strategy enforces
  std::vector<model::State> lost_together{};
  std::vector<evidence::Fact> facts{};

  [[nodiscard]] bool holds() const { return restriction.has_value(); }
};

// Only in a context with the fairness of the model.  Throws Exhausted.
[[nodiscard]] UniformAnswer find_restriction(Context& context, FormulaId formula,
                                             const logic::Group& agents);

// What the answer rests on; nothing if there is nothing to show.  At most so many claims are
// explained.
[[nodiscard]] std::optional<evidence::Evidence> explain_uniform(
    Context& context, const symbolic::Reachable& reachable, FormulaId formula,
    const logic::Group& agents, const UniformAnswer& answer, std::size_t most);

}  // namespace ken::check
