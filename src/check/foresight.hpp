#pragma once
#include "check/fact.hpp"
#include "check/refutation.hpp"

namespace ken::check {

// What the members can do in a state and what follows, as far as that is little.
[[nodiscard]] std::vector<Fact> foresee(const Contest& contest, const Bounds& bounds,
                                        const model::State& state);

}  // namespace ken::check
