#include "symbolic/joint_actions.hpp"

#include "symbolic/built.test.hpp"

namespace ken::symbolic {
namespace {

using test::Built;
using test::States;

// Two agents whose actions matter, one whose action nobody tests, and an action that is never
// allowed where it could be chosen: "up" of a full counter.
constexpr const char* counters = R"(
Agent Environment
  Obsvars: noise : boolean; end Obsvars
  Actions = {quiet, loud};
  Evolution: noise = true if noise = false; noise = false if noise = true; end Evolution
end Agent
Agent P
  Vars: x : 0..3; end Vars
  Actions = {up, stay};
  Protocol: x < 3 : {up, stay}; Other : {stay}; end Protocol
  Evolution: x = x + 1 if Action = up and Q.Action = help; end Evolution
end Agent
Agent Q
  Vars: y : 0..2; end Vars
  Actions = {help, rest, jump};
  Protocol: y = 0 : {help}; y = 1 : {help, rest}; Other : {jump}; end Protocol
  Evolution: y = y + 1 if Action = help; y = 0 if Action = jump; end Evolution
end Agent
InitStates Environment.noise = false and P.x = 0 and Q.y = 0; end InitStates
)";

std::vector<ClusteredProduct> split(Built& built, const StateSet& states, std::size_t most) {
  return split_by_joint_actions(built.system.manager(), built.system.encoding(),
                                built.system.steps().conjuncts(), 100, states.function(), most);
}

TEST(JointActions, AreThoseThatMatterAndThatSomeOfTheStatesAllow) {
  Built built(counters);
  constexpr std::size_t any = 1000;
  const StateSet everywhere = built.diagram(test::all_states(built.model));
  // Of P two, of Q three; nobody asks what the Environment does.
  EXPECT_EQ(split(built, everywhere, any).size(), 6U);
  // x is 3, so P stays; y is 0, so Q helps.
  EXPECT_EQ(split(built, built.diagram(model::State{0, 3, 0}), any).size(), 1U);
  EXPECT_EQ(split(built, built.diagram(model::State{0, 0, 1}), any).size(), 4U);
}

TEST(JointActions, TogetherAreTheSteps) {
  Built built(counters);
  const States all = test::all_states(built.model);
  const std::vector<ClusteredProduct> disjuncts = split(built, built.diagram(all), 6);
  for (const model::State& state : all) {
    Bdd next = built.system.manager().constant(false);
    States before;
    Bdd into = built.system.manager().constant(false);
    for (const ClusteredProduct& disjunct : disjuncts) {
      next |= disjunct.image(built.diagram(state).function());
      into |= disjunct.preimage(built.diagram(state).function());
    }
    EXPECT_EQ(built.states(StateSet(next)), test::successors(built.model, state));
    for (const model::State& other : all)
      if (test::successors(built.model, other).contains(state)) before.insert(other);
    EXPECT_EQ(built.states(StateSet(into)), before);
  }
}

TEST(JointActions, AreNotLookedAtIfTheyAreTooMany) {
  Built built(counters);
  EXPECT_TRUE(split(built, built.diagram(test::all_states(built.model)), 5).empty());
}

}  // namespace
}  // namespace ken::symbolic
