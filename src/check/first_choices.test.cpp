#include "check/first_choices.hpp"

#include "check/maze.test.hpp"

namespace ken::check {
namespace {

using test::everywhere;
using test::Maze;
using test::Vision;
using test::Where;

constexpr auto next = ObjectiveKind::next;
constexpr auto until = ObjectiveKind::until;
constexpr auto weak = ObjectiveKind::weak;

struct Found {
  Where lost;
  Where won;
  friend bool operator==(const Found&, const Found&) = default;
};

Found look(Maze& maze, const Contest& contest) {
  const Bounds bounds = open_contest(maze.context, contest).bounds;
  return {maze.where(bounds.lost), maze.where(bounds.won)};
}

// What P sees does not matter for the bounds.
TEST(Bounds, AreWhatFullObservationLosesAndWhatNobodyCanSpoil) {
  for (const Vision sight : {Vision::sees_all, Vision::blind}) {
    Maze maze(sight);
    EXPECT_EQ(look(maze, maze.contest(until, everywhere, {3})), (Found{{4, 5, 6, 7}, {3}}))
        << "6 may be stayed in for ever";
    EXPECT_EQ(look(maze, maze.contest(weak, everywhere, {3})), (Found{{}, {0, 1, 2, 3, 4, 6}}))
        << "a move of 5 is blocked";
    EXPECT_EQ(look(maze, maze.contest(weak, {0, 1, 2, 6}, {3})), (Found{{4, 5, 7}, {3, 6}}));
    EXPECT_EQ(look(maze, maze.contest(until, everywhere, {3, 4})),
              (Found{{5, 6, 7}, {0, 1, 2, 3, 4}}));
    EXPECT_EQ(look(maze, maze.contest(next, {}, {3})).lost, (Where{0, 4, 5, 6, 7}));
  }
}

TEST(Bounds, OfFairOutcomesAreTheGameAlone) {
  Maze maze(Vision::blind, "Fairness Environment.s = 3; end Fairness ");
  EXPECT_EQ(look(maze, maze.contest(until, everywhere, {3})), (Found{{}, {}}));
  EXPECT_EQ(look(maze, maze.contest(next, {}, {6})), (Found{{3, 6}, {}}))
      << "0, 1 and 2 can leave all fair paths";
}

TEST(FirstStrategy, IsThatOfFullObservationForWhoSeesAll) {
  Maze maze(Vision::sees_all);
  for (const ObjectiveKind kind : {next, until, weak}) {
    const Contest contest = maze.contest(kind, {0, 1, 2, 5, 7}, {3});
    const Opening opening = open_contest(maze.context, contest);
    for (const model::Value s : maze.where(maze.context.arena.domain - opening.bounds.lost))
      EXPECT_EQ(refute(contest, opening.strategy, maze.none, maze.set({s})), std::nullopt)
          << "from " << s;
  }
}

TEST(FirstStrategy, HasOneActionForEveryPoint) {
  Maze maze(Vision::sees_all);
  const Opening opening = open_contest(maze.context, maze.contest(until, {0, 1}, {3}));
  for (const Strategy& strategy :
       {opening.strategy, take_first_actions(maze.context, maze.members)}) {
    Points points(maze.context.system, maze.members);
    for (const std::size_t number : points.in(maze.set(everywhere))) {
      const Bdd here = strategy.choice(0) & points[number].seen;
      const bool a = !bdd::disjoint(here, points.action(0, 0));
      const bool b = !bdd::disjoint(here, points.action(0, 1));
      EXPECT_NE(a, b) << "in " << points[number].view[0];
    }
  }
}

}  // namespace
}  // namespace ken::check
