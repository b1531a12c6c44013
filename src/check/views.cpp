#include "check/views.hpp"

#include <algorithm>

namespace ken::check {
namespace {

void sort_and_unite(std::vector<model::VarId>& variables) {
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
}

}  // namespace

std::vector<model::VarId> pooled_view(const model::Model& model, const logic::Group& group) {
  std::vector<model::VarId> view;
  for (const logic::AgentId agent : group)
    view.insert(view.end(), model[agent].visible.begin(), model[agent].visible.end());
  sort_and_unite(view);
  return view;
}

void Views::note(const model::Model& model, const logic::Modal& modal, Asks asks) {
  if (asks == Asks::nobody) return;
  std::vector<logic::Group> askers;
  if (asks == Asks::each)
    for (const logic::AgentId agent : modal.subjects[0]) askers.push_back({agent});
  else
    askers.push_back(modal.subjects[0]);
  std::vector<model::VarId> mentioned;
  for (const logic::FormulaId id : logic::closure(model.formulas, modal.args[0]))
    if (const auto* const atom = std::get_if<logic::Atom>(&model.formulas[id]))
      for (const model::VarId v : support(model.exprs, model[atom->id].condition.expr))
        mentioned.push_back(v);
  for (const logic::Group& asker : askers) {
    View& view = views_[pooled_view(model, asker)];
    ++view.questions;
    view.mentioned.insert(view.mentioned.end(), mentioned.begin(), mentioned.end());
  }
}

const StateSet& Views::domain_for(symbolic::System& system, const StateSet& domain,
                                  const std::vector<model::VarId>& seen, const Label& argument) {
  const auto at = views_.find(seen);
  if (at == views_.end() || at->second.questions < 2) return domain;
  View& view = at->second;
  if (!view.projected) {
    std::vector<model::VarId> kept = view.mentioned;
    kept.insert(kept.end(), seen.begin(), seen.end());
    sort_and_unite(kept);
    view.left = system.encoding().bits_of(kept);
    std::sort(view.left.begin(), view.left.end());
    view.projected = StateSet(exists(domain.function(), system.all_but(kept)));
  }
  const std::vector<bdd::Variable> needed = bdd::support(argument.function());
  const bool enough =
      std::includes(view.left.begin(), view.left.end(), needed.begin(), needed.end());
  return enough ? *view.projected : domain;
}

}  // namespace ken::check
