#pragma once
#include <string>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "driver/settings.hpp"

namespace ken::driver {

// A text made from a model on its way through the pipeline, and what was wrong with the model.
struct Stage {
  std::string text;
  base::Diagnostics diagnostics;
};

// --stop-after: the tokens, the tree, the model or the reachable states.
[[nodiscard]] Stage stage(const base::Source& source, const Settings& settings);
[[nodiscard]] Stage info(const base::Source& source, const Settings& settings);
[[nodiscard]] Stage formatted(const base::Source& source);
[[nodiscard]] Stage exported(const base::Source& source, const Settings& settings);

}  // namespace ken::driver
