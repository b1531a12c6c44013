#pragma once
#include "base/budget.hpp"
#include "base/progress.hpp"
#include "driver/draft.hpp"
#include "driver/settings.hpp"
#include "model/model.hpp"

namespace ken::driver {

// Explores the model and decides its formulas, adding what it finds to the draft as it finds it.
// What runs out leaves "unknown" behind.
void decide(const model::Model& model, const Settings& settings, base::Budget& budget,
            base::Progress& progress, Draft& draft);

}  // namespace ken::driver
