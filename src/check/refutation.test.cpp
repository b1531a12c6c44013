// Each reason for which a strategy loses, in the maze.

#include "check/refutation.hpp"

#include "check/maze.test.hpp"
#include "check/walk.hpp"

namespace ken::check {
namespace {

using test::everywhere;
using test::Maze;
using test::Vision;
using test::Where;
using Path = std::vector<model::Value>;

constexpr auto next = ObjectiveKind::next;
constexpr auto until = ObjectiveKind::until;
constexpr auto weak = ObjectiveKind::weak;

std::string fair_at(int s) {
  return "Fairness Environment.s = " + std::to_string(s) + "; end Fairness ";
}

// Everything but these.
Where all_but(const Where& some) {
  Where result = everywhere;
  for (const model::Value s : some) result.erase(s);
  return result;
}

struct Reason {
  Path path;
  std::size_t used = 0;
  std::optional<std::size_t> back_to;
  friend bool operator==(const Reason&, const Reason&) = default;
};

std::optional<Reason> look(const std::optional<Refutation>& refutation) {
  if (!refutation) return {};
  return Reason{Maze::where(refutation->path), refutation->used, refutation->back_to};
}

TEST(Refutation, AnOutcomeMeetsAViolation) {
  Maze maze(Vision::sees_all);
  for (const ObjectiveKind kind : {until, weak}) {
    const Contest contest = maze.contest(kind, {0, 1, 2}, {3});
    const auto of = [&](const Where& b) {
      return look(refute(contest, maze.does_b_in(b), maze.none, maze.set({0})));
    };
    EXPECT_EQ(of({1}), (Reason{{0, 1, 4}, 2, {}})) << "the moves of 0 and 1 are to blame";
    EXPECT_EQ(of({0}), (Reason{{0, 2, 4}, 2, {}}));
    EXPECT_EQ(of({}), std::nullopt);
    EXPECT_EQ(of({0, 2}), std::nullopt);
  }
}

TEST(Refutation, AStartThatIsViolatedNeedsNoMove) {
  Maze maze(Vision::sees_all);
  const Contest contest = maze.contest(weak, {0, 1, 2}, {3});
  EXPECT_EQ(look(refute(contest, maze.does_b_in({}), maze.none, maze.set({4}))),
            (Reason{{4}, 0, {}}));
  EXPECT_EQ(refute(contest, maze.does_b_in({}), maze.none, maze.set({3})), std::nullopt);
}

TEST(Refutation, NextLooksOneStepAhead) {
  Maze maze(Vision::sees_all);
  const Contest contest = maze.contest(next, {}, {1, 5});
  const auto of = [&](const Where& b, const Where& start) {
    return look(refute(contest, maze.does_b_in(b), maze.none, maze.set(start)));
  };
  EXPECT_EQ(of({}, {0}), std::nullopt);
  EXPECT_EQ(of({0}, {0}), (Reason{{0, 2}, 1, {}}));
  EXPECT_EQ(of({}, {1}), (Reason{{1, 3}, 1, {}})) << "the start is no successor";
  EXPECT_EQ(of({}, {5}), std::nullopt);
  EXPECT_EQ(of({5}, {5}), (Reason{{5}, 1, {}})) << "its move is blocked";
  EXPECT_EQ(of({5}, {7}), std::nullopt) << "what is blocked later does not matter";
}

TEST(Refutation, TheMoveOfAnOpenStateIsBlocked) {
  Maze maze(Vision::sees_all);
  for (const ObjectiveKind kind : {until, weak}) {
    const Contest contest = maze.contest(kind, everywhere, {3});
    EXPECT_EQ(look(refute(contest, maze.does_b_in({5}), maze.none, maze.set({7}))),
              (Reason{{7, 5}, 2, {}}));
  }
  const Contest achieved = maze.contest(weak, everywhere, {5});
  EXPECT_EQ(refute(achieved, maze.does_b_in({5}), maze.none, maze.set({7})), std::nullopt)
      << "it may get stuck once the objective is achieved";
}

TEST(Refutation, UntilStaysOpenForEver) {
  Maze maze(Vision::sees_all);
  const Contest contest = maze.contest(until, everywhere, {3});
  const auto of = [&](const Where& b, const Where& start) {
    return look(refute(contest, maze.does_b_in(b), maze.none, maze.set(start)));
  };
  EXPECT_EQ(of({1}, {0}), (Reason{{0, 1, 4}, 3, 2}));
  EXPECT_EQ(of({}, {7}), (Reason{{7, 5}, 2, 1}));
  EXPECT_EQ(of({}, {6}), (Reason{{6}, 1, 0})) << "the others decide whether 6 is left";
  EXPECT_EQ(of({}, {0}), std::nullopt);
  const Contest weaker = maze.contest(weak, everywhere, {3});
  EXPECT_EQ(refute(weaker, maze.does_b_in({1}), maze.none, maze.set({0, 6, 7})), std::nullopt);
}

TEST(Refutation, OneOfSeveralStartsIsEnough) {
  Maze maze(Vision::blind);
  const Contest contest = maze.contest(until, {0, 1, 2}, {3});
  const auto of = [&](const Where& b, const Where& start) {
    return look(refute(contest, maze.does_b_in(b), maze.none, maze.set(start)));
  };
  EXPECT_EQ(of({}, {0, 1}), std::nullopt);
  EXPECT_EQ(of({}, {0, 1, 2}), (Reason{{2, 4}, 1, {}}));
  EXPECT_EQ(of({0}, {0, 1, 2}), (Reason{{1, 4}, 1, {}}));
}

// ---- fairness ----

TEST(Refutation, AViolationCountsIfAFairOutcomeIsBehindIt) {
  Maze maze(Vision::sees_all, fair_at(3));
  const Contest contest = maze.contest(weak, all_but({1}), {});
  const auto of = [&](const Where& b) {
    return look(refute(contest, maze.does_b_in(b), maze.none, maze.set({0})));
  };
  EXPECT_EQ(of({}), (Reason{{0, 1, 3, 3}, 4, 2})) << "once to the line and once back";
  EXPECT_EQ(of({1}), std::nullopt) << "nothing behind 1 is fair";
  EXPECT_EQ(of({0, 2}), std::nullopt) << "2 and 3 are fine";
}

TEST(Refutation, AMoveBlockedBehindAViolationLosesToo) {
  Maze maze(Vision::sees_all, fair_at(5));
  const Contest contest = maze.contest(weak, all_but({5}), {});
  EXPECT_EQ(look(refute(contest, maze.does_b_in({5}), maze.none, maze.set({7}))),
            (Reason{{7, 5}, 2, {}}));
  EXPECT_EQ(look(refute(contest, maze.does_b_in({}), maze.none, maze.set({7}))),
            (Reason{{7, 5, 5}, 3, 1}));
}

TEST(Refutation, UntilMayStayOpenForEverOnUnfairOutcomes) {
  Maze maze(Vision::sees_all, fair_at(3));
  const Contest contest = maze.contest(until, everywhere, {3});
  EXPECT_EQ(refute(contest, maze.does_b_in({}), maze.none, maze.set({0, 1, 6})), std::nullopt)
      << "6 is left on every fair outcome";
  const Contest another = maze.contest(until, everywhere, {2});
  EXPECT_EQ(look(refute(another, maze.does_b_in({}), maze.none, maze.set({0}))),
            (Reason{{0, 1, 3, 3}, 4, 2}));
}

TEST(Refutation, AStrategyThatHasToStayFairMayNotLeaveAllFairPaths) {
  Maze maze(Vision::sees_all, fair_at(3));
  Contest contest = maze.contest(next, {}, {1});
  const Strategy leaves = maze.does_b_in({1});
  EXPECT_EQ(refute(contest, leaves, maze.none, maze.set({0})), std::nullopt);
  contest.duty = Duty::stay_fair;
  const auto refutation = refute(contest, leaves, maze.none, maze.set({0}));
  EXPECT_EQ(look(refutation), (Reason{{0}, 0, {}}));
  ASSERT_TRUE(refutation && refutation->region);
  EXPECT_EQ(maze.where(*refutation->region), (Where{0, 1})) << "what it does there is to blame";
  EXPECT_EQ(refute(contest, maze.does_b_in({}), maze.none, maze.set({0})), std::nullopt);
}

TEST(Refutation, ToBeStuckIsToLeaveFairPathsForWhoHasToStayFair) {
  Maze maze(Vision::sees_all, fair_at(5));
  Contest contest = maze.contest(next, {}, {5});
  contest.duty = Duty::stay_fair;
  const auto refutation = refute(contest, maze.does_b_in({5}), maze.none, maze.set({7}));
  ASSERT_TRUE(refutation && refutation->region);
  EXPECT_EQ(maze.where(*refutation->region), (Where{5, 7}));
}

// ---- bounds ----

TEST(Refutation, BoundsCutItShort) {
  Maze maze(Vision::sees_all);
  const Contest contest = maze.contest(until, everywhere, {3});
  const auto of = [&](const Where& lost, const Where& won) {
    const Bounds bounds{maze.set(lost), maze.set(won)};
    return look(refute(contest, maze.does_b_in({1}), bounds, maze.set({0})));
  };
  EXPECT_EQ(of({4}, {}), (Reason{{0, 1, 4}, 2, {}})) << "the move of 4 is not needed any more";
  EXPECT_EQ(of({0}, {}), (Reason{{0}, 0, {}}));
  EXPECT_EQ(of({}, {1}), std::nullopt) << "nothing behind 1 is looked at";
  const Contest once = maze.contest(next, {}, {1});
  const Bounds later{maze.set({1}), maze.set({})};
  EXPECT_EQ(refute(once, maze.does_b_in({}), later, maze.set({0})), std::nullopt)
      << "where X is lost is no matter once it was satisfied";
}

// ---- all states at once ----

TEST(WinningStates, AreThoseWithoutRefutation) {
  for (const std::string& fairness : {std::string(), fair_at(3), fair_at(5)}) {
    Maze maze(Vision::sees_all, fairness);
    const Where domain = maze.where(maze.context.arena.domain);
    for (const ObjectiveKind kind : {next, until, weak})
      for (const Where& through : {everywhere, Where{0, 1, 2}, all_but({1}), all_but({4, 5})})
        for (const Where& goal : {Where{}, Where{3}, Where{1, 5}})
          for (const Where& b : {Where{}, Where{1}, Where{0, 2}, Where{5}, everywhere}) {
            const Contest contest = maze.contest(kind, through, goal);
            const Strategy strategy = maze.does_b_in(b);
            Where winning;
            for (const model::Value s : domain)
              if (!refute(contest, strategy, maze.none, maze.set({s}))) winning.insert(s);
            EXPECT_EQ(maze.where(find_winning_states(contest, strategy)), winning);
          }
  }
}

}  // namespace
}  // namespace ken::check
