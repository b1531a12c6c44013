// Any text, with syntax errors too, elaborates to an index and a model or mistakes; a sound model
// can be linted, explored and labelled within a small budget, and its shortest traces replay.

#include "model/elaborate.hpp"

#include "base/check.hpp"
#include "concrete/capabilities.hpp"
#include "concrete/labeller.hpp"
#include "model/lint.hpp"
#include "support.hpp"
#include "syntax/parser.hpp"

using ken::base::Budget;

namespace {

constexpr double seconds = 0.2;
constexpr std::uint64_t bytes = 1U << 18U;

void explore(const ken::model::Model& model) {
  Budget budget(seconds, bytes);
  try {
    const ken::concrete::StateSpace space(model, budget);
    if (space.size() > 0) {
      const auto last = static_cast<ken::concrete::StateId>(space.size() - 1);
      CHECK(ken::evidence::replay(model, space.trace_to(last), budget), "traces replay");
    }
    for (const ken::model::Property& line : model.fairness)
      if (!ken::concrete::why_unsupported(model, line).empty()) return;
    ken::concrete::Context context = ken::concrete::make_context(model, space, budget);
    ken::concrete::Labeller labeller(context);
    for (const ken::model::Property& property : model.properties)
      if (ken::concrete::why_unsupported(model, property).empty())
        CHECK((labeller.label(property.formula) - context.arena.domain).empty(),
              "labels lie in the domain");
  } catch (const ken::base::Exhausted&) {
    // As it should be: a small budget.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ken::base::Diagnostics diagnostics;
  const auto system = ken::syntax::parse(ken::fuzz::source(data, size), diagnostics);
  const auto elaboration = ken::model::elaborate(system, {{}, {}, {1'000, 20'000}});
  for (const auto& d : elaboration.diagnostics.all())
    CHECK(!to_text(d).empty(), "a diagnostic can be shown");
  for (const auto& use : elaboration.index.uses())
    CHECK(use.range.begin < use.range.end && use.range.end <= size, "the index lies in the text");
  if (diagnostics.has_errors() || !elaboration.model) return 0;
  ken::model::lint(*elaboration.model, diagnostics);
  explore(*elaboration.model);
  return 0;
}
