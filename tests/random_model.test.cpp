// The generator behind the laws: what it gives is sound, small, repeatable and uses the whole
// language.

#include "support/random_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "support/checked.hpp"

namespace ken::tests {
namespace {

TEST(RandomModel, IsTheSameForTheSameSeed) {
  EXPECT_EQ(random_model(7).text, random_model(7).text);
  EXPECT_NE(random_model(7).text, random_model(8).text);
}

TEST(RandomModel, IsSoundAndSmall) {
  for (std::uint64_t seed = 1000; seed < 1200; ++seed) {
    const RandomModel model = random_model(seed);
    Dice dice(seed);
    const Checked checked(model.text, {random_formula(dice, model.names)});
    EXPECT_LE(checked.space().size(), ModelWeights{}.most_states * 64);
    EXPECT_GE(checked.space().size(), 1U);
  }
}

TEST(RandomModel, UsesTheWholeLanguage) {
  std::string all;
  std::size_t deadlocks = 0;
  std::size_t lost = 0;
  std::size_t choices = 0;
  std::size_t fair = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const RandomModel model = random_model(seed);
    all += model.text;
    Checked checked(model.text, {});
    if (checked.space().first_deadlock()) ++deadlocks;
    if (checked.space().first_lost()) ++lost;
    if (!checked.space().deterministic()) ++choices;
    if (checked.arena().fair() && !checked.arena().domain.empty()) ++fair;
  }
  for (const char* const word : {"SingleAssignment",
                                 "Obsvars",
                                 "Lobsvars",
                                 "RedStates",
                                 "Other",
                                 " : boolean",
                                 "..",
                                 "{red, blue",
                                 " / ",
                                 " div ",
                                 " mod ",
                                 "P1.Action",
                                 "Environment.Action",
                                 " in {",
                                 "->",
                                 "<->",
                                 "Fairness",
                                 "count(",
                                 "xor(",
                                 "and(",
                                 "or(",
                                 "sum(",
                                 " & ",
                                 " ^ ",
                                 "~"})
    EXPECT_NE(all.find(word), std::string::npos) << word;
  for (const std::size_t often : {deadlocks, lost, choices, fair}) {
    EXPECT_GE(often, 5U);
    EXPECT_LE(often, 95U);
  }
}

TEST(RandomFormula, DrawsEveryRowOfTheTable) {
  const RandomModel model = random_model(1);
  Dice dice(1);
  std::vector<std::string> formulae;
  formulae.reserve(400);
  for (int i = 0; i < 400; ++i) formulae.push_back(random_formula(dice, model.names));
  const Checked checked(model.text, formulae);
  std::set<logic::ModalityId> drawn;
  for (std::size_t i = 0; i < checked.model().formulas.size(); ++i)
    if (const auto* modal =
            std::get_if<logic::Modal>(&checked.model().formulas[static_cast<logic::FormulaId>(i)]))
      drawn.insert(modal->modality);
  const auto rows = checked.model().modalities.rows();
  const auto builtin = std::count_if(rows.begin(), rows.end(),
                                     [](const logic::Modality& row) { return row.builtin; });
  EXPECT_EQ(drawn.size(), static_cast<std::size_t>(builtin));
}

TEST(RandomFormula, KeepsToTheFamiliesAskedFor) {
  const RandomModel model = random_model(2);
  FormulaWeights temporal;
  temporal.families = {logic::Family::temporal};
  Dice dice(3);
  for (int i = 0; i < 100; ++i) {
    const std::string formula = random_formula(dice, model.names, temporal);
    EXPECT_EQ(formula.find("K("), std::string::npos) << formula;
  }
}

// One line of each kind is printed, so that whoever changes the weights sees what is drawn.
TEST(RandomFormula, DrawsPathFormulasOfEveryKind) {
  FormulaWeights weights;
  weights.paths = 30;
  weights.prefixed = 60;
  std::map<std::string, std::size_t> drawn;  // by family
  std::set<std::size_t> shapes;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const RandomModel model = random_model(seed % 50);
    Dice dice(seed);
    const std::string line = random_formula(dice, model.names, weights);
    const Checked checked(model.text, {line});
    const model::Property& property = checked.model().properties.back();
    if (drawn[property.family]++ == 0) std::cout << property.family << ": " << line << "\n";
    for (const logic::FormulaId id : logic::closure(checked.model().formulas, property.formula))
      shapes.insert(checked.model().formulas[id].index());
  }
  for (const char* const family : {"ltl", "ctlstar", "ldl"})
    EXPECT_GE(drawn[family], 15U) << family;
  EXPECT_EQ(drawn["atlstar"], 0U) << "no engine decides it";
  EXPECT_GE(shapes.size(), std::variant_size_v<logic::Formula> - 4)
      << "all but ATL* and what logic files define";
}

TEST(RandomFormula, DrawsTheSameWithoutPaths) {
  const RandomModel model = random_model(3);
  Dice dice(4);
  for (int i = 0; i < 100; ++i) {
    const std::string formula = random_formula(dice, model.names);
    for (const char* const word : {"LTL", "CTL*", "LDL", "A (", "E ("})
      EXPECT_EQ(formula.find(word), std::string::npos) << formula;
  }
}

}  // namespace
}  // namespace ken::tests
