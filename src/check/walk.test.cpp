#include "check/walk.hpp"

#include <algorithm>

#include "check/maze.test.hpp"

namespace ken::check {
namespace {

using test::everywhere;
using test::Maze;
using test::Vision;
using test::Where;

constexpr const char* fair_at_3 = "Fairness Environment.s = 3; end Fairness ";

class Walking {
 public:
  explicit Walking(const Where& where_b, const std::string& fairness = "")
      : maze(Vision::sees_all, fairness),
        contest(maze.contest(ObjectiveKind::weak, {}, {})),
        strategy(maze.does_b_in(where_b)),
        walk(contest, strategy) {}

  // Each state follows the one before it, and the one it goes back to follows the last.
  void expect_path(const Lasso& lasso, const Where& region) {
    ASSERT_LT(lasso.back_to, lasso.states.size());
    for (std::size_t i = 0; i < lasso.states.size(); ++i) {
      const model::State& next =
          i + 1 < lasso.states.size() ? lasso.states[i + 1] : lasso.states[lasso.back_to];
      EXPECT_TRUE(maze.where(walk.after(maze.set({lasso.states[i][0]}))).contains(next[0]));
      EXPECT_TRUE(region.contains(lasso.states[i][0]));
    }
  }

  Maze maze;
  Contest contest;
  Strategy strategy;
  Walk walk;
};

TEST(Walk, StepsAreThoseOfTheStrategy) {
  Walking w({2});
  EXPECT_EQ(w.maze.where(w.walk.after(w.maze.set({0, 2}))), (Where{1, 3}));
  EXPECT_EQ(w.maze.where(w.walk.before(w.maze.set({3}))), (Where{1, 2, 3, 6}));
  EXPECT_EQ(w.maze.where(w.walk.before(w.maze.set({2}))), (Where{}));
}

TEST(Walk, StepsStayOnTheGround) {
  Walking w({1}, fair_at_3);
  EXPECT_EQ(w.maze.where(w.walk.after(w.maze.set({1}))), (Where{})) << "no fair path starts in 4";
  EXPECT_EQ(w.maze.where(w.walk.before(w.maze.set({3}))), (Where{3, 6}));
}

TEST(Walk, ReachesInsideTheRegion) {
  Walking w({2});
  const auto set = [&](const Where& where) { return w.maze.set(where); };
  EXPECT_EQ(w.maze.where(w.walk.reach(set({0}), set(everywhere))), (Where{0, 1, 3}));
  EXPECT_EQ(w.maze.where(w.walk.reach(set({0}), set({0, 3}))), (Where{0}));
  EXPECT_EQ(w.maze.where(w.walk.reach_back(set({3}), set(everywhere))), (Where{0, 1, 2, 3, 6}));
  EXPECT_EQ(w.maze.where(w.walk.reach_back(set({3}), set({0, 2}))), (Where{2, 3}));
}

TEST(Walk, KeepsWhatIsEndless) {
  Walking w({5});
  const auto set = [&](const Where& where) { return w.maze.set(where); };
  EXPECT_EQ(w.maze.where(w.walk.keep_endless(set(everywhere))), (Where{0, 1, 2, 3, 4, 6}));
  EXPECT_EQ(w.maze.where(w.walk.keep_endless(set({0, 1, 2}))), (Where{}));
  const Where cycles = w.maze.where(w.walk.keep_cycles(set(everywhere)));
  EXPECT_EQ(cycles, (Where{3, 4, 6})) << "0, 1 and 2 only lead there";
  EXPECT_EQ(w.maze.where(w.walk.keep_cycles(set({0, 1, 2, 5, 7}))), (Where{}));
}

TEST(Walk, FindsACycle) {
  for (const Where& region : {Where{3}, Where{4}, Where{3, 4, 6}, everywhere}) {
    Walking w({});
    const StateSet kept = w.walk.keep_cycles(w.maze.set(region));
    const Lasso lasso = w.walk.find_lasso(kept);
    w.expect_path(lasso, w.maze.where(kept));
    EXPECT_EQ(lasso.back_to, 0U);
  }
}

TEST(Walk, UnderFairnessOnlyFairPathsAreEndless) {
  Walking w({1}, fair_at_3);
  const auto set = [&](const Where& where) { return w.maze.set(where) & w.contest.ground; };
  EXPECT_EQ(w.maze.where(w.walk.keep_endless(set(everywhere))), (Where{3, 6}));
  EXPECT_EQ(w.maze.where(w.walk.keep_endless(set({0, 1, 6}))), (Where{}));
  const Lasso lasso = w.walk.find_lasso(w.walk.keep_cycles(set(everywhere)));
  w.expect_path(lasso, {3, 6});
  EXPECT_EQ(lasso.states[lasso.back_to][0], 3);
}

// A ring of four in which P may stop, and a way out of it that does not lead back.
TEST(Walk, AFairLassoMeetsEveryLineOnItsCycle) {
  test::Checked c(
      "Agent P Vars: s : 0..5; end Vars Actions = {go, stop}; Evolution: s = (s + 1) mod 4 if "
      "Action = go and s < 4; s = 4 if Action = go and s = 3; s = 9 - s if s >= 4; end Evolution "
      "end Agent InitStates P.s = 0; end InitStates Fairness P.s in {1, 4}; P.s in {3, 5}; "
      "end Fairness ",
      {});
  const logic::Group members{static_cast<logic::AgentId>(1)};
  const StateSet nothing = c.context.arena.nothing();
  const Contest contest = make_contest(c.context, members, {ObjectiveKind::weak, nothing, nothing});
  const Strategy strategy = take_first_actions(c.context, members);
  Walk walk(contest, strategy);
  const StateSet all = walk.keep_cycles(contest.ground);
  const StateSet four = c.built.diagram(
      test::States{model::State{0}, model::State{1}, model::State{2}, model::State{3}});
  const StateSet ring = walk.keep_cycles(four);
  for (const StateSet& region : {all, ring}) {
    ASSERT_FALSE(region.empty());
    const Lasso lasso = walk.find_lasso(region);
    test::Where cycle;
    for (std::size_t i = lasso.back_to; i < lasso.states.size(); ++i)
      cycle.insert(lasso.states[i][0]);
    EXPECT_TRUE(cycle.contains(1) || cycle.contains(4));
    EXPECT_TRUE(cycle.contains(3) || cycle.contains(5));
    for (std::size_t i = 0; i < lasso.states.size(); ++i) {
      const bool last = i + 1 == lasso.states.size();
      const StateSet next = c.built.diagram(lasso.states[last ? lasso.back_to : i + 1]);
      EXPECT_TRUE(subset(next, walk.after(c.built.diagram(lasso.states[i]))));
    }
  }
  Points points(c.built.system, members);
  Strategy stops = strategy;
  stops.change(0, points[points.in(model::State{2}).at(0)].seen, points.action(0, 1));
  EXPECT_TRUE(Walk(contest, stops).keep_cycles(four).empty()) << "it stays in 2";
}

TEST(Walk, TracesThroughEveryLayer) {
  Walking w({});
  const std::vector<StateSet> layers{w.maze.set({0, 6}), w.maze.set({1, 6})};
  const std::vector<model::State> path = w.walk.trace(w.maze.set({3}), layers);
  ASSERT_EQ(path.size(), 3U);
  EXPECT_EQ(path[2][0], 3);
  EXPECT_TRUE(Maze::where(path) == (std::vector<model::Value>{0, 1, 3}) ||
              Maze::where(path) == (std::vector<model::Value>{6, 6, 3}));
}

}  // namespace
}  // namespace ken::check
