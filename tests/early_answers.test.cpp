// What is known while states are still being found is what is known when all of them are, on random
// models.

#include "check/early_answers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/labeller.hpp"
#include "support/comparison.hpp"
#include "support/dice.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

constexpr const char* patterns[] = {
    "EF ({0})",
    "AG ({0})",
    "E(({0}) U ({1}))",
    "A(({0}) U ({1}))",
    "E(({0}) R ({1}))",
    "A(({0}) R ({1}))",
    "E(({0}) W ({1}))",
    "A(({0}) W ({1}))",
    "AG (({0}) and K({2}, {1}))",
    "EF ({0}) -> AG ({1})",
    "!(EF ({0})) or A(({0}) W ({1}))",
    "({0}) and EF ({1})",
    "AG ({0}) <-> E(({1}) U ({0}))",
    "AF ({0}) or EF ({1})",
};

std::string with_formulae(const RandomModel& model, const std::vector<std::string>& formulae) {
  std::string text = model.text.substr(0, model.text.rfind("end Formulae"));
  for (const std::string& formula : formulae) text += "  " + formula + ";\n";
  return text + "end Formulae\n";
}

TEST(EarlyAnswers, AreThoseThatComeInTheEnd) {
  ModelWeights weights;
  weights.fairness = 0;
  FormulaWeights propositions;
  propositions.depth = 2;
  propositions.modal = 0;
  std::size_t early = 0;
  std::size_t late = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(150); ++seed) {
    weights.scheduled = seed % 3 == 0 ? 100 : 0;
    weights.free_variable = seed % 2 == 0 ? 25 : 0;
    const RandomModel random = random_model(seed, weights);
    Dice dice(seed);
    const std::string p = random_formula(dice, random.names, propositions);
    const std::string q = random_formula(dice, random.names, propositions);
    std::vector<std::string> formulae;
    for (const char* const pattern : patterns)
      formulae.push_back(fmt::format(fmt::runtime(pattern), p, q, dice.pick(random.names.agents)));
    const auto model = sound_model(with_formulae(random, formulae));
    ASSERT_TRUE(model.has_value()) << random.text;
    std::vector<logic::FormulaId> wanted;
    for (const model::Property& property : model->properties) wanted.push_back(property.formula);
    base::Budget budget;
    symbolic::System system(*model, budget);
    check::EarlyAnswers answers(system, wanted);
    std::vector<std::optional<bool>> settled(wanted.size());
    const symbolic::Reachable reachable =
        symbolic::explore(system, [&](const symbolic::Reachable& so_far) {
          if (dice.below(3) > 0) answers.look(so_far);  // it may miss some
          for (const auto& answer : answers.take_answers()) settled[answer.formula] = answer.holds;
          return symbolic::GoOn::yes;
        });
    check::Context context = check::make_context(system, reachable);
    check::Labeller labeller(context, wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      ++(settled[i] ? early : late);
      if (settled[i]) {
        ASSERT_EQ(*settled[i], labeller.holds(i))
            << "seed " << seed << "\n  " << formulae[i] << "\n"
            << random.text;
      }
    }
  }
  EXPECT_GT(early, late / 4);
}

}  // namespace
}  // namespace ken::tests
