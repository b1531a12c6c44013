#pragma once
#include <string>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "model/model.hpp"

namespace ken::translate {

// How large a graph somebody can still look at.
struct GraphLimits {
  std::size_t states = 500;
  std::size_t edges = 2000;
  std::size_t joint_actions = 100'000;  // looked at
};

// The reachable states of a model and the steps between them, in the language of Graphviz; an error
// (E207) if there are too many.  Throws Exhausted.
[[nodiscard]] base::Result<std::string> to_dot(const model::Model& model, base::Budget& budget,
                                               const GraphLimits& limits = {});

}  // namespace ken::translate
