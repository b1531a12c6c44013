#include "checked.hpp"

#include <algorithm>
#include <stdexcept>

#include "concrete/uniform.hpp"
#include "model/elaborate.hpp"
#include "random_logic.hpp"
#include "syntax/parser.hpp"

namespace ken::tests {
namespace {

model::Model elaborated(const std::string& text, const std::vector<std::string>& formulae) {
  base::Diagnostics diagnostics;
  const auto system = syntax::parse(base::make_source("test", text), diagnostics);
  model::ElaborationSettings settings;
  settings.formulae = formulae;
  settings.read_logic = [&](const std::string&, model::Whence, std::string&) {
    return find_carried_logic(system.source);
  };
  auto elaboration = model::elaborate(system, settings);
  diagnostics.append(elaboration.diagnostics);
  for (const base::Diagnostic& d : diagnostics.all())
    if (d.severity() == base::Severity::error)
      throw std::invalid_argument(to_text(d) + "in:\n" + text);
  return std::move(elaboration.model).value();
}

}  // namespace

Checked::Checked(const std::string& text, const std::vector<std::string>& formulae)
    : formulae_(formulae),
      model_(std::make_unique<model::Model>(elaborated(text, formulae))),
      space_(std::make_unique<concrete::StateSpace>(*model_, budget_)),
      context_(
          std::make_unique<concrete::Context>(concrete::make_context(*model_, *space_, budget_))) {}

logic::FormulaId Checked::formula(std::size_t number) const {
  const std::size_t own = model_->properties.size() - formulae_.size();
  return model_->properties.at(own + number).formula;
}

concrete::StateSet Checked::label(std::size_t number) { return label(formula(number)); }

bool Checked::holds_uniformly(std::size_t number) {
  const logic::FormulaId id = formula(number);
  return concrete::holds_uniformly(
      *context_, id, logic::list_coalition_members(model_->modalities, model_->formulas, id));
}

concrete::StateSet Checked::label(logic::FormulaId formula) {
  return concrete::Labeller(*context_).label(formula);
}

concrete::StateSet Checked::label(logic::FormulaId formula,
                                  const std::vector<logic::FormulaId>& fixpoints) {
  concrete::Labels given;
  for (const logic::FormulaId id : fixpoints) {
    const auto& fixpoint = std::get<logic::Fixpoint>(model_->formulas[id]);
    const auto variable = model_->formulas.find(logic::Variable{fixpoint.variable});
    given[variable.value()] = concrete::Labeller(*context_).label_with(given, id);
  }
  return concrete::Labeller(*context_).label_with(given, formula);
}

concrete::StateSet Checked::label(const std::string& formula) {
  const auto at = std::find(formulae_.begin(), formulae_.end(), formula);
  if (at == formulae_.end()) throw std::invalid_argument("not among the formulae: " + formula);
  return label(static_cast<std::size_t>(at - formulae_.begin()));
}

}  // namespace ken::tests
