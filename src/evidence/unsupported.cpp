#include "evidence/unsupported.hpp"

#include <fmt/format.h>

namespace ken::evidence {

using logic::Semantics;

std::string why_unsupported(const Capabilities& engine, const model::Model& model,
                            const model::Property& property, Semantics of_the_run) {
  std::string why;
  for (const logic::FormulaId id : logic::closure(model.formulas, property.formula)) {
    const logic::Formula& formula = model.formulas[id];
    if (logic::is_boolean(formula)) continue;
    const auto* const modal = std::get_if<logic::Modal>(&formula);
    const logic::Modality* const row =
        modal != nullptr ? &model.modalities[modal->modality] : nullptr;
    if (row == nullptr || !row->builtin || !engine.decides(*row->builtin))
      return fmt::format("not supported yet: {}", property.family);
    if (row->family != logic::Family::strategic) continue;
    const Semantics asked =
        modal->semantics == Semantics::of_the_run ? of_the_run : modal->semantics;
    if (why.empty() && !engine.plays(asked))
      why = fmt::format("not supported yet: {} strategies", logic::name(asked));
  }
  return why;
}

}  // namespace ken::evidence
