#include "check/contest.hpp"

#include "check/maze.test.hpp"

namespace ken::check {
namespace {

using logic::PathOperator;
using test::everywhere;
using test::Maze;
using test::Vision;
using test::Where;

// In 0, 1, 2 holds f and in 2, 3, 4 holds h.
class Objectives : public testing::Test {
 protected:
  struct Seen {
    ObjectiveKind kind;
    Where through;
    Where goal;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  Seen look(const Objective& o) { return {o.kind, maze.where(o.through), maze.where(o.goal)}; }
  Seen objective(PathOperator op) { return look(make_objective(maze.context.arena, op, args)); }
  Seen counter(PathOperator op) {
    return look(make_counter_objective(maze.context.arena, op, args));
  }

  Maze maze{Vision::blind};
  std::vector<Label> args{Label(maze.set({0, 1, 2})), Label(maze.set({2, 3, 4}))};
};

constexpr auto next = ObjectiveKind::next;
constexpr auto until = ObjectiveKind::until;
constexpr auto weak = ObjectiveKind::weak;

TEST_F(Objectives, AreTheOperator) {
  EXPECT_EQ(objective(PathOperator::next), (Seen{next, {}, {0, 1, 2}}));
  EXPECT_EQ(objective(PathOperator::finally), (Seen{until, everywhere, {0, 1, 2}}));
  EXPECT_EQ(objective(PathOperator::globally), (Seen{weak, {0, 1, 2}, {}}));
  EXPECT_EQ(objective(PathOperator::until), (Seen{until, {0, 1, 2}, {2, 3, 4}}));
  EXPECT_EQ(objective(PathOperator::release), (Seen{weak, {2, 3, 4}, {2}}));
  EXPECT_EQ(objective(PathOperator::weak), (Seen{weak, {0, 1, 2}, {2, 3, 4}}));
}

TEST_F(Objectives, CountersAreTheNegatedOperator) {
  const Where no_f{3, 4, 5, 6, 7};
  const Where no_h{0, 1, 5, 6, 7};
  const Where neither{5, 6, 7};
  EXPECT_EQ(counter(PathOperator::next), (Seen{next, {}, no_f}));               // X !f
  EXPECT_EQ(counter(PathOperator::finally), (Seen{weak, no_f, {}}));            // G !f
  EXPECT_EQ(counter(PathOperator::globally), (Seen{until, everywhere, no_f}));  // F !f
  EXPECT_EQ(counter(PathOperator::until), (Seen{weak, no_h, neither}));         // !f R !h
  EXPECT_EQ(counter(PathOperator::release), (Seen{until, no_f, no_h}));         // !f U !h
  EXPECT_EQ(counter(PathOperator::weak), (Seen{until, no_h, neither}));         // !h U !f & !h
}

TEST(Contest, IsOpenWhereNothingIsDecidedAndViolatedOutsideBoth) {
  Maze maze(Vision::blind);
  const Contest contest = maze.contest(until, {0, 1, 2, 3}, {3, 4});
  EXPECT_EQ(maze.where(contest.open()), (Where{0, 1, 2}));
  EXPECT_EQ(maze.where(contest.violated()), (Where{5, 6, 7}));
  EXPECT_EQ(maze.where(contest.ground), everywhere);
  EXPECT_FALSE(contest.only_fair);
}

TEST(Contest, FairOutcomesStayWhereFairPathsStart) {
  Maze maze(Vision::blind, "Fairness Environment.s = 3; end Fairness ");
  const Where domain{0, 1, 2, 3, 6};
  EXPECT_TRUE(maze.contest(until, everywhere, {3}).only_fair);
  EXPECT_EQ(maze.where(maze.contest(until, everywhere, {3}).ground), domain);
  maze.context.outcomes = Outcomes::all;
  EXPECT_FALSE(maze.contest(until, everywhere, {3}).only_fair);
  EXPECT_EQ(maze.where(maze.contest(until, everywhere, {3}).ground), everywhere);
}

}  // namespace
}  // namespace ken::check
