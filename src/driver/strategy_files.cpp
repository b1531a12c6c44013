#include "driver/strategy_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "evidence/restriction.hpp"
#include "report/strategy_picture.hpp"
#include "translate/ispl.hpp"

namespace ken::driver {
namespace {

using evidence::Strategy;
using evidence::StrategyAnswer;

bool acts_by_sight(const Strategy& strategy) {
  return strategy.semantics != logic::Semantics::full &&
         strategy.semantics != logic::Semantics::deterministic;
}

void keep(const Store& store, const NewFile& file, StrategyAnswer& answer) {
  for (std::string& path : store(file)) answer.files.push_back(std::move(path));
}

void keep_model(const model::Model& model, const Strategy& strategy, const std::string& name,
                const Store& store, StrategyAnswer& answer) {
  const evidence::Restriction restriction = evidence::restrict_protocols(model, strategy);
  const auto text = translate::to_ispl(restriction.model, restriction.remarks);
  if (!text.diagnostics().all().empty())
    answer.notes.push_back(
        fmt::format("{}: {}", text ? "its model lacks the formula" : "no model of it is written",
                    text.diagnostics().all().front().message));
  if (text) keep(store, {name, ".ispl", *text}, answer);
}

}  // namespace

std::string name_file(const model::Model& model, const Settings& settings, std::size_t formula) {
  std::string name;
  for (const model::Parameter& parameter : model.parameters)
    if (std::any_of(settings.parameters.begin(), settings.parameters.end(),
                    [&](const auto& set) { return set.first == parameter.name; }))
      name += fmt::format("{}={}.", parameter.name, parameter.value);
  return name + std::to_string(formula);
}

std::vector<StrategyAnswer> tell_strategies(const model::Model& model, const Settings& settings,
                                            std::size_t formula,
                                            const std::vector<Strategy>& strategies,
                                            const Store& store) {
  std::vector<StrategyAnswer> result;
  for (const Strategy& strategy : strategies) {
    StrategyAnswer& answer = result.emplace_back(evidence::in_words(model, strategy));
    if (!store) continue;
    std::string name = name_file(model, settings, formula);
    if (strategies.size() > 1) name += fmt::format(".{}", result.size());
    keep(store, {name, ".dot", report::strategy_picture(answer)}, answer);
    if (acts_by_sight(strategy)) keep_model(model, strategy, name, store, answer);
  }
  return result;
}

}  // namespace ken::driver
