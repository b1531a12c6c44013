// What a simulation says in the middle of a run, against the explicit engine, on random models.

#include "driver/simulation.hpp"

#include <gtest/gtest.h>

#include "support/checked.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

constexpr std::size_t formulas = 4;

// A random walk in a random model.
struct Walked {
  explicit Walked(std::uint64_t seed) : dice(seed), random(random_model(seed, weights())) {
    for (std::size_t i = 0; i < formulas; ++i) {
      FormulaWeights drawn;
      drawn.depth = 1 + i % 3;
      texts.push_back(random_formula(dice, random.names, drawn));
    }
    opening = driver::open_simulation(base::make_source("random", random.text), {}, {});
    if (!opening.simulation) return;
    opening.simulation->begin({});
    static_cast<void>(opening.simulation->walk(1 + dice.below(6), seed));
  }
  static ModelWeights weights() {
    ModelWeights result;
    result.most_states = 80;
    return result;
  }
  [[nodiscard]] driver::Simulation& simulation() const { return *opening.simulation; }

  Dice dice;
  RandomModel random;
  std::vector<std::string> texts;
  driver::Opening opening;
};

// How many states of the domain look the same to the agent.
std::size_t count_alike(Checked& checked, model::AgentId agent, const model::State& state) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < checked.space().size(); ++i) {
    const auto id = static_cast<concrete::StateId>(i);
    if (!checked.arena().domain.contains(id)) continue;
    const model::State other = checked.space().state(id);
    bool alike = true;
    for (const model::VarId v : checked.model()[agent].visible)
      alike = alike && other[static_cast<std::size_t>(v)] == state[static_cast<std::size_t>(v)];
    count += alike ? 1 : 0;
  }
  return count;
}

TEST(Simulation, SaysOfItsStateWhatTheExplicitEngineSays) {
  std::size_t values = 0;
  std::size_t possible = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(120); ++seed) {
    SCOPED_TRACE(seed);
    const Walked walked(seed);
    if (!walked.opening.simulation) continue;
    driver::Simulation& simulation = walked.simulation();
    Checked checked(walked.random.text, walked.texts);
    const model::State& state = simulation.run().states.back();
    const auto id = checked.space().find(state);
    ASSERT_TRUE(id) << "what a walk meets is reachable";
    if (!checked.arena().domain.contains(*id)) continue;  // nothing is said there
    for (std::size_t i = 0; i < formulas; ++i) {
      simulation.begin({});
      const auto answer = simulation.evaluate(walked.texts[i]);
      const auto* const value = std::get_if<report::ValueAnswer>(&answer);
      ASSERT_NE(value, nullptr) << walked.texts[i];
      EXPECT_EQ(value->holds, checked.label(i).contains(*id)) << walked.texts[i];
      ++values;
    }
    for (std::size_t a = 0; a < checked.model().agents.size(); ++a) {
      if (!checked.model().agents[a].declared) continue;
      simulation.begin({});
      const auto answer = simulation.list_possible({checked.model().agents[a].name.shown}, 3);
      const auto* const found = std::get_if<report::PossibleAnswer>(&answer);
      ASSERT_NE(found, nullptr);
      EXPECT_EQ(found->count,
                std::to_string(count_alike(checked, static_cast<model::AgentId>(a), state)));
      ++possible;
    }
  }
  EXPECT_GT(values, times_rounds(200));
  EXPECT_GT(possible, times_rounds(150));
}

}  // namespace
}  // namespace ken::tests
