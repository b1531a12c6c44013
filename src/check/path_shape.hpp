#pragma once
#include <cstddef>
#include <vector>

#include "logic/path_operator.hpp"

namespace ken::check {

// What an argument of a path operator has to be in a state.
struct Need {
  std::size_t argument;
  bool holds;
};
using Needs = std::vector<Need>;

// Paths whose states satisfy 'inside' up to one that satisfies 'end' ("finite"), or for ever
// ("endless").  Of X: the state behind satisfies 'end'.
struct PathShape {
  Needs inside;
  Needs end;
  bool finite = true;
  bool endless = false;
};

// The paths on which the operator has this value.
[[nodiscard]] PathShape find_shape(logic::PathOperator op, bool value);

}  // namespace ken::check
