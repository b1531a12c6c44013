// Several threads that search together, on a question that takes them all some rounds.

#include "check/joint_search.hpp"

#include "bdd/storage.hpp"
#include "check/blind_parity.test.hpp"
#include "check/contest_search.hpp"
#include "check/maze.test.hpp"

namespace ken::check {
namespace {

struct Result {
  bool found = false;
  std::vector<model::State> lost_together;
  SearchEffort effort;
  std::string choice;
};

// P names coins, and wins if it need not know the last one, or never.
Result search_with(const Teamwork& teamwork, const char* goal) {
  test::Checked c(test::blind_parity, {goal});
  c.context.teamwork = teamwork;
  const logic::Group members{static_cast<logic::AgentId>(1)};
  const Contest contest = make_contest(
      c.context, members, {ObjectiveKind::until, c.context.arena.reachable, c.label(0)});
  const StateSet nothing = c.context.arena.nothing();
  const Opening blank{{nothing, nothing}, take_first_actions(c.context, members)};
  JointSearch search = search_contest(c.context, contest, blank);
  Result result;
  result.found = search.find_from(c.context.initial());
  if (result.found) {
    EXPECT_EQ(refute(contest, search.strategy(), blank.bounds, c.context.initial()), std::nullopt);
    result.choice = bdd::save(std::vector{search.strategy().choice(0)});
  } else {
    result.lost_together = search.lost_together();
  }
  result.effort = c.context.effort;
  return result;
}

constexpr auto never = "Environment.won";
constexpr auto sometimes = "Environment.round = 7 and (Environment.won or !Environment.odd)";

TEST(JointSearch, AnswersLikeOne) {
  for (const auto* goal : {never, sometimes}) {
    const Result alone = search_with({}, goal);
    for (const std::size_t threads : {2U, 3U, 5U}) {
      const Result together = search_with({.threads = threads, .alone = 1, .round = 1}, goal);
      EXPECT_EQ(together.found, alone.found);
      EXPECT_EQ(together.lost_together, alone.lost_together);
    }
  }
}

TEST(JointSearch, DoesTheSameInEveryRun) {
  for (const auto* goal : {never, sometimes}) {
    const Teamwork two{.threads = 2, .alone = 1, .round = 2};
    const Result first = search_with(two, goal);
    for (int i = 0; i < 5; ++i) {
      const Result again = search_with(two, goal);
      EXPECT_EQ(again.effort.candidates, first.effort.candidates);
      EXPECT_EQ(again.effort.clauses, first.effort.clauses);
      EXPECT_EQ(again.choice, first.choice);
    }
  }
}

// What the leader found out alone, before a later question became too much for it, is told, too:
// strategies of the helpers would not be its own.
TEST(JointSearch, AnswersLaterQuestions) {
  for (const std::size_t alone : {0U, 1U, 3U}) {
    test::Checked c(test::blind_parity, {sometimes});
    c.context.teamwork = {.threads = 2, .alone = alone, .round = 1};
    const logic::Group members{static_cast<logic::AgentId>(1)};
    const Contest contest = make_contest(
        c.context, members, {ObjectiveKind::until, c.context.arena.reachable, c.label(0)});
    const StateSet nothing = c.context.arena.nothing();
    const Opening blank{{nothing, nothing}, take_first_actions(c.context, members)};
    JointSearch search = search_contest(c.context, contest, blank);
    StateSet rest = c.context.arena.reachable;
    while (!rest.empty()) {
      const StateSet one = symbolic::encode(
          c.context.system.manager(), c.context.system.encoding(), c.context.model(),
          symbolic::some_state(c.context.system.encoding(), c.context.model(), rest));
      rest -= one;
      const bool expected = search_alone(c.context, contest, blank).find_from(one);
      EXPECT_EQ(search.find_from(one), expected);
      if (expected) EXPECT_EQ(refute(contest, search.strategy(), blank.bounds, one), std::nullopt);
    }
  }
}

TEST(JointSearch, EverybodyWorks) {
  const Result together = search_with({.threads = 3, .alone = 0, .round = 1}, never);
  EXPECT_GE(together.effort.candidates, 3U) << "all in a round";
}

}  // namespace
}  // namespace ken::check
