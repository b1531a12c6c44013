#pragma once
#include "check/first_choices.hpp"
#include "check/joint_search.hpp"

namespace ken::check {

// The search for a strategy that wins a contest of the context; by one thread.
[[nodiscard]] StrategySearch search_alone(Context& context, const Contest& contest,
                                          const Opening& opening);
// By as many as the context allows.
[[nodiscard]] JointSearch search_contest(Context& context, const Contest& contest,
                                         const Opening& opening);

}  // namespace ken::check
