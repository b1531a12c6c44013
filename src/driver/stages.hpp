#pragma once
#include <optional>
#include <string>

#include "base/budget.hpp"
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
struct Description {
  std::optional<report::ModelInfo> info;
  base::Diagnostics diagnostics;
  std::string exhausted;  // what ran out before the model was read, if something did
};
// Everything within one budget, which may have been used to read the file.
[[nodiscard]] Description describe(const base::Source& source, const Settings& settings,
                                   base::Budget& budget);

// --stop-after: the tokens, the tree, the model, the encoding, the relations or the reachable
// states.
[[nodiscard]] Stage show_stage(const base::Source& source, const Settings& settings,
                               base::Budget& budget);
// Of the symbolic engine: the BDD variable order; the parts of the transition relation and how the
// reachable set grows; the reachable states if they are few, else how many there are.
[[nodiscard]] std::string show_encoding(const model::Model& model, const Settings& settings,
                                        base::Budget& budget);
[[nodiscard]] std::string show_relations(const model::Model& model, const Settings& settings,
                                         base::Budget& budget);
[[nodiscard]] std::string show_reachable(const model::Model& model, const Settings& settings,
                                         base::Budget& budget);

// Of a model, or of a logic file if it is called *.logic.
[[nodiscard]] Stage format_text(const base::Source& source);
[[nodiscard]] Stage export_model(const base::Source& source, const Settings& settings,
                                 base::Budget& budget);

}  // namespace ken::driver
