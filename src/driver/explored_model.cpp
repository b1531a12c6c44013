#include "driver/explored_model.hpp"

#include <algorithm>

#include "check/explain.hpp"
#include "check/labeller.hpp"
#include "model/step.hpp"
#include "symbolic/count_text.hpp"

namespace ken::driver {

ExploredModel::States ExploredModel::list_initial(std::size_t most) {
  return list(system().initial(), most);
}

std::string ExploredModel::count_reachable() {
  const symbolic::StateSet& states = reachable().states;
  return symbolic::count_in_decimal(system(), states);
}

std::optional<std::size_t> ExploredModel::depth() { return reachable().depth(); }

ExploredModel::States ExploredModel::list_alike(const logic::Group& agents,
                                                const model::State& state, std::size_t most) {
  const symbolic::StateSet& domain = context().arena.domain;
  const symbolic::StateSet here = encode(state);
  const bdd::VariableSet& hidden = system().all_but(check::pooled_view(model_, agents));
  const symbolic::StateSet alike = symbolic::StateSet(exists(here.function(), hidden)) & domain;
  States result = list(alike - here, most);
  result.count = symbolic::count_in_decimal(system(), alike);
  return result;
}

bool ExploredModel::counts(const model::State& state) {
  const symbolic::StateSet& domain = context().arena.domain;
  return subset(encode(state), domain);
}

bool ExploredModel::holds(logic::FormulaId formula, const model::State& state) {
  const symbolic::StateSet& states = label(formula);
  return subset(encode(state), states);
}

std::optional<evidence::Trace> ExploredModel::find_run(logic::FormulaId formula) {
  const symbolic::StateSet& states = label(formula);
  if (states.empty()) return {};
  symbolic::Run run =
      symbolic::run_to(system(), reachable().depth() ? reachable() : explore_until(states), states);
  budget_.release(run.states.size() * model::bytes_of_step(model_));  // whoever keeps it charges it
  return evidence::Trace{std::move(run.states), std::move(run.actions)};
}

std::optional<evidence::Path> ExploredModel::go_on_fairly(const evidence::Trace& run) {
  if (!counts(run.states.back())) return {};
  evidence::Path path = check::Explainer(context(), reachable(), 1).make_path(run.states);
  std::copy(run.actions.begin(), run.actions.end(), path.actions.begin());
  return path;
}

// Breadth first, up to the states, which are reachable: for the length of runs.
symbolic::Reachable ExploredModel::explore_until(const symbolic::StateSet& states) {
  symbolic::Reachable found{system().initial(), {system().initial()}, false, false};
  while (disjoint(found.rings.back(), states)) {
    found.rings.push_back(system().steps().relation().image(found.rings.back()) - found.states);
    found.states |= found.rings.back();
  }
  return found;
}

symbolic::System& ExploredModel::system() {
  if (!system_) system_.emplace(model_, budget_, settings_);
  return *system_;
}

const symbolic::Reachable& ExploredModel::reachable() {
  if (!reachable_) {
    reachable_ = symbolic::explore(system());
    system().steps().care_about(reachable_->states);
  }
  return *reachable_;
}

check::Context& ExploredModel::context() {
  if (!context_) context_.emplace(check::make_context(system(), reachable()));
  return *context_;
}

const symbolic::StateSet& ExploredModel::label(logic::FormulaId formula) {
  constexpr std::size_t most_kept = 64;
  if (const auto at = labels_.find(formula); at != labels_.end()) return at->second;
  if (labels_.size() == most_kept) labels_.clear();
  symbolic::StateSet states = check::Labeller(context(), {}).label(formula);
  return labels_.emplace(formula, std::move(states)).first->second;
}

symbolic::StateSet ExploredModel::encode(const model::State& state) {
  return symbolic::encode(system().manager(), system().encoding(), model_, state);
}

ExploredModel::States ExploredModel::list(symbolic::StateSet set, std::size_t most) {
  States result{.count = symbolic::count_in_decimal(system(), set)};
  while (!set.empty() && result.some.size() < most) {
    budget_.check_limits_now();
    result.some.push_back(symbolic::some_state(system().encoding(), model_, set));
    set -= encode(result.some.back());
  }
  std::sort(result.some.begin(), result.some.end());
  return result;
}

}  // namespace ken::driver
