#include "translate/smv_labels.hpp"

#include <algorithm>
#include <numeric>

namespace ken::translate {

ExprId keep(SmvTerms& terms, std::span<const VarId> variables) {
  std::vector<ExprId> all;
  for (const VarId v : variables)
    all.push_back(terms.same(v, SmvMoment::after, v, SmvMoment::before));
  return terms.exprs().conjunction(all);
}

std::vector<VarId> list_variables(const model::Model& model) {
  std::vector<VarId> all(model.variables.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<VarId>(i);
  return all;
}

SmvLabels::SmvLabels(const model::Model& model, SmvNames& names, SmvTerms& terms)
    : model_(model), names_(names), terms_(terms), variable_(names.make_fresh("label")) {
  const ExprId stay = keep(terms, list_variables(model));
  const ExprId always = terms.exprs().truth(true);
  const auto push = [&](const char* stem, SmvMovement movement, ExprId condition) {
    all_.push_back({names.make_fresh(stem), movement, condition});
  };
  push("here", SmvMovement::none, stay);
  push("here_too", SmvMovement::none, stay);
  push("step", SmvMovement::forwards, always);
  push("step_too", SmvMovement::forwards, always);
  push("stop", SmvMovement::none, stay);
}

const std::string& SmvLabels::back(SmvTurn turn) {
  std::optional<std::size_t>& known = backs_.at(index(turn));
  if (!known) {
    known = all_.size();
    all_.push_back({names_.make_fresh(turn == SmvTurn::even ? "back" : "back_too"),
                    SmvMovement::backwards, terms_.exprs().truth(true)});
  }
  return all_[*known].name;
}

std::vector<std::string> SmvLabels::list_path_labels(SmvTurn turn) const {
  std::vector<std::string> result{here(turn), step(turn)};
  if (const auto& known = backs_.at(index(turn))) result.push_back(all_[*known].name);
  return result;
}

const std::string& SmvLabels::add(const std::string& stem, SmvMovement movement, ExprId condition) {
  const auto [known, fresh] = numbers_.try_emplace({movement, condition}, all_.size());
  if (fresh) all_.push_back({names_.make_fresh(stem), movement, condition});
  return all_[known->second].name;
}

const std::string& SmvLabels::alike(const logic::Group& group) {
  std::vector<VarId> seen;
  std::string stem = "alike";
  for (const model::AgentId member : group) {
    const model::Agent& agent = model_[member];
    seen.insert(seen.end(), agent.visible.begin(), agent.visible.end());
    stem += "_" + agent.name.plain;
  }
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  return add(stem, SmvMovement::none, keep(terms_, seen));
}

}  // namespace ken::translate
