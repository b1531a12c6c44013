// A model exported to SMV has the verdicts it has in ken: an explicit reader of that language,
// which knows nothing of ken, decides what was exported.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "base/sanitized.hpp"
#include "concrete/labeller.hpp"
#include "driver/nusmv.hpp"
#include "support/comparison.hpp"
#include "support/dice.hpp"
#include "support/random_model.hpp"
#include "support/smv_judge.hpp"
#include "translate/smv.hpp"

namespace ken::tests {
namespace {

// What the explicit engine says of each formula, by its number.
std::vector<bool> decide(const model::Model& model) {
  base::Budget budget;
  const concrete::StateSpace space(model, budget);
  concrete::Context context = concrete::make_context(model, space, budget);
  const concrete::StateSet initial = context.arena.initial & context.arena.domain;
  std::vector<bool> result;
  for (const model::Property& property : model.properties) {
    concrete::Labeller labeller(context);
    result.push_back(
        (initial - labeller.label(property.formula, concrete::Outcomes::fair)).empty());
  }
  return result;
}

// The same of NuSMV, where there is one.
void expect_same_of_nusmv(const model::Model& model, const std::vector<bool>& expected) {
  static const std::optional<std::string> program = driver::find_nusmv();
  if (!program) return;
  base::Budget budget(60, std::nullopt);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto smv = translate::to_smv(model, model.properties[i].formula);
    if (!smv || smv->specifications.size() != 1) continue;
    EXPECT_EQ(driver::ask_nusmv(*program, smv->text, budget), expected[i])
        << model.properties[i].text << "\n"
        << smv->text;
  }
}

struct Tally {
  std::size_t compared = 0, left_out = 0, too_large = 0;
  std::map<std::string, std::size_t> by_kind;
};

// The model with its formulas, judged as SMV.  'kind' is for the tally.
void expect_same_verdicts(const model::Model& model, const std::string& kind, Tally& tally) {
  const auto smv = translate::to_smv(model);
  if (!smv) {  // arithmetic beyond 32 bits
    ++tally.left_out;
    return;
  }
  tally.left_out += model.properties.size() - smv->specifications.size();
  if (smv->specifications.empty()) return;
  smv::Limits limits;
  limits.states = 6000;
  limits.transitions = 300'000;
  limits.steps = 4'000'000;
  try {
    const smv::Judgement judgement = smv::judge(smv->text, limits);
    ASSERT_EQ(judgement.verdicts.size(), smv->specifications.size());
    const std::vector<bool> expected = decide(model);
    for (std::size_t i = 0; i < judgement.verdicts.size(); ++i) {
      const std::size_t property = smv->specifications[i].property;
      EXPECT_EQ(judgement.verdicts[i].name, fmt::format("formula_{}", property + 1));
      EXPECT_EQ(judgement.verdicts[i].holds, expected[property])
          << model.properties[property].text << "\n"
          << smv->text;
      ++tally.compared;
      ++tally.by_kind[kind];
    }
    expect_same_of_nusmv(model, expected);
  } catch (const smv::TooLarge&) {
    ++tally.too_large;
  } catch (const smv::Mistake& mistake) {
    const bool nothing = std::string_view(mistake.what()).find("initial") != std::string::npos;
    EXPECT_TRUE(nothing) << mistake.what() << "\n" << smv->text;
  }
}

// Small models, because every jump leads to all states, reachable or not; each rich in something
// that the translation has to treat with care.
struct Kind {
  const char* name;
  void (*prepare)(ModelWeights&, FormulaWeights&);
};

constexpr Kind kinds[] = {
    {"time", [](ModelWeights&, FormulaWeights& f) { f.families = {logic::Family::temporal}; }},
    {"knowledge", [](ModelWeights&, FormulaWeights&) {}},
    {"deadlocks", [](ModelWeights& m, FormulaWeights&) { m.other = 15; }},
    {"arithmetic",
     [](ModelWeights& m, FormulaWeights&) {
       m.arithmetic = 100;
       m.division = 60;
       m.derived = 50;
       m.array = 50;
     }},
    {"single assignment", [](ModelWeights& m, FormulaWeights&) { m.single_assignment = 100; }},
    {"fairness",
     [](ModelWeights& m, FormulaWeights&) {
       m.fairness = 100;
       m.other = 60;
     }},
    {"paths",
     [](ModelWeights& m, FormulaWeights& f) {
       m.other = 50;
       m.fairness = 30;
       f.families = {logic::Family::temporal};
       f.paths = 50;
       f.prefixed = 70;
     }},
    {"social",
     [](ModelWeights& m, FormulaWeights& f) {
       m.social = 100;
       m.most_states = 8;
       f.families = {logic::Family::temporal, logic::Family::epistemic};
       f.social = 60;
     }},
    {"social fair",
     [](ModelWeights& m, FormulaWeights& f) {
       m.social = 100;
       m.most_states = 8;
       m.fairness = 100;
       m.other = 60;
       f.social = 60;
     }},
};

std::string draw_model(std::uint64_t seed, const Kind& kind) {
  ModelWeights weights{.most_agents = 2,
                       .most_states = 24,
                       .fairness = 0,
                       .modal_fairness = 0,
                       .wide = 0,
                       .free_variable = 50};
  FormulaWeights formulas;
  formulas.families = {logic::Family::temporal, logic::Family::epistemic, logic::Family::deontic};
  kind.prepare(weights, formulas);
  Dice dice(seed);
  RandomModel model = random_model(seed, weights);
  const std::string end = "end Formulae\n";
  model.text.resize(model.text.size() - end.size());
  std::size_t kept = 0;
  for (int i = 0; i < 30 && kept < 6; ++i) {  // some agents share no channel, or do not trust
    const std::string more =
        model.text + "  " + random_formula(dice, model.names, formulas) + ";\n";
    if (!sound_model(more + end)) continue;
    model.text = more;
    ++kept;
  }
  return model.text + end;
}

TEST(SmvExport, RandomModelsKeepTheirVerdicts) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < times_rounds(54); ++seed) {
    const Kind& kind = kinds[seed % std::size(kinds)];
    const std::string text = draw_model(seed, kind);
    SCOPED_TRACE(fmt::format("seed {}: {}\n{}", seed, kind.name, text));
    const auto model = sound_model(text);
    if (!model) continue;
    expect_same_verdicts(*model, kind.name, tally);
    if (HasFailure()) return;
  }
  if (!base::sanitized) {  // else there are too few rounds
    for (const Kind& kind : kinds)
      EXPECT_GT(tally.by_kind[kind.name], times_rounds(3)) << kind.name;
  }
  EXPECT_GT(tally.compared, times_rounds(180));
  RecordProperty("compared", static_cast<int>(tally.compared));
  RecordProperty("left_out", static_cast<int>(tally.left_out));
  RecordProperty("too_large", static_cast<int>(tally.too_large));
  EXPECT_LT(tally.too_large, times_rounds(54) / 4);
}

}  // namespace
}  // namespace ken::tests
