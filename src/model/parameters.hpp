#pragma once
#include <string>
#include <utility>
#include <vector>

#include "model/scope.hpp"

namespace ken::model {

using ParameterSettings = std::vector<std::pair<std::string, std::string>>;  // --set N=50

// Gives every parameter of the text its value and checks its range and its condition.
void define_parameters(Scope& scope, const syntax::System& text, const ParameterSettings& settings);

}  // namespace ken::model
