#pragma once
#include "check/refutation.hpp"
#include "evidence/fact.hpp"

namespace ken::check {

// Whether it is worth while.
[[nodiscard]] bool can_be_foreseen(const Contest& contest);
// What the members can do in a state where the objective is open, and what follows, as far as that
// is little.
[[nodiscard]] std::vector<evidence::Fact> foresee(const Contest& contest, const Bounds& bounds,
                                                  const model::State& state);

}  // namespace ken::check
