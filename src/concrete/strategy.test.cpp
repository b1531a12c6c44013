// Uniform memoryless strategies on models small enough to be read: the set where a formula holds is
// given as the values of the variable s.

#include "concrete/strategy.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "concrete/explored.test.hpp"

namespace ken::concrete {
namespace {

using Where = std::set<model::Value>;

Where where(const std::string& model, const std::string& formula,
            Outcomes outcomes = Outcomes::fair) {
  test::Explored e(model, {formula});
  const auto s = std::find_if(e.model.variables.begin(), e.model.variables.end(),
                              [](const model::Variable& v) { return v.name.shown == "s"; });
  const auto place = static_cast<std::size_t>(s - e.model.variables.begin());
  Where values;
  e.labeller.label(e.model.properties.at(0).formula, outcomes).for_each([&](StateId id) {
    values.insert(e.space.state(id).at(place));
  });
  return values;
}

// ---- who sees what ----

// P sees nothing and must guess: a is right in 0 and b in 1.  Right is 2, wrong is 3.
constexpr const char* guess = R"(
Agent Environment
  Vars: s : 0..3; end Vars
  Evolution:
    s = 2 if (s = 0 and P.Action = a) or (s = 1 and P.Action = b);
    s = 3 if (s = 0 and P.Action = b) or (s = 1 and P.Action = a);
  end Evolution
end Agent
Agent P Actions = {a, b}; end Agent
InitStates Environment.s < 2; end InitStates
)";

TEST(Strategy, ActsAlikeWhereTheMemberSeesTheSame) {
  EXPECT_EQ(where(guess, "<P>X Environment.s = 2"), (Where{0, 1, 2}));
  EXPECT_EQ(where(guess, "<P | ir-objective>X Environment.s = 2"), (Where{0, 1, 2}));
  EXPECT_EQ(where(guess, "<P | ir>X Environment.s = 2"), (Where{}));
  EXPECT_EQ(where(guess, "[P | ir]X Environment.s = 2"), (Where{0, 1, 2, 3}));
  EXPECT_EQ(where(guess, "<P | ir>F (Environment.s >= 2)"), (Where{0, 1, 2, 3}));
}

TEST(Strategy, OfEachOperatorAtEachStateIsItsOwn) {
  EXPECT_EQ(where(guess,
                  "<P | ir-objective>X Environment.s = 2 and "
                  "<P | ir-objective>X Environment.s = 3"),
            (Where{0, 1}));
}

// The way shows in 0 and 1, but no longer in 2 and 3, where a or b must be said: 0 2 4, 1 3 4.
TEST(Strategy, DependsOnTheStateItStartsFrom) {
  const std::string model = R"(
Agent Environment
  Vars: s : 0..5; end Vars
  Obsvars: seen : 0..3; end Obsvars
  Evolution:
    s = s + 2 and seen = 2 if s < 2;
    s = 4 and seen = 3 if (s = 2 and P.Action = a) or (s = 3 and P.Action = b);
    s = 5 and seen = 3 if (s = 2 and P.Action = b) or (s = 3 and P.Action = a);
  end Evolution
end Agent
Agent P Actions = {a, b}; end Agent
InitStates Environment.s < 2 and Environment.seen = Environment.s; end InitStates
)";
  EXPECT_EQ(where(model, "<P | ir>F Environment.s = 4"), (Where{0, 1}))
      << "2 is not told from 3, nor 4 from 5";
  EXPECT_EQ(where(model, "<P | ir-objective>F Environment.s = 4"), (Where{0, 1, 2, 3, 4}));
}

// Nothing moves.  A takes 0 for 1, B takes 1 for 2.
constexpr const char* chain = R"(
Agent Environment Vars: s : 0..2; end Vars end Agent
Agent A Vars: a : 0..1; end Vars end Agent
Agent B Vars: b : 0..1; end Vars end Agent
InitStates A.a = Environment.s div 2 and B.b = (Environment.s + 1) div 2; end InitStates
)";

TEST(Strategy, StartsWhereSomeMemberMayBeAndNoFurther) {
  EXPECT_EQ(where(chain, "<{A, B} | ir>X Environment.s < 2"), (Where{0}));
  EXPECT_EQ(where(chain, "<A | ir>X Environment.s < 2"), (Where{0, 1}));
  EXPECT_EQ(where(chain, "<B | ir>X Environment.s < 2"), (Where{0}));
  EXPECT_EQ(where(chain, "<{A, B} | ir-objective>X Environment.s < 2"), (Where{0, 1}));
}

TEST(Strategy, OfNobodyStartsInTheStateAlone) {
  EXPECT_EQ(where(chain, "<{} | ir>X Environment.s < 2"), (Where{0, 1}));
  EXPECT_EQ(where(guess, "<{} | ir>X Environment.s = 2"), (Where{2}));
  EXPECT_EQ(where(guess, "<{} | ir>F (Environment.s >= 2)"), (Where{0, 1, 2, 3}));
}

// The Environment does not see x.
TEST(Strategy, OfTheEnvironmentUsesItsOwnVariablesOnly) {
  const std::string model = R"(
Agent Environment
  Vars: s : 0..1; end Vars
  Actions = {a, b};
  Evolution: s = 1 if Action = a and P.Action = zero or Action = b and P.Action = one;
  end Evolution
end Agent
Agent P
  Vars: x : boolean; end Vars
  Actions = {zero, one};
  Protocol: x : {one}; Other : {zero}; end Protocol
end Agent
InitStates Environment.s = 0; end InitStates
)";
  EXPECT_EQ(where(model, "<Environment | ir>X Environment.s = 1"), (Where{1}));
  EXPECT_EQ(where(model, "<Environment | ir-objective>X Environment.s = 1"), (Where{0, 1}));
}

TEST(Strategy, ReadsKnowledgeInTheWholeModel) {
  const std::string model = R"(
Agent Environment
  Vars: s : 0..2; end Vars
  Evolution: s = 1 if s = 0 and P.Action = a; s = 2 if s = 0 and P.Action = b; end Evolution
end Agent
Agent P Lobsvars = {s}; Actions = {a, b}; end Agent
Agent Q end Agent
InitStates Environment.s = 0; end InitStates
)";
  EXPECT_EQ(where(model, "<P | ir>X Environment.s = 1"), (Where{0, 1}));
  EXPECT_EQ(where(model, "<P | ir>X EK(Q, Environment.s = 2)"), (Where{0, 1, 2}));
  EXPECT_EQ(where(model, "<P | ir>X K(Q, Environment.s <> 2)"), (Where{}));
  EXPECT_EQ(where(model, "K(Q, !<P | ir>X Environment.s = 1)"), (Where{}));
  EXPECT_EQ(where(model, "<P | ir>X <P | ir>X Environment.s = 1"), (Where{0, 1}));
}

// ---- the semantics of the run ----

TEST(Strategy, IsReadAsTheRunHasIt) {
  const auto model =
      model::test::model_of(guess, {"<P>X Environment.s = 2", "<P | full>X Environment.s = 2"});
  base::Budget budget;
  const StateSpace space(model, budget);
  Context context = make_context(model, space, budget, logic::Semantics::ir);
  EXPECT_TRUE(Labeller(context).label(model.properties[0].formula).empty());
  EXPECT_EQ(Labeller(context).label(model.properties[1].formula).count(), 3U);
}

// ---- stuck ----

// P sees nothing but the end, 2.  From 0 a leads there and b stays; from 1 b leads there and
// nothing follows a.
constexpr const char* blocked = R"(
Agent Environment
  Vars: s : 0..2; end Vars
  Obsvars: over : boolean; end Obsvars
  Evolution:
    s = 2 and over = true if (s = 0 and P.Action = a) or (s = 1 and P.Action = b);
    s = s + 5 if s = 1 and P.Action = a;
  end Evolution
end Agent
Agent P Actions = {a, b}; end Agent
InitStates Environment.s < 2 and Environment.over = false; end InitStates
)";

TEST(Strategy, MayUseAnActionThatIsBlockedElsewhere) {
  EXPECT_EQ(where(blocked, "<P | ir-objective>F Environment.over"), (Where{0, 1, 2}));
  EXPECT_EQ(where(blocked, "<P | ir>F Environment.over"), (Where{2})) << "neither does for both";
  EXPECT_EQ(where(blocked, "<P | ir>G true"), (Where{0, 1, 2})) << "b is blocked nowhere";
  EXPECT_EQ(where(blocked, "<P | ir>G Environment.s <> 1"), (Where{2}));
}

// 0 goes to 1, and nothing follows 1.
constexpr const char* dead_end = R"(
Agent P
  Vars: s : 0..1; end Vars
  Actions = {go};
  Protocol: s = 0 : {go}; end Protocol
  Evolution: s = 1 if s = 0; end Evolution
end Agent
InitStates P.s = 0; end InitStates
)";

TEST(Strategy, MayGetStuckAfterItsObjectiveIsAchieved) {
  for (const char* const reading : {"ir", "ir-objective"}) {
    const auto on_dead_end = [&](const std::string& objective) {
      return where(dead_end, fmt::format("<P | {}>{}", reading, objective));
    };
    EXPECT_EQ(on_dead_end("F P.s = 1"), (Where{0, 1}));
    EXPECT_EQ(on_dead_end("X P.s = 1"), (Where{0}));
    EXPECT_EQ(on_dead_end("(P.s = 0 U P.s = 1)"), (Where{0, 1}));
    EXPECT_EQ(on_dead_end("(P.s = 0 W P.s = 1)"), (Where{0, 1}));
    EXPECT_EQ(on_dead_end("(P.s = 1 R true)"), (Where{0, 1}));
    EXPECT_EQ(on_dead_end("G true"), (Where{}));
    EXPECT_EQ(on_dead_end("(true W false)"), (Where{}));
    EXPECT_EQ(on_dead_end("(false R true)"), (Where{}));
    EXPECT_EQ(on_dead_end("X true"), (Where{0}));
  }
  EXPECT_EQ(where(dead_end, "<{} | ir>G true"), (Where{}));
}

// ---- objectives ----

// P sees s: 0 stays or goes to 1, 1 goes back or on to 2, where it ends in a circle.
constexpr const char* stairs = R"(
Agent P
  Vars: s : 0..2; end Vars
  Actions = {stay, up, down};
  Protocol: s = 0 : {stay, up}; s = 1 : {up, down}; s = 2 : {stay}; end Protocol
  Evolution: s = s + 1 if Action = up; s = s - 1 if Action = down; end Evolution
end Agent
InitStates P.s = 0; end InitStates
)";

TEST(Strategy, KeepsToItsObjectiveAsWithFullObservation) {
  for (const char* const objective :
       {"X P.s = 1", "F P.s = 2", "F P.s = 0", "G (P.s < 2)", "G (P.s > 0)", "(P.s = 0 U P.s = 1)",
        "(P.s < 2 U P.s = 2)", "(P.s > 0 W P.s = 0)", "(P.s = 1 R P.s < 2)", "(P.s = 2 R P.s < 2)"})
    for (const char* const coalition : {"<P{}>", "[P{}]"}) {
      const auto read = [&](const char* reading) {
        return where(stairs, fmt::format(fmt::runtime(coalition), reading) + objective);
      };
      EXPECT_EQ(read(" | ir"), read("")) << coalition << objective;
      EXPECT_EQ(read(" | ir-objective"), read("")) << coalition << objective;
    }
}

TEST(Strategy, RemembersNothing) {
  EXPECT_EQ(where(stairs, "<P | ir>F P.s = 2"), (Where{0, 1, 2}));
  // Blind, P cannot wait in 0 and leave it too.
  const std::string blind = R"(
Agent Environment
  Vars: s : 0..2; end Vars
  Evolution: s = 1 if s = 0 and P.Action = a; s = 2 if s = 1 and P.Action = b; end Evolution
end Agent
Agent P Actions = {a, b}; end Agent
InitStates Environment.s = 0; end InitStates
)";
  EXPECT_EQ(where(blind, "<P | ir-objective>F Environment.s = 1"), (Where{0, 1}));
  EXPECT_EQ(where(blind, "<P | ir-objective>F Environment.s = 2"), (Where{1, 2}));
  EXPECT_EQ(where(blind, "<P>F Environment.s = 2"), (Where{0, 1, 2}));
}

// ---- fairness ----

// 0 goes to 1; from 1 P may loop, jam (nothing follows) or go to 2 and stay.  Fair is 1.
std::string slope(const std::string& actions_in_1) {
  return fmt::format(R"(
Agent P
  Vars: s : 0..2; end Vars
  Actions = {{go, loop, jam}};
  Protocol: s = 1 : {{{}}}; Other : {{go}}; end Protocol
  Evolution:
    s = s + 1 if Action = go and s < 2;
    s = s + 5 if Action = jam;
  end Evolution
end Agent
InitStates P.s = 0; end InitStates
Fairness P.s = 1; end Fairness
)",
                     actions_in_1);
}

TEST(FairStrategy, LosesByAViolationOnlyIfAFairOutcomeGoesOn) {
  EXPECT_EQ(where(slope("go, loop"), "<P | ir>G P.s = 0"), (Where{0, 1}));
  EXPECT_EQ(where(slope("loop"), "<P | ir>G P.s = 0"), (Where{}));
  EXPECT_EQ(where(slope("go, loop"), "<P | ir>G P.s = 0", Outcomes::all), (Where{}));
}

TEST(FairStrategy, LosesWhereItIsStuckBeforeAndAfterAViolation) {
  EXPECT_EQ(where(slope("loop, jam"), "<P | ir>G P.s = 0"), (Where{}));
  EXPECT_EQ(where(slope("loop, jam"), "<P | ir>X P.s = 2"), (Where{}));
  EXPECT_EQ(where(slope("loop, jam"), "<P | ir>F P.s = 2"), (Where{}));
  EXPECT_EQ(where(slope("loop, jam"), "<P | ir>F P.s = 1"), (Where{0, 1}));
}

TEST(FairStrategy, WinsByLeavingAllFairPaths) {
  test::Explored e(slope("go, loop"), {"<P | ir>F P.s = 2", "<P | ir>G P.s < 2"});
  EXPECT_EQ(e.where(0), (Where{0, 1}));
  EXPECT_TRUE(can_leave_fair_paths(e.context, e.model.properties[0].formula));
  EXPECT_EQ(e.where(0, Outcomes::all), (Where{})) << "2 is outside the domain";
  EXPECT_EQ(e.where(1, Outcomes::all), (Where{0, 1}));
  test::Explored f(slope("loop"), {"<P | ir>F P.s = 1"});
  EXPECT_FALSE(can_leave_fair_paths(f.context, f.model.properties[0].formula));
}

TEST(FairStrategy, MayWaitForWhatFairnessBrings) {
  const std::string lamp = R"(
Agent Environment
  Vars: s : 0..1; end Vars
  Actions = {keep, turn};
  Evolution: s = 1 - s if Action = turn; end Evolution
end Agent
Agent P end Agent
InitStates Environment.s = 0; end InitStates
Fairness Environment.s = 1; end Fairness
)";
  EXPECT_EQ(where(lamp, "<P | ir>F Environment.s = 1"), (Where{0, 1}));
  EXPECT_EQ(where(lamp, "<P | ir>F Environment.s = 1", Outcomes::all), (Where{}));
  EXPECT_EQ(where(lamp, "<P | ir-objective>F Environment.s = 1", Outcomes::all), (Where{1}));
  EXPECT_EQ(where(lamp, "<P | ir>X Environment.s = 1"), (Where{}));
}

// The state is start and violated at once.
TEST(FairStrategy, TellsAStartFromTheSameStateMetLater) {
  const std::string still = R"(
Agent P Vars: s : 0..1; end Vars end Agent
InitStates P.s = 0; end InitStates
Fairness true; end Fairness
)";
  EXPECT_EQ(where(still, "<P | ir>X P.s = 1"), (Where{}));
  EXPECT_EQ(where(still, "<P | ir>X P.s = 0"), (Where{0}));
}

TEST(FairStrategy, ConfusesStatesOfTheDomainOnly) {
  const std::string model = R"(
Agent Environment
  Vars: s : 0..1; end Vars
end Agent
Agent P end Agent
Fairness Environment.s = 0; end Fairness
)";
  EXPECT_EQ(where(model, "<P | ir>X Environment.s = 0"), (Where{0}));
  EXPECT_EQ(where(model, "<P | ir>X Environment.s = 0", Outcomes::all), (Where{0}));
}

// ---- the search ----

// a leads from 0 to 1, where everything loses, b to 2, where a wins; P takes 1 for 2.
TEST(Strategy, IsDecidedAnewAfterEveryOtherChoice) {
  const std::string model = R"(
Agent Environment
  Vars: s : 0..4; end Vars
  Obsvars: first : boolean; end Obsvars
  Evolution:
    s = 1 and first = false if s = 0 and P.Action = a;
    s = 2 and first = false if s = 0 and P.Action = b;
    s = 3 if s = 1 or (s = 2 and P.Action = b);
    s = 4 if s = 2 and P.Action = a;
  end Evolution
end Agent
Agent P Actions = {a, b}; end Agent
InitStates Environment.s = 0 and Environment.first; end InitStates
)";
  EXPECT_EQ(where(model, "<P | ir>F Environment.s = 4"), (Where{0}));
  EXPECT_EQ(where(model, "<P | ir-objective>F Environment.s = 4"), (Where{0, 2, 4}));
}

TEST(Strategy, SearchStopsWhenTheBudgetIsSpent) {
  const auto model = model::test::model_of(guess, {"<P | ir>X Environment.s = 2"});
  base::Budget plenty;
  const StateSpace space(model, plenty);
  std::stop_source stop;
  stop.request_stop();
  base::Budget cancelled(std::nullopt, std::nullopt, stop.get_token());
  Context context(model, space, make_arena(model, space, cancelled));
  const Objective nothing{Objective::Form::until, context.arena.domain, context.arena.nothing()};
  const auto search = [&] {
    for (int i = 0; i < 300; ++i)
      (void)find_where_strategy_wins(context, {logic::AgentId{1}}, nothing, Starts::here);
  };
  EXPECT_THROW(search(), base::Exhausted);
}

}  // namespace
}  // namespace ken::concrete
