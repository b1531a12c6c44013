#include "symbolic/system.hpp"

#include <algorithm>

#include "symbolic/interleaving.hpp"

namespace ken::symbolic {
System::System(const model::Model& model, base::Budget& budget, const Settings& settings)
    : model_(model),
      settings_(settings),
      encoding_(model, settings, budget),
      manager_(encoding_.bits(), budget, settings.diagrams),
      conditions_(manager_, encoding_, model) {
  manager_.group(encoding_.groups());
  state_bits_ = manager_.set(encoding_.state_bits());
  bridges_ = bridges(manager_, encoding_, encoding_.changing());
  initial_ = initial_states();
  parts_ = build_parts(manager_, encoding_, model, conditions_);
  steps_.emplace(manager_, encoding_, parts_, settings_, bridges_, std::span<const AgentId>{});
  if (settings_.reach == Reach::computed || settings_.reach == Reach::chained)
    moves_ = interleaved_moves(*this);
  conditions_.forget();
}

// Codes that stand for no value are excluded here, and no step brings them in.
Bdd System::initial_states() {
  std::vector<Bdd> conjuncts;
  for (std::size_t i = 0; i < model_.variables.size(); ++i) {
    const std::uint64_t values = model_.variables[i].type.size();
    if (values != 0)
      conjuncts.push_back(below(manager_, encoding_.now(static_cast<VarId>(i)), values));
  }
  if (model_.initial) {
    // A conjunction is taken apart, so that all of it is joined in one sweep.
    const model::ExprId root = model_.initial->expr;
    if (model_.exprs[root].op == model::ExprOp::conjunction) {
      for (const model::ExprId arg : model_.exprs.args(root))
        conjuncts.push_back(conditions_.holds(arg));
    } else {
      conjuncts.push_back(conditions_.holds(root));
    }
  }
  return conditions_.all(std::move(conjuncts));
}

void System::care_about(const Bdd& states) {
  care_ = states;
  steps_->care_about(states);
  for (Relation& move : moves_) move.care_about(states);
  for (auto& [agents, relation] : keeping_) relation.care_about(states);
}

const Relation& System::steps_keeping(const logic::Group& agents) {
  if (agents.empty()) return *steps_;
  const auto at = keeping_.find(agents);
  if (at != keeping_.end()) return at->second;
  Relation relation(manager_, encoding_, parts_, settings_, bridges_, agents);
  if (care_) relation.care_about(*care_);
  return keeping_.emplace(agents, std::move(relation)).first->second;
}

const bdd::VariableSet& System::all_but(const std::vector<VarId>& seen) {
  const auto [at, fresh] = all_but_.try_emplace(seen);
  if (fresh) {
    Bits hidden;
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      const auto v = static_cast<VarId>(i);
      if (std::binary_search(seen.begin(), seen.end(), v)) continue;
      hidden.insert(hidden.end(), encoding_.now(v).begin(), encoding_.now(v).end());
    }
    at->second = manager_.set(std::move(hidden));
  }
  return at->second;
}

const bdd::VariableSet& System::action_bits(const logic::Group& agents) {
  const auto [at, fresh] = action_bits_.try_emplace(agents);
  if (fresh) at->second = manager_.set(encoding_.action_bits(agents));
  return at->second;
}

}  // namespace ken::symbolic
