#pragma once
#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "driver/settings.hpp"
#include "model/model.hpp"
#include "report/info.hpp"

namespace ken::driver {

// A text made from a model on its way through the pipeline, and what was wrong with the model.
struct Stage {
  std::string text;
  base::Diagnostics diagnostics;
  std::string exhausted;  // what ran out, if something did
};

// What a model consists of; nothing if it has mistakes.
struct Described {
  std::optional<report::ModelInfo> info;
  base::Diagnostics diagnostics;
};
[[nodiscard]] Described describe(const base::Source& source, const Settings& settings);

// --stop-after: the tokens, the tree, the model, the encoding, the relations or the reachable
// states.
[[nodiscard]] Stage stage(const base::Source& source, const Settings& settings);
// Of the symbolic engine: where the bits stand; the parts of the relation and how the set grows.
[[nodiscard]] std::string encoding_text(const model::Model& model, const Settings& settings);
[[nodiscard]] std::string relations_text(const model::Model& model, const Settings& settings);
[[nodiscard]] Stage formatted(const base::Source& source);
[[nodiscard]] Stage exported(const base::Source& source, const Settings& settings);

}  // namespace ken::driver
