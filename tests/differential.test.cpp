// The symbolic engine against the explicit one, and against laws of its own.
//
// See support/comparison.hpp for what is compared.  tools/differential.cpp does the first of these
// tests for as long as it is told to, and makes what it finds small.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/labeller.hpp"
#include "support/comparison.hpp"
#include "support/dice.hpp"
#include "support/random_model.hpp"
#include "support/shrink.hpp"

namespace ken::tests {
namespace {

using bdd::Reordering;
using symbolic::Grouping;

// ---- both engines ----

TEST(Differential, BothEnginesAgree) {
  for (std::uint64_t seed = 0; seed < times_rounds(114); ++seed) {
    const Challenge next = challenge(seed, Effort::quick);
    const auto model = sound_model(next.text, next.trial.semantics);
    ASSERT_TRUE(model.has_value()) << next.text;
    const auto found = difference(*model, next.trial);
    ASSERT_FALSE(found.has_value())
        << *found << "\nseed " << seed << ", " << next.kind << ", " << to_text(next.trial) << "\n"
        << next.text;
  }
}

TEST(Differential, NoSettingChangesAnAnswer) {
  for (std::uint64_t seed = 1000; seed < 1000 + times_rounds(5); ++seed) {
    const Challenge next = challenge(seed, Effort::quick);
    const auto model = sound_model(next.text, next.trial.semantics);
    ASSERT_TRUE(model.has_value()) << next.text;
    for (Trial trial : trials()) {
      trial.semantics = next.trial.semantics;
      const auto found = difference(*model, trial);
      ASSERT_FALSE(found.has_value())
          << *found << "\nseed " << seed << ", " << to_text(trial) << "\n"
          << next.text;
    }
  }
}

// ---- one engine ----

// A model in the hands of the symbolic engine; only one at a time.
class Labelled {
 public:
  Labelled(const std::string& text, const symbolic::Settings& settings)
      : model_(sound_model(text).value()),
        system_(model_, budget_, settings),
        reachable_(symbolic::explore(system_)),
        context_(check::make_context(system_, reachable_)),
        labeller_(context_, {}) {}
  symbolic::StateSet operator[](std::size_t formula) {
    return labeller_.label(model_.properties.at(formula).formula);
  }
  symbolic::System& system() { return system_; }
  const symbolic::StateSet& domain() const { return context_.arena.domain; }

 private:
  model::Model model_;
  base::Budget budget_;
  symbolic::System system_;
  symbolic::Reachable reachable_;
  check::Context context_;
  check::Labeller labeller_;
};

std::string with_formulae(const RandomModel& model, const std::vector<std::string>& formulae) {
  std::string text = model.text.substr(0, model.text.rfind("end Formulae"));
  for (const std::string& formula : formulae) text += "  " + formula + ";\n";
  return text + "end Formulae\n";
}

// Laws of two random formulas, an agent and a group: the same set on both sides.
struct Law {
  const char* left;
  const char* right;
};
constexpr Law laws[] = {
    {"AX ({0})", "!EX !({0})"},
    {"AG ({0})", "!EF !({0})"},
    {"AF ({0})", "!EG !({0})"},
    {"AG[1, 3] ({0})", "!EF[1, 3] !({0})"},
    {"AF[1, 3] ({0})", "!EG[1, 3] !({0})"},
    {"A(({0}) U ({1}))", "!(E(!({1}) U (!({0}) and !({1}))) or EG !({1}))"},
    {"A(({0}) R ({1}))", "!E(!({0}) U !({1}))"},
    {"E(({0}) R ({1}))", "!A(!({0}) U !({1}))"},
    {"A(({0}) W ({1}))", "!E(!({1}) U (!({0}) and !({1})))"},
    {"E(({0}) W ({1}))", "E(({0}) U ({1})) or EG ({0})"},
    {"EG ({0})", "({0}) and EX EG ({0})"},
    {"K({2}, ({0}) and ({1}))", "K({2}, {0}) and K({2}, {1})"},
    {"!K({2}, {0})", "K({2}, !K({2}, {0}))"},
    {"K({2}, {0})", "K({2}, K({2}, {0}))"},
    {"GCK({3}, {0})", "GK({3}, ({0}) and GCK({3}, {0}))"},
    {"DK({3}, {0})", "DK({3}, DK({3}, {0}))"},
    {"O({2}, {0})", "AG O({2}, {0})"},
    {"[{3}]X ({0})", "!<{3}>X !({0})"},
    {"[{3}]F ({0})", "!<{3}>G !({0})"},
    {"[{3}]G ({0})", "!<{3}>F !({0})"},
    {"[{3}](({0}) U ({1}))", "!<{3}>(!({0}) R !({1}))"},
    {"[{3}](({0}) R ({1}))", "!<{3}>(!({0}) U !({1}))"},
    {"[{3}](({0}) W ({1}))", "!<{3}>(!({1}) U (!({0}) and !({1})))"},
    {"<{3}>(({0}) W ({1}))", "<{3}>(({1}) R (({0}) or ({1})))"},
    {"<{3}>F ({0})", "({0}) or <{3}>X <{3}>F ({0})"},
};

TEST(SymbolicEngine, KeepsTheLaws) {
  FormulaWeights small;
  small.depth = 2;
  for (std::uint64_t seed = 0; seed < times_rounds(60); ++seed) {
    const RandomModel model = random_model(seed);
    Dice dice(seed);
    const std::string p = random_formula(dice, model.names, small);
    const std::string q = random_formula(dice, model.names, small);
    const std::string agent = dice.pick(model.names.agents);
    const std::string group = dice.pick(model.names.groups);
    std::vector<std::string> formulae;
    for (const Law& law : laws)
      for (const char* const side : {law.left, law.right})
        formulae.push_back(fmt::format(fmt::runtime(side), p, q, agent, group));
    Labelled sets(with_formulae(model, formulae), {});
    for (std::size_t i = 0; i < std::size(laws); ++i)
      ASSERT_EQ(sets[2 * i], sets[2 * i + 1])
          << "seed " << seed << "\n  " << formulae[2 * i] << "\n  " << formulae[2 * i + 1] << "\n"
          << model.text;
  }
}

TEST(SymbolicEngine, PartitionsTheDomainByAFormulaAndItsNegation) {
  for (std::uint64_t seed = 0; seed < times_rounds(100); ++seed) {
    const RandomModel model = random_model(seed + 500);
    Dice dice(seed);
    const std::string f = random_formula(dice, model.names);
    Labelled sets(with_formulae(model, {f, fmt::format("!({})", f)}), {});
    EXPECT_TRUE(disjoint(sets[0], sets[1])) << f << "\n" << model.text;
    EXPECT_EQ(sets[0] | sets[1], sets.domain()) << f << "\n" << model.text;
  }
}

// The library reorders by itself only when thousands of nodes are alive: here products make them.
TEST(SymbolicEngine, AgreesWhenTheLibraryReordersByItself) {
  const std::string text = R"(
Semantics = SingleAssignment;
Agent P
  Vars: x : 0..62; y : 0..62; z : 0..62; end Vars
  Evolution:
    x = (x * y + 3) mod 61 if true;
    y = (x + 7 * y) mod 59 if (x * y) mod 3 = 0;
    z = (x * z) mod 53 if true;
  end Evolution
end Agent
Evaluation
  p if P.x < P.y;
  q if P.z mod 2 = 0;
end Evaluation
InitStates P.x = 1 and P.y = 2 and P.z in {3, 4}; end InitStates
Formulae
  AG (p -> EF q);
  K(P, q) or <P>X E(p U q);
end Formulae
)";
  const auto model = sound_model(text);
  ASSERT_TRUE(model.has_value());
  for (const Grouping grouping : {Grouping::none, Grouping::variables}) {
    Trial trial;
    trial.settings = {.grouping = grouping, .diagrams = {.reordering = Reordering::on}};
    trial.settings.diagrams.early = 1;
    {
      Labelled sets(text, trial.settings);
      EXPECT_GT(sets.system().manager().statistics().reorderings, 0U);
    }
    EXPECT_EQ(difference(*model, trial), std::nullopt);
  }
}

// ---- making small ----

TEST(Shrink, LeavesOnlyWhatMatters) {
  const Challenge big = challenge(3, Effort::thorough);
  const auto about_knowledge = [](const std::string& text) {
    const auto model = sound_model(text);
    if (!model) return false;
    for (const model::Property& property : model->properties)
      if (property.text.find("K(") != std::string::npos) return true;
    return false;
  };
  ASSERT_TRUE(about_knowledge(big.text)) << big.text;
  const std::string small = shrunk(big.text, about_knowledge);
  EXPECT_TRUE(about_knowledge(small));
  EXPECT_LT(small.size(), 150U) << small;
}

TEST(Shrink, TakesConditionsAndListsApart) {
  const auto has_both = [](const std::string& text) {
    return text.find("b = true") != std::string::npos && text.find("keep") != std::string::npos;
  };
  EXPECT_EQ(shrunk("first\n  x = 1 and y = 2 if ((a) or ((b = true) and (c)));\n"
                   "  (x) : {a, keep, c};\nlast\n",
                   has_both),
            "  y = 2 if b = true;\n  x : {keep};\n");
}

}  // namespace
}  // namespace ken::tests
