#pragma once
#include <span>
#include <vector>

#include "driver/settings.hpp"
#include "evidence/answer.hpp"

namespace ken::driver {

// One combination of the values of all swept parameters.
using Instance = std::vector<evidence::Parameter>;

// How many a sweep may have.
inline constexpr std::size_t most_instances = 10'000;

// Every combination; of two neighbours the last parameter that differs moves first.  One without
// parameters if nothing is swept; none at all if there would be too many.
[[nodiscard]] std::vector<Instance> list_instances(std::span<const Sweep> sweeps);

using WrittenFormulas = std::optional<std::vector<WrittenFormula>>;

// The settings of one of them, which sweep nothing.  The numbers of --only are those of the first
// instance that is a good model; the others are given what is written there.
[[nodiscard]] Settings choose_instance(const Settings& settings, const Instance& instance,
                                       const WrittenFormulas& written = {});

// What an instance has chosen, for those that follow.
[[nodiscard]] std::vector<WrittenFormula> list_written(const evidence::Answer& answer);

// The model has no other mistake than that it does not allow these parameters.
[[nodiscard]] bool is_excluded(const evidence::Answer& answer);

// --set names what is no parameter of the model, whatever its value.
[[nodiscard]] bool has_unknown_parameter(const evidence::Answer& answer);

// --only has a number that the instance does not have.
[[nodiscard]] bool has_missing_formula(const evidence::Answer& answer);

}  // namespace ken::driver
