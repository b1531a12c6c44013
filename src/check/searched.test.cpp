#include "check/searched.hpp"

#include "check/maze.test.hpp"

namespace ken::check {
namespace {

using test::Checked;
using test::everywhere;
using test::Maze;
using test::Vision;
using test::Where;

constexpr auto until = ObjectiveKind::until;
constexpr auto weak = ObjectiveKind::weak;

Where find(Maze& maze, ObjectiveKind kind, const Where& through, const Where& goal, Starts starts,
           const Where& wanted = everywhere) {
  const Objective objective{kind, maze.set(through), maze.set(goal)};
  return maze.where(
      find_by_search(maze.context, maze.members, objective, starts, maze.set(wanted)));
}

TEST(Searched, EachStateHasAStrategyOfItsOwn) {
  Maze blind(Vision::blind);
  EXPECT_EQ(find(blind, until, everywhere, {3}, Starts::alone), (Where{0, 1, 2, 3}));
  EXPECT_EQ(find(blind, until, everywhere, {3, 4}, Starts::alone), (Where{0, 1, 2, 3, 4}));
  EXPECT_EQ(find(blind, weak, everywhere, {}, Starts::alone), everywhere) << "a is never blocked";
}

TEST(Searched, SubjectivelyItWinsFromAllThatLooksAlike) {
  Maze blind(Vision::blind);
  EXPECT_EQ(find(blind, until, everywhere, {3}, Starts::alike), (Where{}));
  EXPECT_EQ(find(blind, weak, everywhere, {}, Starts::alike), everywhere);
  Maze seeing(Vision::sees_all);
  EXPECT_EQ(find(seeing, until, everywhere, {3}, Starts::alike), (Where{0, 1, 2, 3}));
}

TEST(Searched, OnlyWhatIsWantedIsLookedFor) {
  Maze blind(Vision::blind);
  EXPECT_EQ(find(blind, until, everywhere, {3}, Starts::alone, {1, 4, 7}), (Where{1}));
  EXPECT_EQ(find(blind, until, everywhere, {3}, Starts::alone, {}), (Where{}));
}

TEST(Searched, OnlyFairStatesLookAlike) {
  Maze maze(Vision::blind, "Fairness Environment.s = 3; end Fairness ");
  // b from 0, 2 and 6, and from 1 no fair outcome is left.
  EXPECT_EQ(find(maze, until, everywhere, {3}, Starts::alike, {0, 1, 2, 3, 6}),
            (Where{0, 1, 2, 3, 6}));
  Maze strict(Vision::blind, "Fairness Environment.s in {3, 4}; end Fairness ");
  EXPECT_EQ(find(strict, until, everywhere, {3}, Starts::alone, {0, 1, 2, 3, 4, 6}),
            (Where{0, 1, 2, 3, 6}));
  EXPECT_EQ(find(strict, until, everywhere, {3}, Starts::alike, {0, 1, 2, 3, 4, 6}), (Where{}));
}

// A sees s div 2 and B sees s mod 2: from 0 the starts are 0, 1 and 2 but not 3.
TEST(Searched, StartsAreOneStepOfConfusionAway) {
  Checked c(test::views, {});
  const auto label = [&](const logic::Group& members, const Where& good) {
    StateSet goal = c.context.arena.nothing();
    for (const model::Value s : good) goal |= c.built.diagram(model::State{s, s / 2, s % 2});
    const Objective objective{weak, goal, c.context.arena.nothing()};
    Where result;
    for (const model::State& state : c.built.states(
             find_by_search(c.context, members, objective, Starts::alike, c.context.arena.domain)))
      result.insert(state.at(0));
    return result;
  };
  const auto a = static_cast<logic::AgentId>(1);
  const auto b = static_cast<logic::AgentId>(2);
  EXPECT_EQ(label({a, b}, {0, 1, 2}), (Where{0}));
  EXPECT_EQ(label({a}, {0, 1, 2}), (Where{0, 1}));
  EXPECT_EQ(label({b}, {0, 1, 2}), (Where{0, 2}));
  EXPECT_EQ(label({}, {0, 1, 2}), (Where{0, 1, 2})) << "nobody is confused";
  EXPECT_EQ(label({a, b}, {0, 1}), (Where{}));
}

// A sees x and has to name y where x is 0; B sees y.  From (0, 0) and (0, 1) together nobody wins,
// but (1, 0) is taken only for the one and (2, 1) only for the other.
TEST(Searched, WhatIsLostTogetherIsLostOnlyWhereBothAreStarts) {
  Checked c(
      "Agent Environment Vars: ok : boolean; end Vars Evolution: ok = true if A.Action = any or "
      "(A.Action = zero and B.Action = zero) or (A.Action = one and B.Action = one); end Evolution "
      "end Agent "
      "Agent A Vars: x : 0..2; end Vars Actions = {zero, one, any}; "
      "Protocol: x = 0 : {zero, one}; Other : {any}; end Protocol end Agent "
      "Agent B Vars: y : 0..1; end Vars Actions = {zero, one}; "
      "Protocol: y = 0 : {zero}; Other : {one}; end Protocol end Agent "
      "InitStates !Environment.ok and (A.x = 0 or A.x = 1 + B.y); end InitStates ",
      {"<{A, B} | ir>X Environment.ok"});
  std::set<model::State> found;
  for (const model::State& state : c.built.states(c.label(0)))
    if (state.at(0) == 0) found.insert(state);
  EXPECT_EQ(found, (std::set<model::State>{{0, 1, 0}, {0, 2, 1}}));
}

}  // namespace
}  // namespace ken::check
