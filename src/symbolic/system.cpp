#include "symbolic/system.hpp"

#include <algorithm>

namespace ken::symbolic {

System::System(const model::Model& model, base::Budget& budget, const Settings& settings,
               const EachStage& each_stage, const bdd::Watch& watch)
    : model_(model),
      settings_(settings),
      encoding_(model, settings, budget),
      manager_(encoding_.bits(), budget, settings.diagrams),
      conditions_(manager_, encoding_, model) {
  if (each_stage) each_stage("encoding", manager_.nodes());
  manager_.watch_work(watch);
  manager_.group(encoding_.groups());
  if (settings.order != Order::computed) suggest_computed_order();
  state_bits_ = manager_.set(encoding_.state_bits());
  initial_ = build_initial_states(manager_, encoding_, model, conditions_);
  Conjuncts conjuncts = build_conjuncts(manager_, encoding_, model, conditions_);
  if (each_stage) each_stage("clustering", manager_.nodes());
  steps_ = build_steps(manager_, encoding_, model, settings_, std::move(conjuncts));
  conditions_.forget();
  manager_.watch_work({});
}

void System::suggest_computed_order() {
  Settings computed = settings_;
  computed.order = Order::computed;
  const Encoding encoding(model_, computed, manager_.budget());
  manager_.suggest(encoding_.arrange_like(encoding), encoding.groups());
}

StateSet build_initial_states(bdd::Manager& manager, const Encoding& encoding,
                              const model::Model& model, Conditions& conditions) {
  std::vector<Bdd> conjuncts;
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    const std::uint64_t values = model.variables[i].type.size();
    if (values != 0)
      conjuncts.push_back(below(manager, encoding.now(static_cast<VarId>(i)), values));
  }
  if (model.initial) {
    // A conjunction is taken apart, so that all of it is joined in one sweep.
    const model::ExprId root = model.initial->expr;
    if (model.exprs[root].op == model::ExprOp::conjunction) {
      for (const model::ExprId arg : model.exprs.args(root))
        conjuncts.push_back(conditions.holds(arg));
    } else {
      conjuncts.push_back(conditions.holds(root));
    }
  }
  return StateSet(conditions.all(std::move(conjuncts)));
}

std::vector<BitPair> System::add_bits(std::size_t count, std::size_t level) {
  const std::vector<Variable> now = manager_.add_at(level, count);
  const std::vector<Variable> next = manager_.add_below(now);
  std::vector<BitPair> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back({now[i], next[i]});
  return result;
}

const Bits& System::elsewhere(VarId v) {
  const auto at = elsewhere_.find(v);
  if (at != elsewhere_.end()) return at->second;
  return elsewhere_.emplace(v, manager_.add_below(encoding_.now(v))).first->second;
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
