// Steps on diagrams against steps of states.

#include "symbolic/relation.hpp"

#include <limits>
#include <random>

#include "symbolic/built.test.hpp"

namespace ken::symbolic {
namespace {

using model::ActionIndex;
using model::JointAction;
using model::State;
using test::Built;
using test::States;

// Choices of evolution and protocol, lost steps, deadlocks, variables that never change.
constexpr const char* multi = R"(
Agent Environment
  Obsvars: t : 0..2; fixed : boolean; end Obsvars
  Actions = {tick, rest};
  Protocol: fixed : {tick}; t < 2 : {tick, rest}; end Protocol
  Evolution:
    t = t + 1 if Action = tick and P.Action <> c;
    t = 0 if Q.Action = jump;
  end Evolution
end Agent
Agent P
  Vars: x : -1..2; y : {u, v, w}; end Vars
  Actions = {a, b, c};
  Protocol: x < 2 : {a, b}; Environment.t = 1 : {c}; end Protocol
  Evolution:
    x = x + 1 and y = w if Action = a;
    x = Environment.t - 1 if Action <> b and y = u;
    y = v if Action = b or y = w;
  end Evolution
end Agent
Agent Q
  Vars: z : 0..4; end Vars
  Actions = {jump, stay};
  Evolution:
    z = z / 2 if P.Action = a;
    z = (z + 2) mod 5 if Action = jump and P.Action <> a;
  end Evolution
end Agent
)";
const std::string single = std::string("Semantics = SingleAssignment;") + R"(
Agent Environment
  Obsvars: t : 0..2; end Obsvars
  Actions = {tick, rest};
  Evolution: t = (t + 1) mod 3 if Action = tick; end Evolution
end Agent
Agent P
  Vars: x : -1..2; y : 0..3; end Vars
  Actions = {a, b};
  Protocol: x < y : {a}; x > 0 : {a, b}; end Protocol
  Evolution:
    x = x + 1 if Action = a;
    x = Environment.t if Environment.Action = tick;
    y = x if true;
    y = y - 1 if Action = b;
  end Evolution
end Agent
)";

constexpr std::size_t cluster_sizes[] = {1, 2000, std::numeric_limits<std::size_t>::max() / 4};

// About one state in 'rarity'.
States some_of(const States& states, std::mt19937& random, unsigned rarity) {
  States result;
  for (const State& state : states)
    if (random() % rarity == 0) result.insert(state);
  return result;
}

// Images and pre-images of some random sets of states.
void expect_same_steps(const std::string& text) {
  for (const std::size_t nodes : cluster_sizes) {
    Built built(text, {}, {.cluster_nodes = nodes});
    const States all = test::all_states(built.model);
    std::map<State, States> next;
    for (const State& state : all) next[state] = test::successors(built.model, state);
    const Relation& steps = built.system.steps().relation();
    std::mt19937 random(7);
    for (const unsigned rarity : {1U, 2U, 2U, 10U, 10U, 100U, 100U}) {
      const States set = some_of(all, random, rarity);
      States image;
      States preimage;
      States alive;
      for (const auto& [state, successors] : next) {
        if (set.contains(state)) image.insert(successors.begin(), successors.end());
        if (set.contains(state) && !successors.empty()) alive.insert(state);
        if (std::any_of(successors.begin(), successors.end(),
                        [&](const State& s) { return set.contains(s); }))
          preimage.insert(state);
      }
      const StateSet diagram = built.diagram(set);
      EXPECT_EQ(steps.image(diagram), built.diagram(image));
      EXPECT_EQ(steps.preimage(diagram) & built.system.initial(), built.diagram(preimage));
      EXPECT_EQ(steps.with_successor(diagram), built.diagram(alive));
    }
    EXPECT_TRUE(steps.image(built.system.nothing()).empty());
    EXPECT_TRUE(steps.preimage(built.system.nothing()).empty());
  }
}

TEST(Relation, StepsOfSetsAreThoseOfTheirStatesWithMultiAssignment) { expect_same_steps(multi); }
TEST(Relation, StepsOfSetsAreThoseOfTheirStatesWithSingleAssignment) { expect_same_steps(single); }

TEST(Relation, ThresholdsDecideHowManyClustersThereAre) {
  std::vector<std::size_t> found;
  for (const std::size_t nodes : cluster_sizes)
    found.push_back(
        Built(multi, {}, {.cluster_nodes = nodes}).system.steps().relation().product().clusters());
  EXPECT_GT(found.front(), 1U);
  EXPECT_EQ(found.back(), 1U);
}

// A state with the actions of the members.
MoveSet move_of(Built& built, const logic::Group& members, const State& state,
                const JointAction& action) {
  Bdd result = built.diagram(state).function();
  for (const AgentId agent : members)
    result &= equals(built.system.manager(), built.system.encoding().action(agent),
                     action[static_cast<std::size_t>(agent)]);
  return MoveSet(result);
}

TEST(Relation, ActionsThatAreKeptSayWhoDidWhat) {
  for (const std::size_t nodes : cluster_sizes)
    for (const logic::Group& members :
         {logic::Group{AgentId{1}}, logic::Group{AgentId{0}, AgentId{2}},
          logic::Group{AgentId{0}, AgentId{1}, AgentId{2}}}) {
      Built built(multi, {}, {.cluster_nodes = nodes});
      const States all = test::all_states(built.model);
      std::mt19937 random(11);
      const States set = some_of(all, random, 8);
      MoveSet into(built.system.nothing().function());
      MoveSet anywhere = into;
      for (const State& state : all) {
        model::Steps steps(built.model, state, built.budget);
        steps.for_each_joint_action([&](const JointAction& action) {
          std::vector<State> successors;
          steps.for_each_successor(action, [&](const State& next) {
            successors.push_back(next);
            return true;
          });
          if (successors.empty()) return true;
          const MoveSet move = move_of(built, members, state, action);
          anywhere |= move;
          if (std::any_of(successors.begin(), successors.end(),
                          [&](const State& s) { return set.contains(s); }))
            into |= move;
          return true;
        });
      }
      const MoveRelation& moves = built.system.steps().moves_of(members);
      EXPECT_EQ(from(built.system.initial(), moves.into(built.diagram(set))), into);
      EXPECT_EQ(moves.available(built.system.initial()), anywhere);
    }
}

TEST(Relation, StepsThatMatterStayWhenOthersAreForgotten) {
  Built built(multi);
  const States all = test::all_states(built.model);
  std::mt19937 random(3);
  Steps& steps = built.system.steps();
  const StateSet care = built.diagram(some_of(all, random, 3));
  const StateSet target = built.diagram(some_of(all, random, 5));
  const StateSet image = steps.relation().image(care);
  const StateSet preimage = steps.relation().preimage(target) & care;
  const logic::Group p{AgentId{1}};
  const MoveSet moves = from(care, steps.moves_of(p).into(target));
  steps.care_about(care);
  EXPECT_EQ(steps.relation().image(care), image);
  EXPECT_EQ(steps.relation().preimage(target) & care, preimage);
  EXPECT_EQ(from(care, steps.moves_of(p).into(target)), moves);
}

}  // namespace
}  // namespace ken::symbolic
