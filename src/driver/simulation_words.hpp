#pragma once
#include "model/model.hpp"
#include "report/simulation.hpp"

namespace ken::driver {

// States and steps of a simulation as the user reads them.

// Agents with their actions; those that never act are left out.
[[nodiscard]] report::Values describe_action(const model::Model& model,
                                             const model::JointAction& action);
// The variables that differ, with their values in the second state.
[[nodiscard]] report::Values describe_changes(const model::Model& model, const model::State& before,
                                              const model::State& now);
[[nodiscard]] std::string describe_lost(const model::Model& model,
                                        const model::Assignment& assignment);

// "there is no agent 'Gard' (did you mean 'Guard'?)".
[[nodiscard]] report::Mistake complain_of_name(std::string_view what, const std::string& name,
                                               const std::vector<std::string>& known);

}  // namespace ken::driver
