#pragma once
#include <optional>

#include "base/diagnostic.hpp"
#include "driver/settings.hpp"
#include "model/model.hpp"

namespace ken::driver {

// The agents that an option names, each by itself or by a group of the model.
struct NamedAgents {
  logic::Group agents;            // ascending
  base::Diagnostics diagnostics;  // about names the model does not have
};
[[nodiscard]] NamedAgents find_named_agents(const model::Model& model,
                                            const std::vector<std::string>& names,
                                            const std::string& option);

// Whose protocols are restricted when the formula is decided; nothing if it is decided in the model
// as it is.
[[nodiscard]] std::optional<logic::Group> choose_restricted(const model::Model& model,
                                                            logic::FormulaId formula,
                                                            const Settings& settings);

}  // namespace ken::driver
