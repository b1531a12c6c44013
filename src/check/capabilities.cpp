#include "check/capabilities.hpp"

#include "check/rules.hpp"
#include "evidence/unsupported.hpp"

namespace ken::check {
namespace {

using logic::overloaded;
using logic::Semantics;

bool has_rule(const logic::Modality& modality) {
  return modality.builtin && find_rule(*modality.builtin) != nullptr;
}

// Labels are sets of states, so a formula whose parts speak of paths has none.
bool has_label(const model::Model& model, const logic::Formula& formula) {
  return std::visit(
      overloaded{
          [](const logic::Constant&) { return true; },
          [](const logic::Atom&) { return true; },
          [](const logic::Not&) { return true; },
          [](const logic::Binary&) { return true; },
          [](const logic::Many&) { return true; },
          [](const logic::Count&) { return true; },
          [&](const logic::Modal& f) { return has_rule(model.modalities[f.modality]); },
          [](const logic::Temporal&) { return false; },
          [](const logic::Quantified&) { return false; },
          [](const logic::Dynamic&) { return false; },
          [](const logic::Step&) { return false; },
          [](const logic::Test&) { return false; },
          [](const logic::Combined&) { return false; },
          [](const logic::Star&) { return false; },
      },
      formula);
}

// The rules of coalitions let every member see the whole state and remember nothing.
bool has_rules(Semantics semantics) {
  switch (semantics) {
    case Semantics::full:
    case Semantics::deterministic:
      return true;
    case Semantics::of_the_run:
    case Semantics::uniform:
    case Semantics::ir:
    case Semantics::ir_objective:
      return false;
  }
  return false;
}

}  // namespace

std::string why_unsupported(const model::Model& model, const model::Property& property,
                            Semantics of_the_run) {
  std::string why;
  for (const logic::FormulaId id : logic::closure(model.formulas, property.formula)) {
    const logic::Formula& formula = model.formulas[id];
    if (!has_label(model, formula)) return evidence::unsupported_family(property.family);
    const auto* const modal = std::get_if<logic::Modal>(&formula);
    if (modal == nullptr || model.modalities[modal->modality].family != logic::Family::strategic)
      continue;
    const Semantics asked =
        modal->semantics == Semantics::of_the_run ? of_the_run : modal->semantics;
    if (why.empty() && !has_rules(asked)) why = evidence::unsupported_semantics(asked);
  }
  return why;
}

}  // namespace ken::check
