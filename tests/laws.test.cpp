// Laws of the logics, on random models with the explicit engine.
//
// A law is two formulas, written with placeholders, of which the second must hold where the first
// does, or exactly there.  {p} and {q} become random formulas, {i} and {j} agents, {g} and {h}
// disjoint coalitions, {gh} both together and {all} everybody.  The second half compares the engine
// with enumeration on games of at most five places: see support/game.hpp.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/checked.hpp"
#include "support/game.hpp"
#include "support/random_model.hpp"

namespace ken::tests {
namespace {

using concrete::StateId;
using concrete::StateSet;

enum class Relation : std::uint8_t { equal, implies };

// What the model must be like for the law to hold.
enum Needs : unsigned {
  nothing = 0,
  no_fairness = 1,
  no_lost_steps = 2,
  deterministic = 4,
  no_deadlock = 8,
};

struct Law {
  std::string_view left;
  Relation relation;
  std::string_view right;
  unsigned needs = nothing;
};

constexpr auto equal = Relation::equal;
constexpr auto implies = Relation::implies;

// {name} becomes the value of the name.
std::string filled(std::string_view pattern, const std::map<std::string, std::string>& values) {
  std::string text(pattern);
  for (const auto& [name, value] : values) {
    const std::string hole = "{" + name + "}";
    for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at)) {
      text.replace(at, hole.size(), value);
      at += value.size();
    }
  }
  return text;
}

std::string set_of(const std::vector<std::string>& agents) {
  return fmt::format("{{{}}}", fmt::join(agents, ", "));
}

std::map<std::string, std::string> values_for(Dice& dice, const Vocabulary& names) {
  FormulaWeights small;
  small.depth = 2;
  std::vector<std::string> g;
  std::vector<std::string> h;
  for (const std::string& agent : names.agents) {
    const std::size_t side = dice.below(3);
    if (side == 0) g.push_back(agent);
    if (side == 1) h.push_back(agent);
  }
  std::vector<std::string> both = g;
  both.insert(both.end(), h.begin(), h.end());
  return {{"p", fmt::format("({})", random_formula(dice, names, small))},
          {"q", fmt::format("({})", random_formula(dice, names, small))},
          {"i", dice.pick(names.agents)},
          {"j", dice.pick(names.agents)},
          {"g", set_of(g)},
          {"h", set_of(h)},
          {"gh", set_of(both)},
          {"all", set_of(names.agents)}};
}

bool is_subset(const StateSet& a, const StateSet& b) { return (a - b).empty(); }

bool suits(const Law& law, Checked& checked) {
  const auto needs = [&](Needs what) { return (law.needs & what) != 0; };
  const concrete::StateSpace& space = checked.space();
  return (!needs(no_fairness) || !checked.arena().fair()) &&
         (!needs(no_lost_steps) || !space.first_lost()) &&
         (!needs(deterministic) || space.deterministic()) &&
         (!needs(no_deadlock) || !space.first_deadlock());
}

// Checks every law on so many random models; each law must have been tried on some of them.
void hold_on_random_models(const std::vector<Law>& laws, std::uint64_t models) {
  std::vector<std::size_t> tried(laws.size());
  for (std::uint64_t seed = 0; seed < times_rounds(models); ++seed) {
    const RandomModel model = random_model(seed);
    Dice dice(seed * 7919 + laws.size());
    const auto values = values_for(dice, model.names);
    std::vector<std::string> formulae;
    for (const Law& law : laws) {
      formulae.push_back(filled(law.left, values));
      formulae.push_back(filled(law.right, values));
    }
    Checked checked(model.text, formulae);
    for (std::size_t i = 0; i < laws.size(); ++i) {
      if (!suits(laws[i], checked)) continue;
      ++tried[i];
      const StateSet left = checked.label(2 * i);
      const StateSet right = checked.label(2 * i + 1);
      const bool holds = laws[i].relation == equal ? left == right : is_subset(left, right);
      ASSERT_TRUE(holds) << "seed " << seed << "\n  " << formulae[2 * i] << "\n  "
                         << (laws[i].relation == equal ? "=" : "->") << "\n  "
                         << formulae[2 * i + 1] << "\n"
                         << model.text;
    }
  }
  for (std::size_t i = 0; i < laws.size(); ++i)
    EXPECT_GE(tried[i], times_rounds(models) / 50) << "hardly tried: " << laws[i].left;
}

TEST(Laws, AFormulaAndItsNegationPartitionTheDomain) {
  for (std::uint64_t seed = 0; seed < times_rounds(200); ++seed) {
    const RandomModel model = random_model(seed);
    Dice dice(seed);
    const std::string f = random_formula(dice, model.names);
    Checked checked(model.text, {f, fmt::format("!({})", f)});
    const StateSet holds = checked.label(0);
    EXPECT_TRUE(is_subset(holds, checked.arena().domain)) << f << "\n" << model.text;
    EXPECT_EQ(checked.label(1), checked.arena().domain - holds) << f << "\n" << model.text;
  }
}

// ---- time ----

TEST(Laws, UniversalPathsAreDualToExistentialOnes) {
  hold_on_random_models(
      {
          {"AX {p}", equal, "!EX !{p}"},
          {"AG {p}", equal, "!EF !{p}"},
          {"AF {p}", equal, "!EG !{p}"},
          {"A({p} U {q})", equal, "!(E(!{q} U (!{p} and !{q})) or EG !{q})"},
          {"A({p} R {q})", equal, "!E(!{p} U !{q})"},
          {"E({p} R {q})", equal, "!A(!{p} U !{q})"},
          {"A({p} W {q})", equal, "!E(!{q} U (!{p} and !{q}))"},
          {"E({p} R {q})", equal, "E({q} U ({p} and {q})) or EG {q}"},
          {"E({p} W {q})", equal, "E({p} U {q}) or EG {p}"},
      },
      150);
}

TEST(Laws, FinallyAndGloballyAreSpecialUntilsAndReleases) {
  hold_on_random_models(
      {
          {"EF {p}", equal, "E(true U {p})"},
          {"AF {p}", equal, "A(true U {p})"},
          {"EG {p}", equal, "E(false R {p})"},
          {"AG {p}", equal, "A(false R {p})"},
          {"EG {p}", equal, "E({p} W false)"},
          {"AG {p}", equal, "A({p} W false)"},
      },
      100);
}

TEST(Laws, TemporalOperatorsAreFixpointsUnderFairnessToo) {
  hold_on_random_models(
      {
          {"EF {p}", equal, "{p} or EX EF {p}"},
          {"AF {p}", equal, "{p} or AX AF {p}"},
          {"EG {p}", equal, "{p} and EX EG {p}"},
          {"AG {p}", equal, "{p} and AX AG {p}"},
          {"E({p} U {q})", equal, "{q} or ({p} and EX E({p} U {q}))"},
          {"A({p} U {q})", equal, "{q} or ({p} and AX A({p} U {q}))"},
          {"E({p} R {q})", equal, "{q} and ({p} or EX E({p} R {q}))"},
          {"A({p} R {q})", equal, "{q} and ({p} or AX A({p} R {q}))"},
          {"E({p} W {q})", equal, "{q} or ({p} and EX E({p} W {q}))"},
          {"A({p} W {q})", equal, "{q} or ({p} and AX A({p} W {q}))"},
      },
      150);
}

TEST(Laws, BoundsUnroll) {
  hold_on_random_models(
      {
          {"EF[0,0] {p}", equal, "{p}"},
          {"EF[1,1] {p}", equal, "EX {p}"},
          {"EF[7,7] {p}", equal, "EX EX EX EX EX EX EX {p}"},
          {"AF[2,3] {p}", equal, "AX AX ({p} or AX {p})"},
          {"EG[0,1] {p}", equal, "{p} and EX {p}"},
          {"AG[1,2] {p}", equal, "AX ({p} and AX {p})"},
          {"E({p} U[0,2] {q})", equal, "{q} or ({p} and EX ({q} or ({p} and EX {q})))"},
          {"A({p} U[0,2] {q})", equal, "{q} or ({p} and AX ({q} or ({p} and AX {q})))"},
          {"E({p} U[2,3] {q})", equal, "{p} and EX ({p} and EX ({q} or ({p} and EX {q})))"},
          {"A({p} U[2,3] {q})", equal, "{p} and AX ({p} and AX ({q} or ({p} and AX {q})))"},
          {"E({p} R[1,3] {q})", equal, "!A(!{p} U[1,3] !{q})"},
          {"A({p} R[1,3] {q})", equal, "!E(!{p} U[1,3] !{q})"},
          {"E({p} W[1,3] {q})", equal, "E({q} R[1,3] ({p} or {q}))"},
          {"A({p} W[1,3] {q})", equal, "A({q} R[1,3] ({p} or {q}))"},
      },
      100);
}

TEST(Laws, LargeBoundsReachTheFixpoint) {
  hold_on_random_models(
      {
          {"EF[0,1000000000] {p}", equal, "EF {p}"},
          {"AG[0,1000000000] {p}", equal, "AG {p}"},
          {"E({p} U[0,1000000000] {q})", equal, "E({p} U {q})"},
          {"AF[0,1000000000] {p}", equal, "AF {p}", no_fairness},
          {"A({p} U[0,1000000000] {q})", equal, "A({p} U {q})", no_fairness},
          {"E({p} U[1000000001,2000000001] {q})", equal,
           "{p} and EX E({p} U[1000000000,2000000000] {q})"},
          {"AF[1000000001,1000000003] {p}", equal, "AX AF[1000000000,1000000002] {p}"},
          {"EF[1000000000,1000000001] {p}", equal,
           "EF[1000000000,1000000000] {p} or EX EF[1000000000,1000000000] {p}"},
      },
      100);
}

// ---- knowledge and obligation ----

TEST(Laws, KnowledgeIsS5) {
  hold_on_random_models(
      {
          {"K({i}, {p})", implies, "{p}"},
          {"K({i}, {p})", implies, "K({i}, K({i}, {p}))"},
          {"!K({i}, {p})", implies, "K({i}, !K({i}, {p}))"},
          {"K({i}, {p} -> {q}) and K({i}, {p})", implies, "K({i}, {q})"},
          {"DK({all}, {p})", implies, "{p}"},
          {"DK({all}, {p})", implies, "DK({all}, DK({all}, {p}))"},
          {"!DK({all}, {p})", implies, "DK({all}, !DK({all}, {p}))"},
          {"!GCK({all}, {p})", implies, "GCK({all}, !GCK({all}, {p}))"},
      },
      100);
}

TEST(Laws, GroupsKnowAsTheirMembersDo) {
  hold_on_random_models(
      {
          {"GK({{i}, {j}}, {p})", equal, "K({i}, {p}) and K({j}, {p})"},
          {"GK({i}, {p})", equal, "K({i}, {p})"},
          {"DK({i}, {p})", equal, "K({i}, {p})"},
          {"GCK({i}, {p})", equal, "K({i}, {p})"},
          {"K({i}, {p}) or K({j}, {p})", implies, "DK({{i}, {j}}, {p})"},
          {"DK({{i}, {j}}, {p})", implies, "DK({all}, {p})"},
          {"GCK({{i}, {j}}, {p})", implies, "GK({{i}, {j}}, {p})"},
          {"GCK({{i}, {j}}, {p})", equal, "GK({{i}, {j}}, {p} and GCK({{i}, {j}}, {p}))"},
          {"GCK({{i}, {j}}, {p})", equal, "GK({{i}, {j}}, GCK({{i}, {j}}, {p}))"},
          {"GCK({all}, {p})", implies, "GCK({{i}, {j}}, {p})"},
      },
      100);
}

TEST(Laws, ObligationIsTheSameEverywhere) {
  std::size_t obliged = 0;
  for (std::uint64_t seed = 0; seed < times_rounds(100); ++seed) {
    const RandomModel model = random_model(seed);
    Dice dice(seed);
    const auto values = values_for(dice, model.names);
    Checked checked(model.text,
                    {filled("O({i}, {p})", values), filled("{i}.GreenStates -> {p}", values)});
    const StateSet& domain = checked.arena().domain;
    const bool wherever_green = checked.label(1) == domain;
    if (wherever_green) ++obliged;
    EXPECT_EQ(checked.label(0), wherever_green ? domain : checked.arena().nothing()) << model.text;
  }
  EXPECT_GT(obliged, 0U);
  EXPECT_LT(obliged, times_rounds(100));
}

// ---- strategy ----

TEST(Laws, BoxesAreDualToDiamonds) {
  hold_on_random_models(
      {
          {"[{g}]X {p}", equal, "!<{g}>X !{p}"},
          {"[{g}]F {p}", equal, "!<{g}>G !{p}"},
          {"[{g}]G {p}", equal, "!<{g}>F !{p}"},
          {"[{g}]({p} U {q})", equal, "!<{g}>(!{p} R !{q})"},
          {"[{g}]({p} R {q})", equal, "!<{g}>(!{p} U !{q})"},
          {"[{g}]({p} W {q})", equal, "!<{g}>(!{q} U (!{p} and !{q}))"},
          {"<{g}>({p} W {q})", equal, "<{g}>({q} R ({p} or {q}))"},
          {"<{g}>F {p}", equal, "<{g}>(true U {p})"},
          {"<{g}>G {p}", equal, "<{g}>(false R {p})"},
      },
      100);
}

TEST(Laws, MoreCanBeEnforcedOfWeakerGoals) {
  hold_on_random_models(
      {
          {"<{g}>X ({p} and {q})", implies, "<{g}>X {p}"},
          {"<{g}>F ({p} and {q})", implies, "<{g}>F {p}"},
          {"<{g}>G ({p} and {q})", implies, "<{g}>G {p}"},
          {"<{g}>({p} U {q})", implies, "<{g}>F {q}"},
          {"<{g}>({p} U {q})", implies, "<{g}>({p} W {q})"},
          {"<{g}>G {p}", implies, "<{g}>({p} W {q})"},
      },
      100);
}

TEST(Laws, LargerCoalitionsCanDoMore) {
  hold_on_random_models(
      {
          {"<{g}>X {p}", implies, "<{gh}>X {p}"},
          {"<{g}>F {p}", implies, "<{gh}>F {p}"},
          {"<{g}>G {p}", implies, "<{gh}>G {p}"},
          {"<{g}>({p} U {q})", implies, "<{gh}>({p} U {q})"},
          {"<{g}>({p} R {q})", implies, "<{gh}>({p} R {q})"},
          {"<{g}>X {p} and <{h}>X {q}", implies, "<{gh}>X ({p} and {q})", no_lost_steps},
          {"<{g}>G {p} and <{h}>G {q}", implies, "<{gh}>G ({p} and {q})", no_lost_steps},
      },
      100);
}

TEST(Laws, EverybodyTogetherChoosesThePathAndNobodyNone) {
  hold_on_random_models(
      {
          {"<{all}>X {p}", implies, "EX {p}", no_fairness},
          {"<{all}>X {p}", equal, "EX {p}", no_fairness | deterministic},
          {"<{all}>F {p}", equal, "EF {p}", no_fairness | deterministic},
          {"<{all}>G {p}", equal, "EG {p}", no_fairness | deterministic},
          {"<{all}>({p} U {q})", equal, "E({p} U {q})", no_fairness | deterministic},
          {"<{}>X {p}", equal, "AX {p} and EX true", no_fairness},
          {"<{}>X {p}", equal, "AX {p}", no_deadlock},
          {"<{}>F {p}", equal, "AF {p}", no_deadlock},
          {"<{}>G {p}", equal, "AG {p}", no_deadlock},
          {"<{}>({p} U {q})", equal, "A({p} U {q})", no_deadlock},
          {"<{}>({p} R {q})", equal, "A({p} R {q})", no_deadlock},
          {"<{}>({p} W {q})", equal, "A({p} W {q})", no_deadlock},
      },
      150);
}

TEST(Laws, StrategicOperatorsAreFixpoints) {
  hold_on_random_models(
      {
          {"<{g}>F {p}", equal, "{p} or <{g}>X <{g}>F {p}"},
          {"<{g}>G {p}", equal, "{p} and <{g}>X <{g}>G {p}", no_fairness},
          {"<{g}>({p} U {q})", equal, "{q} or ({p} and <{g}>X <{g}>({p} U {q}))", no_fairness},
          {"<{g}>({p} R {q})", equal, "{q} and ({p} or <{g}>X <{g}>({p} R {q}))", no_fairness},
          {"<{g}>({p} W {q})", equal, "{q} or ({p} and <{g}>X <{g}>({p} W {q}))", no_fairness},
      },
      100);
}

// ---- against enumeration ----

constexpr Objective objectives[] = {Objective::next,  Objective::finally, Objective::globally,
                                    Objective::until, Objective::release, Objective::weak};

// The places of a set of states.
Places places(const Checked& checked, const StateSet& set) {
  Places result = 0;
  set.for_each([&](StateId s) { result |= Places{1} << checked.space().state(s)[0]; });
  return result;
}

std::string path_formula(std::string_view quantifier, Objective objective) {
  return fmt::format("{}{}", quantifier, to_ispl(objective));
}

TEST(Enumeration, FindsTheSameFairPaths) {
  Dice dice(1);
  for (std::uint64_t round = 0; round < times_rounds(250); ++round) {
    const Game game = random_game(dice);
    std::vector<std::string> formulae;
    for (const Objective objective : objectives)
      for (const char* const quantifier : {"E", "A"})
        formulae.push_back(path_formula(quantifier, objective));
    Checked checked(to_ispl(game), formulae);
    const Places fair = domain(game);
    ASSERT_EQ(places(checked, checked.arena().domain), fair) << to_ispl(game);
    for (std::size_t i = 0; i < formulae.size(); ++i) {
      const Objective objective = objectives[i / 2];
      const Places expected =
          fair & (i % 2 == 0 ? exists(game, objective) : forall(game, objective));
      ASSERT_EQ(places(checked, checked.label(i)), expected) << formulae[i] << "\n"
                                                             << to_ispl(game);
    }
  }
}

TEST(Enumeration, FindsTheSameStrategies) {
  Dice dice(2);
  for (std::uint64_t round = 0; round < times_rounds(250); ++round) {
    const Game game = random_game(dice);
    for (const Coalition coalition :
         {Coalition::nobody, Coalition::p, Coalition::q, Coalition::both}) {
      std::vector<std::string> formulae;
      for (const Objective objective : objectives)
        formulae.push_back(fmt::format("<{}>{}", to_ispl(coalition), to_ispl(objective)));
      Checked checked(to_ispl(game), formulae);
      for (std::size_t i = 0; i < formulae.size(); ++i)
        ASSERT_EQ(places(checked, checked.label(i)),
                  domain(game) & can(game, coalition, objectives[i]))
            << "round " << round << ", " << formulae[i] << "\n"
            << to_ispl(game);
    }
  }
}

TEST(Enumeration, FindsTheSameStrategiesOfPlayersWhoDoNotSeeThePlace) {
  Dice dice(3);
  for (std::uint64_t round = 0; round < times_rounds(250); ++round) {
    const Game game = blindfold(random_game(dice), dice);
    for (const Coalition coalition :
         {Coalition::nobody, Coalition::p, Coalition::q, Coalition::both}) {
      std::vector<std::string> formulae;
      for (const Objective objective : objectives)
        for (const char* const reading : {"ir", "ir-objective"})
          formulae.push_back(
              fmt::format("<{} | {}>{}", to_ispl(coalition), reading, to_ispl(objective)));
      Checked checked(to_ispl(game), formulae);
      for (std::size_t i = 0; i < formulae.size(); ++i)
        ASSERT_EQ(places(checked, checked.label(i)),
                  domain(game) & can_blindly(game, coalition, objectives[i / 2],
                                             i % 2 == 0 ? Start::subjective : Start::objective))
            << "round " << round << ", " << formulae[i] << "\n"
            << to_ispl(game);
    }
  }
}

TEST(Enumeration, FindsTheSameRestrictions) {
  Dice dice(4);
  for (std::uint64_t round = 0; round < times_rounds(100); ++round) {
    const Game game = blindfold(random_game(dice), dice);
    for (const Coalition coalition :
         {Coalition::nobody, Coalition::p, Coalition::q, Coalition::both}) {
      std::vector<std::string> formulae;
      for (const Objective objective : objectives)
        formulae.push_back(fmt::format("<{}>{}", to_ispl(coalition), to_ispl(objective)));
      Checked checked(to_ispl(game), formulae);
      for (std::size_t i = 0; i < formulae.size(); ++i)
        ASSERT_EQ(checked.holds_uniformly(i), can_uniformly(game, coalition, objectives[i]))
            << "round " << round << ", " << formulae[i] << "\n"
            << to_ispl(game);
    }
  }
}

}  // namespace
}  // namespace ken::tests
