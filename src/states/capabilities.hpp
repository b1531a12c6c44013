#pragma once
#include <string>

#include "model/model.hpp"

namespace ken::states {

// Why this engine cannot decide a formula, if coalitions that name no semantics have the one of the
// run; empty if it can.
[[nodiscard]] std::string why_unsupported(const model::Model& model,
                                          const model::Property& property,
                                          logic::Semantics of_the_run = logic::Semantics::full);

}  // namespace ken::states
