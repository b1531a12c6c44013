// Whoever answers says the same: states that go first, states that take over while diagrams explore
// or decide, and diagrams that go on where states give up, on random models.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "driver/check.hpp"
#include "support/dice.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

std::string with_formulas(const RandomModel& model, Dice& dice) {
  std::string text = model.text.substr(0, model.text.rfind("end Formulae"));
  for (int i = 0; i < 4; ++i) text += "  " + random_formula(dice, model.names) + ";\n";
  return text + "end Formulae\n";
}

evidence::Answer answer_of(const std::string& text, const driver::Settings& settings) {
  return driver::check(base::make_source("random.ispl", text), settings);
}

// What must not depend on who answers.
std::string essence(const evidence::Answer& answer) {
  std::string result = fmt::format("{} states\n", answer.model.reachable_states.value_or("?"));
  for (const evidence::FormulaAnswer& formula : answer.formulae)
    result += fmt::format("{} {}\n", formula.text, static_cast<int>(formula.verdict.truth));
  for (const base::Diagnostic& d : answer.diagnostics.all())
    if (d.code == base::Code::deadlock || d.code == base::Code::overflow ||
        d.code == base::Code::no_fair_path)
      result += fmt::format("{}\n", row(d.code).name);
  return result;
}

TEST(Handover, ChangesNoAnswer) {
  std::map<std::string, std::size_t> answered;
  for (std::uint64_t seed = 0; seed < times_rounds(300); ++seed) {
    ModelWeights weights;
    weights.scheduled = seed % 3 == 0 ? 100 : 0;  // explored by saturation
    const RandomModel random = random_model(seed, weights);
    Dice dice(seed);
    const std::string text = with_formulas(random, dice);
    driver::Settings settings;
    settings.engine = driver::EngineKind::symbolic;
    const std::string expected = essence(answer_of(text, settings));
    settings.engine = driver::EngineKind::automatic;
    for (const std::uint64_t first : std::vector<std::uint64_t>{0, 40'000'000}) {
      for (const std::uint64_t next :
           std::vector<std::uint64_t>{1, 700, 1000, 1500, 10'000, 100'000}) {
        settings.work_of_first_try = first;
        settings.work_before_next_try = next;
        const evidence::Answer answer = answer_of(text, settings);
        ASSERT_EQ(essence(answer), expected)
            << "seed " << seed << ", first " << first << ", next " << next << "\n"
            << text;
        ++answered[fmt::format("{}{}", first == 0 ? "later " : "", answer.engine)];
      }
    }
  }
  const std::size_t often = times_rounds(300) / 12;
  EXPECT_GT(answered["states"], often);
  EXPECT_GT(answered["later states"], often);
  EXPECT_GT(answered["later symbolic"], often);
  EXPECT_GT(answered["later states, symbolic"], times_rounds(300) / 30);
}

}  // namespace
}  // namespace ken::tests
