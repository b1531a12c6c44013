#pragma once
#include <functional>
#include <span>
#include <string>

#include "bdd/bdd.hpp"

namespace ken::bdd {

// Functions of one manager as a graph for the program dot.  Solid lines are taken if the variable
// is true, dashed ones if it is false; a circle at the end of a line negates what it leads to.
[[nodiscard]] std::string picture(std::span<const std::pair<std::string, Bdd>> functions,
                                  const std::function<std::string(Variable)>& name);

}  // namespace ken::bdd
