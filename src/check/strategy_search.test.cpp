#include "check/strategy_search.hpp"

#include "check/blind_parity.test.hpp"
#include "check/contest_search.hpp"
#include "check/maze.test.hpp"

namespace ken::check {
namespace {

using test::everywhere;
using test::Maze;
using test::Vision;
using test::Where;

// Somebody who wants to come to 3, with no idea how.
class Searching {
 public:
  explicit Searching(Vision sight)
      : maze(sight),
        contest(maze.contest(ObjectiveKind::until, everywhere, {3})),
        search(maze.context, maze.members, take_first_actions(maze.context, maze.members),
               [this](const Strategy& strategy, const StateSet& starts) {
                 return refute(contest, strategy, maze.none, starts);
               }) {}

  bool find_from(const Where& starts) {
    const bool found = search.find_from(maze.set(starts));
    if (found) {
      EXPECT_EQ(refute(contest, search.strategy(), maze.none, maze.set(starts)), std::nullopt);
    }
    return found;
  }
  Where lost_together() {
    Where result;
    for (const model::State& state : search.lost_together()) result.insert(state.at(0));
    return result;
  }

  Maze maze;
  Contest contest;
  StrategySearch search;
};

TEST(StrategySearch, FindsAStrategyForWhoSeesAll) {
  Searching s(Vision::sees_all);
  EXPECT_TRUE(s.find_from({0, 1, 2, 3}));
  EXPECT_FALSE(s.find_from({0, 4}));
  EXPECT_EQ(s.lost_together(), (Where{4}));
}

TEST(StrategySearch, NamesTheStartsThatCannotBeWonTogether) {
  Searching s(Vision::blind);
  EXPECT_FALSE(s.find_from({0, 1, 2, 3}));
  EXPECT_EQ(s.lost_together(), (Where{1, 2}));
}

TEST(StrategySearch, WhatIsLostTogetherMayBeWonAlone) {
  Searching s(Vision::blind);
  EXPECT_FALSE(s.find_from({1, 2}));
  EXPECT_TRUE(s.find_from({1}));
  EXPECT_TRUE(s.find_from({2}));
  EXPECT_TRUE(s.find_from({0, 2}));
  EXPECT_TRUE(s.find_from({0, 1}));
  EXPECT_FALSE(s.find_from({0, 1, 2}));
  EXPECT_EQ(s.lost_together(), (Where{1, 2}));
}

TEST(StrategySearch, RemembersWhatItHasLearnt) {
  Searching s(Vision::blind);
  EXPECT_FALSE(s.find_from({1, 2}));
  const SearchEffort before = s.maze.context.effort;
  EXPECT_EQ(before.candidates, 2U) << "a and b";
  EXPECT_GE(before.clauses, 2U);
  EXPECT_FALSE(s.find_from({0, 1, 2}));
  EXPECT_EQ(s.maze.context.effort.candidates, before.candidates) << "no strategy was tried again";
}

// A candidate that is refuted without any choice of its own ends the search.
TEST(StrategySearch, ALossThatNobodyCouldAvoidNeedsOneCandidate) {
  Searching s(Vision::sees_all);
  EXPECT_FALSE(s.find_from({6}));
  EXPECT_EQ(s.lost_together(), (Where{6}));
  EXPECT_LE(s.maze.context.effort.candidates, 2U) << "a or b in 6, which is the same";
}

TEST(StrategySearch, OutcomesThatMeetShareWhatFollows) {
  test::Checked c(test::blind_parity, {"Environment.won"});
  const logic::Group members{static_cast<logic::AgentId>(1)};
  const Contest contest = make_contest(
      c.context, members, {ObjectiveKind::until, c.context.arena.reachable, c.label(0)});
  const Bounds none{c.context.arena.nothing(), c.context.arena.nothing()};
  StrategySearch search(c.context, members, take_first_actions(c.context, members),
                        [&](const Strategy& strategy, const StateSet& starts) {
                          return refute(contest, strategy, none, starts);
                        });
  EXPECT_FALSE(search.find_from(c.context.initial()));
  EXPECT_EQ(search.lost_together().size(), 1U);
  EXPECT_LE(c.context.effort.candidates, 40U) << "of 128";
}

// What one search was told by another it need not find out.
TEST(StrategySearch, LearnsFromOthers) {
  Searching one(Vision::blind);
  EXPECT_FALSE(one.find_from({0, 1, 2}));
  Searching other(Vision::blind);
  for (const Fact& fact : one.search.list_facts()) other.search.learn(fact);
  EXPECT_FALSE(other.find_from({0, 1, 2}));
  EXPECT_EQ(other.maze.context.effort.candidates, 0U);
  EXPECT_EQ(other.lost_together(), one.lost_together());
}

TEST(StrategySearch, FollowsOthers) {
  Searching one(Vision::sees_all);
  ASSERT_TRUE(one.find_from({0, 1, 2, 3}));
  Searching other(Vision::sees_all);
  other.search.follow(one.search.list_selections());
  EXPECT_EQ(
      refute(other.contest, other.search.strategy(), other.maze.none, other.maze.set({0, 1, 2, 3})),
      std::nullopt);
}

// What it has changed by itself is not what the others do, who know nothing of it.
TEST(StrategySearch, FollowsOthersOnly) {
  Searching one(Vision::sees_all);
  const Strategy first = one.search.strategy();
  ASSERT_TRUE(one.find_from({0, 1, 2, 3}));
  ASSERT_NE(one.search.strategy().choice(0), first.choice(0));
  one.search.follow({});
  EXPECT_EQ(one.search.strategy().choice(0), first.choice(0));
}

// From 6 a step leads back to 6, which the search has heard of, and one to 3, the goal.
bool wins_beside_a_cycle(ObjectiveKind kind, const std::string& fairness) {
  Maze maze(Vision::sees_all, fairness);
  const Contest contest = maze.contest(kind, everywhere, {3});
  StrategySearch search = search_alone(maze.context, contest,
                                       {maze.none, take_first_actions(maze.context, maze.members)});
  const Node six{model::State{6}, Stage::open};
  search.learn({{model::State{6}, Stage::start}, {}, six});
  search.learn({six, {}, six});
  return search.find_from(maze.set({6}));
}

TEST(StrategySearch, AKnownCycleLosesWhereTheGoalMustBeReached) {
  const std::string fair = "Fairness Environment.s = 3; end Fairness ";
  EXPECT_FALSE(wins_beside_a_cycle(ObjectiveKind::until, ""));
  EXPECT_TRUE(wins_beside_a_cycle(ObjectiveKind::weak, "")) << "it may stay open for ever";
  EXPECT_TRUE(wins_beside_a_cycle(ObjectiveKind::until, fair)) << "no fair outcome stays";
}

}  // namespace
}  // namespace ken::check
