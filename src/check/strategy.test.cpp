#include "check/strategy.hpp"

#include "check/maze.test.hpp"

namespace ken::check {
namespace {

using test::Checked;
using test::everywhere;
using test::Maze;
using test::Vision;
using test::Where;

TEST(Points, AreOneForEachLocalStateWithAChoice) {
  Maze seeing(Vision::sees_all);
  Points points(seeing.context.system, seeing.members);
  EXPECT_EQ(points.in(seeing.set({2})), (std::vector<std::size_t>{0}));
  EXPECT_EQ(points.in(model::State{5}), (std::vector<std::size_t>{1}));
  EXPECT_EQ(points.in(model::State{2}), (std::vector<std::size_t>{0})) << "known already";
  EXPECT_EQ(points.in(seeing.set(everywhere)).size(), 8U);
  EXPECT_EQ(points.size(), 8U);
  EXPECT_EQ(points[1].actions, (std::vector<model::ActionIndex>{0, 1}));
  EXPECT_EQ(seeing.where(StateSet(points[1].seen)), (Where{5}));
}

TEST(Points, AreAsManyAsThereAreViews) {
  Maze blind(Vision::blind);
  Points points(blind.context.system, blind.members);
  EXPECT_EQ(points.in(model::State{5}), (std::vector<std::size_t>{0}));
  EXPECT_EQ(points.in(blind.set(everywhere)), (std::vector<std::size_t>{0}));
  EXPECT_EQ(blind.where(StateSet(points[0].seen)), everywhere);
}

TEST(Points, AreNoneWhereThereIsOneAction) {
  Checked c(test::staircase, {});
  const logic::Group both{static_cast<logic::AgentId>(1), static_cast<logic::AgentId>(2)};
  Points points(c.built.system, both);
  for (const std::size_t number : points.in(c.context.arena.reachable))
    EXPECT_EQ(points[number].member, 0U) << "Q has no choice";
  EXPECT_EQ(points.size(), 3U);
}

TEST(Strategy, ChangesWhereAMemberSeesThat) {
  Maze maze(Vision::sees_all);
  Strategy strategy = maze.does_b_in({1, 5});
  Points points(maze.context.system, maze.members);
  const auto choices = [&] {
    Where result;  // where it does b
    for (const std::size_t number : points.in(maze.set(everywhere)))
      if (points.find_choice_of(strategy, number) == 1) result.insert(points[number].view.at(0));
    return result;
  };
  EXPECT_EQ(choices(), (Where{1, 5}));
  const std::size_t two = points.in(model::State{2}).at(0);
  strategy.change(0, points[two].seen, points.action(0, 1));
  const std::size_t five = points.in(model::State{5}).at(0);
  strategy.change(0, points[five].seen, points.action(0, 0));
  EXPECT_EQ(choices(), (Where{1, 2}));
}

TEST(Strategy, MovesAreThoseOfItsChoices) {
  Maze maze(Vision::sees_all);
  const Contest contest = maze.contest(ObjectiveKind::next, {}, {});
  const Strategy strategy = maze.does_b_in({1, 5});
  const auto follow = [&](const Where& from) {
    return maze.where(contest.moves.follow(strategy.moves_in(maze.set(from))));
  };
  EXPECT_EQ(follow({0}), (Where{1}));
  EXPECT_EQ(follow({1}), (Where{4}));
  EXPECT_EQ(follow({2}), (Where{4}));
  EXPECT_EQ(follow({5}), (Where{}));
  EXPECT_EQ(follow({0, 6}), (Where{1, 3, 6}));
  EXPECT_EQ(maze.where(contest.moves.starts(strategy.among(contest.available))),
            (Where{0, 1, 2, 3, 4, 6, 7}));
}

TEST(Alike, IsWhatTheAgentCannotTellApartInTheDomain) {
  Checked c(test::views, {});
  const auto look = [&](unsigned agent, model::Value s) {
    Where result;
    for (const model::State& state :
         c.built.states(alike(c.built.system, c.context.arena, static_cast<logic::AgentId>(agent),
                              c.built.diagram(model::State{s, s / 2, s % 2}))))
      result.insert(state.at(0));
    return result;
  };
  EXPECT_EQ(look(1, 0), (Where{0, 1}));
  EXPECT_EQ(look(1, 3), (Where{2, 3}));
  EXPECT_EQ(look(2, 3), (Where{1, 3}));
  EXPECT_EQ(look(0, 3), (Where{3}));
}

TEST(Alike, DoesNotLeaveTheDomain) {
  Maze maze(Vision::blind, "Fairness Environment.s = 3; end Fairness ");
  EXPECT_EQ(
      maze.where(alike(maze.context.system, maze.context.arena, maze.members[0], maze.set({1}))),
      (Where{0, 1, 2, 3, 6}));
}

}  // namespace
}  // namespace ken::check
