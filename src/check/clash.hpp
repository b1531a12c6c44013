#pragma once
#include "evidence/fact.hpp"
#include "symbolic/system.hpp"

namespace ken::check {

// Those of the facts that leave no strategy that wins from all of the starts; all together they do.
[[nodiscard]] std::vector<evidence::Fact> find_clash(symbolic::System& system,
                                                     std::vector<evidence::Fact> facts,
                                                     const std::vector<model::State>& starts);

}  // namespace ken::check
