// Strategies that were found in random models, written as models: ken reads them, and what stands
// in them holds, in both engines.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "driver/check.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

using evidence::Truth;
using logic::Family;
using logic::Semantics;

ModelWeights small_models() {
  ModelWeights result;
  result.most_agents = 2;
  result.most_states = 48;
  result.most_variables = 1;
  result.other = 60;  // moves may be blocked
  result.wide = 0;
  result.free_variable = 50;
  result.modal_fairness = 0;  // under 'uniform' that is a search through everything
  return result;
}

FormulaWeights coalitions(std::size_t depth) {
  FormulaWeights result;
  result.depth = depth;
  result.families = {Family::strategic};
  if (depth > 2) result.families.push_back(Family::epistemic);
  result.modal = 90;
  result.bounded = 0;
  result.nobody = 0;
  return result;
}

// Under 'uniform' anything else may be a search through everything, and has no table.
std::string draw_objective(Dice& dice, const Vocabulary& names) {
  return fmt::format("<{}>{} {}", dice.pick(names.agents), dice.pick(std::vector{"X", "F", "G"}),
                     dice.pick(names.propositions));
}

// What is written for the strategies behind a few random formulas.
std::vector<driver::NewFile> write_strategies(std::uint64_t seed, bool minimal) {
  Dice dice(seed);
  const RandomModel model = random_model(seed, small_models());
  driver::Settings settings;
  settings.strategies = true;
  settings.minimal = minimal;
  settings.semantics = dice.pick(
      std::vector{Semantics::ir, Semantics::ir_objective, Semantics::uniform, Semantics::full});
  for (std::size_t i = 0; i < 4; ++i)
    settings.formulae.push_back(settings.semantics == Semantics::uniform
                                    ? draw_objective(dice, model.names)
                                    : random_formula(dice, model.names, coalitions(1 + i % 3)));
  std::vector<driver::NewFile> files;
  driver::Surroundings around;
  around.store = [&](const driver::NewFile& file) {
    files.push_back(file);
    return std::vector{file.name + file.extension};
  };
  const auto answer =
      driver::Check(base::make_source("random", model.text), settings, std::move(around)).run();
  EXPECT_TRUE(answer.good_model) << "seed " << seed;
  return files;
}

TEST(StrategyModels, SayThatTheStrategyWins) {
  std::size_t models = 0;
  std::size_t listed = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(300); ++seed) {
    for (const driver::NewFile& file : write_strategies(seed, seed % 2 == 0)) {
      if (file.extension != ".ispl") continue;
      ++models;
      listed += file.text.find("Its arguments mean") == std::string::npos ? 0U : 1U;
      SCOPED_TRACE(seed);
      SCOPED_TRACE(file.text);
      for (const auto engine :
           {driver::EngineKind::symbolic, driver::EngineKind::explicit_states}) {
        driver::Settings settings;
        settings.engine = engine;
        const auto answer = driver::check(base::make_source("written", file.text), settings);
        ASSERT_TRUE(answer.good_model);
        for (const evidence::FormulaAnswer& formula : answer.formulae)
          EXPECT_EQ(formula.verdict.truth, Truth::holds);
      }
    }
  }
  EXPECT_GT(models, times_rounds(50));
  EXPECT_GT(listed, times_rounds(5));
}

}  // namespace
}  // namespace ken::tests
