#include "evidence/unsupported.hpp"

#include <fmt/format.h>

namespace ken::evidence {

using logic::Semantics;

namespace {

bool decides(const Capabilities& engine, const model::Model& model, const logic::Formula& formula) {
  if (logic::is_boolean(formula)) return true;
  if (std::holds_alternative<logic::Coalition>(formula)) return false;
  const auto* const modal = std::get_if<logic::Modal>(&formula);
  if (modal == nullptr || modal->body) return engine.follows_paths;
  const auto builtin = model.modalities[modal->modality].builtin;
  return builtin && engine.decides(*builtin);
}

}  // namespace

std::string why_unsupported(const Capabilities& engine, const model::Model& model,
                            const model::Property& property, Semantics of_the_run) {
  std::string why;
  for (const logic::FormulaId id : logic::closure(model.formulas, property.formula)) {
    const logic::Formula& formula = model.formulas[id];
    if (!decides(engine, model, formula))
      return fmt::format("not supported yet: {}", property.family);
    const auto asked = logic::find_asked_semantics(model.modalities, formula);
    if (!asked) continue;
    const Semantics meant = *asked == Semantics::of_the_run ? of_the_run : *asked;
    if (why.empty() && !engine.plays(meant))
      why = fmt::format("not supported yet: {} strategies", logic::name(meant));
  }
  return why;
}

}  // namespace ken::evidence
