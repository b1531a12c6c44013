#pragma once
#include <functional>
#include <optional>
#include <string_view>

#include "base/budget.hpp"
#include "base/source.hpp"
#include "driver/settings.hpp"
#include "evidence/answer.hpp"
#include "model/model.hpp"
#include "syntax/ast.hpp"

namespace ken::driver {

// A text on its way: parsed, and elaborated if it had no mistakes.
struct Loaded {
  syntax::System system;
  std::optional<model::Model> model;
  std::vector<std::size_t> only;  // the numbers of the formulas that matter; empty: all
  base::Diagnostics diagnostics;
  std::string exhausted;  // what ran out on the way, if something did
};

// Calls each_stage with a literal when another stage of it begins.
[[nodiscard]] Loaded load(const base::Source& source, const Settings& settings,
                          base::Budget& budget,
                          const std::function<void(std::string_view)>& each_stage = {});

// What the settings allow; memory is limited even if they do not say so.
[[nodiscard]] base::Limits choose_limits(const Settings& settings);

// Facts about the model alone.
[[nodiscard]] evidence::ModelFacts count_facts(const model::Model& model);

}  // namespace ken::driver
