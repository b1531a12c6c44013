#include "check/strategy_search.hpp"

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
  EXPECT_EQ(before.clauses, 2U);
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

// P names the coins of six rounds and then whether the number of wrong names is odd, seeing the
// round alone.  The last name and the answer are enough to lose.
constexpr const char* blind_parity = R"(
Semantics = SingleAssignment;
Agent Environment
  Obsvars: round : 0..7; end Obsvars
  Vars: odd : boolean; won : boolean; end Vars
  Actions = {heads, tails};
  Evolution:
    round = round + 1 if round < 7;
    odd = !odd if round < 6 and (Action = heads and P.Action = b or Action = tails and P.Action = a);
    won = true if round = 6 and (odd and P.Action = b or !odd and P.Action = a);
  end Evolution
end Agent
Agent P
  Actions = {a, b};
  Protocol: Environment.round = 7 : {a}; Other : {a, b}; end Protocol
end Agent
InitStates Environment.round = 0 and !Environment.odd and !Environment.won; end InitStates
)";

TEST(StrategySearch, ShortConflictsNeedFewCandidates) {
  std::uint64_t tried[2] = {};
  for (const bool shortened : {false, true}) {
    test::Checked c(blind_parity, {"Environment.won"});
    const logic::Group members{static_cast<logic::AgentId>(1)};
    const Contest contest = make_contest(
        c.context, members, {ObjectiveKind::until, c.context.arena.reachable, c.label(0)});
    const Bounds none{c.context.arena.nothing(), c.context.arena.nothing()};
    StrategySearch search(c.context, members, take_first_actions(c.context, members),
                          [&](const Strategy& strategy, const StateSet& starts) {
                            return refute(contest, strategy, none, starts);
                          });
    if (shortened)
      search.shorten_by([&](const model::State& start, std::span<const Imposed> imposed) {
        return is_lost_under(contest, start, imposed);
      });
    EXPECT_FALSE(search.find_from(c.context.initial()));
    EXPECT_EQ(search.lost_together().size(), 1U);
    tried[shortened ? 1 : 0] = c.context.effort.candidates;
  }
  EXPECT_EQ(tried[0], 128U) << "every one of them";
  EXPECT_LE(tried[1], 8U);
}

}  // namespace
}  // namespace ken::check
