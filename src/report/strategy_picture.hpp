#pragma once
#include <string>

#include "evidence/answer.hpp"

namespace ken::report {

// A strategy in the language of Graphviz: for each agent what it looks at, and what it does then.
[[nodiscard]] std::string strategy_picture(const evidence::StrategyAnswer& strategy);

}  // namespace ken::report
