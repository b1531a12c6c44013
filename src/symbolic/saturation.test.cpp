// Sets closed inside diagrams against the same sets found round by round.

#include "symbolic/saturation.hpp"

#include <random>

#include "symbolic/built.test.hpp"

namespace ken::symbolic {
namespace {

using model::State;
using test::Built;
using test::States;

// A scheduler picks who moves; what P[i] does depends on its neighbours, and one of them may
// forbid a step.
std::string ring_of_agents(const std::string& evolution) {
  return R"(
Agent Environment
  Actions = {pick[i: 1..3], none};
end Agent
Agent P[i: 1..3]
  Vars: x : 0..2; y : boolean; end Vars
  Actions = {up, down};
  Protocol: x = 2 : {down}; Other : {up, down}; end Protocol
  Evolution:
)" + evolution +
         R"(
  end Evolution
end Agent
InitStates and(i: 1..3) (P[i].x = 0 and !P[i].y); end InitStates
)";
}
const std::string evolutions[] = {
    "x = x + 1 if Environment.Action = pick[i] and Action = up and !y;"
    "y = true if Environment.Action = pick[i] and Action = down and x = 1;",
    "x = x + 1 if Environment.Action = pick[i] and Action = up;"
    "x = 0 and y = !y if Environment.Action = pick[i] and Action = down;",
    "x = x + 1 if Environment.Action = pick[i] and Action = up and P[max(i - 1, 1)].Action = up;"
    "y = true if Environment.Action = pick[i] and Action = down and P[min(i + 1, 3)].Action = up;",
};

// The least set with 'from' that is closed under steps into 'within', from the relation as a whole.
StateSet close_by_rounds(const Relation& relation, Direction direction, const StateSet& from,
                         const StateSet& within) {
  for (StateSet known = from;;) {
    const StateSet next =
        direction == Direction::forward ? relation.image(known) : relation.preimage(known);
    const StateSet wider = known | (next & within);
    if (wider == known) return known;
    known = wider;
  }
}

StateSet pick_some(Built& built, const StateSet& of, std::mt19937& dice) {
  StateSet result = built.system.nothing();
  for (const State& state : built.states(of))
    if (dice() % 4 == 0) result |= built.diagram(state);
  return result;
}

TEST(Saturation, ClosesAsRoundsDo) {
  for (const std::string& evolution : evolutions) {
    Built built(ring_of_agents(evolution), {}, {.reach = Reach::computed});
    const std::vector<Relation>& disjuncts = built.system.steps().disjuncts();
    ASSERT_TRUE(can_saturate(disjuncts)) << evolution;
    const Reachable reachable = explore(built.system);
    EXPECT_TRUE(reachable.saturated);
    std::mt19937 dice(1);
    for (const bool caring : {false, true}) {
      if (caring) built.system.steps().care_about(reachable.states);
      for (int round = 0; round < 12; ++round) {
        const StateSet from = pick_some(built, reachable.states, dice);
        const StateSet within = reachable.states - pick_some(built, reachable.states, dice);
        for (const Direction direction : {Direction::forward, Direction::backward})
          EXPECT_EQ(saturate(built.system.manager(), disjuncts, direction, from, within),
                    close_by_rounds(built.system.steps().relation(), direction, from, within));
      }
    }
  }
}

TEST(Saturation, BeginsAgainWhenTheOrderChanges) {
  Built built(ring_of_agents(evolutions[1]), {}, {.reach = Reach::computed});
  const StateSet expected =
      close_by_rounds(built.system.steps().relation(), Direction::forward, built.system.initial(),
                      StateSet(built.system.manager().constant(true)));
  for (int round = 0; round < 4; ++round) {
    std::vector<bdd::Variable> order = built.system.manager().order();
    std::rotate(order.begin(), order.begin() + 1 + round, order.end());
    built.system.manager().reorder_to(order);
    EXPECT_EQ(saturate(built.system.manager(), built.system.steps().disjuncts(), Direction::forward,
                       built.system.initial()),
              expected);
  }
}

TEST(Saturation, EndsWhenSomebodyHasHadEnough) {
  Built built(ring_of_agents(evolutions[0]), {}, {.reach = Reach::computed});
  const auto close_unless = [&](std::size_t patience) {
    std::size_t asked = 0;
    return saturate_while(built.system.manager(), built.system.steps().disjuncts(),
                          built.system.initial(), [&] { return ++asked <= patience; });
  };
  EXPECT_FALSE(close_unless(0));
  EXPECT_EQ(close_unless(1'000'000), explore(built.system).states);
}

TEST(Saturation, FromNothingThereIsNothing) {
  Built built(ring_of_agents(evolutions[0]), {}, {.reach = Reach::computed});
  EXPECT_TRUE(saturate(built.system.manager(), built.system.steps().disjuncts(),
                       Direction::backward, built.system.nothing())
                  .empty());
}

// Bits that change within a state stand anywhere, so no part of a diagram is closed by itself.
TEST(Saturation, IsNotForRelationsThatCarryBits) {
  Built built(ring_of_agents(evolutions[0]), {}, {.reach = Reach::computed});
  const Relation& one = built.system.steps().disjuncts().front();
  const auto nothing = std::make_shared<const ClusteredProduct>(built.system.manager(), Clusters{},
                                                                std::span<const BitPair>{});
  const std::vector<Relation> carrying{one.carrying(nothing)};
  EXPECT_FALSE(can_saturate(carrying));
  EXPECT_FALSE(can_saturate({}));
}

}  // namespace
}  // namespace ken::symbolic
