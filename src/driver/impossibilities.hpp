#pragma once
#include <vector>

#include "base/budget.hpp"
#include "driver/settings.hpp"
#include "evidence/fact.hpp"
#include "evidence/impossibility.hpp"

namespace ken::driver {

// Why there are no strategies, in words, and checked by the explicit engine if the model is small
// and every path counts.
[[nodiscard]] std::vector<evidence::ImpossibilityAnswer> tell_impossibilities(
    const model::Model& model, const Settings& settings,
    const std::vector<evidence::Impossibility>& impossibilities, base::Budget& budget);

}  // namespace ken::driver
