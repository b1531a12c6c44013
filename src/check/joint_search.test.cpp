// Several threads that search together, on a question that takes them all some rounds.

#include "check/joint_search.hpp"

#include <array>
#include <atomic>

#include "bdd/storage.hpp"
#include "check/blind_parity.test.hpp"
#include "check/contest_search.hpp"
#include "check/maze.test.hpp"

namespace ken::check {
namespace {

// P names coins and wants the goal, with nothing known beforehand.
struct Naming {
  Naming(const Teamwork& teamwork, const char* wanted) : c(test::blind_parity, {wanted}) {
    c.context.teamwork = teamwork;
    goal = c.label(0);
  }
  [[nodiscard]] Contest contest() {
    return make_contest(c.context, members,
                        {ObjectiveKind::until, c.context.arena.reachable, goal});
  }
  [[nodiscard]] Opening blank() {
    const StateSet nothing = c.context.arena.nothing();
    return {{nothing, nothing}, take_first_actions(c.context, members)};
  }

  // Somebody who learns from refutations and by no other means: then one candidate is not enough.
  // 'met' is told of each candidate, and in whose context.
  using Met = std::function<void(const Context&)>;
  [[nodiscard]] JointSearch search_plainly(const Met& met) {
    const SetUp set_up = [met, members = members](Context& there, std::span<const Bdd> carried) {
      const StateSet nothing = there.arena.nothing();
      const auto contest = std::make_shared<Contest>(make_contest(
          there, members, {ObjectiveKind::until, there.arena.reachable, StateSet(carried[0])}));
      return StrategySearch(
          there, members, Strategy({carried[1]}),
          [met, contest, nothing, &there](const Strategy& strategy, const StateSet& starts) {
            met(there);
            return refute(*contest, strategy, {nothing, nothing}, starts);
          });
    };
    return {c.context, {goal.function(), blank().strategy.choice(0)}, set_up};
  }

  test::Checked c;
  logic::Group members{static_cast<logic::AgentId>(1)};
  StateSet goal;
};

struct Result {
  bool found = false;
  std::vector<model::State> lost_together;
  SearchEffort effort;
  std::string choice;
};

Result search_with(const Teamwork& teamwork, const char* wanted) {
  Naming naming(teamwork, wanted);
  Context& context = naming.c.context;
  const Contest contest = naming.contest();
  const Opening blank = naming.blank();
  JointSearch search = naming.search_plainly([](const Context&) {});
  Result result;
  result.found = search.find_from(context.initial());
  if (result.found) {
    EXPECT_EQ(refute(contest, search.strategy(), blank.bounds, context.initial()), std::nullopt);
    result.choice = bdd::save(std::vector{search.strategy().choice(0)});
  } else {
    result.lost_together = search.lost_together();
  }
  result.effort = context.effort;
  return result;
}

constexpr auto never = "Environment.won";
constexpr auto sometimes = "Environment.round = 7 and (Environment.won or !Environment.odd)";

TEST(JointSearch, AnswersLikeOne) {
  for (const auto* goal : {never, sometimes}) {
    const Result alone = search_with({}, goal);
    for (const std::size_t threads : {2U, 3U, 5U}) {
      const Result together = search_with({.threads = threads, .alone = 1, .stint = 1}, goal);
      EXPECT_EQ(together.found, alone.found);
      EXPECT_EQ(together.lost_together, alone.lost_together);
    }
  }
}

TEST(JointSearch, DoesTheSameInEveryRun) {
  for (const auto* goal : {never, sometimes}) {
    const Teamwork two{.threads = 2, .alone = 1, .stint = 1};
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
    Naming naming({.threads = 2, .alone = alone, .stint = 1}, sometimes);
    Context& context = naming.c.context;
    const Contest contest = naming.contest();
    const Opening blank = naming.blank();
    JointSearch search = search_contest(context, contest, blank);
    for (StateSet rest = context.arena.reachable; !rest.empty();) {
      const symbolic::Encoding& encoding = context.system.encoding();
      const StateSet one = symbolic::encode(context.system.manager(), encoding, context.model(),
                                            symbolic::some_state(encoding, context.model(), rest));
      rest -= one;
      const bool expected = search_alone(context, contest, blank).find_from(one);
      EXPECT_EQ(search.find_from(one), expected);
      if (!expected) continue;
      EXPECT_EQ(refute(contest, search.strategy(), blank.bounds, one), std::nullopt);
    }
  }
}

TEST(JointSearch, GoesOnWithoutAHelperThatFails) {
  for (const auto* goal : {never, sometimes})
    for (const int enough : {0, 1, 3}) {
      Naming naming({.threads = 3, .alone = 0, .stint = 1}, goal);
      const Context& leader = naming.c.context;
      std::atomic<int> left = enough;
      JointSearch search = naming.search_plainly([&](const Context& there) {
        if (&there != &leader && left-- <= 0)
          throw base::Exhausted(base::Resource::memory, "enough");
      });
      EXPECT_EQ(search.find_from(leader.initial()), search_with({}, goal).found);
    }
}

TEST(JointSearch, EverybodyWorks) {
  Naming naming({.threads = 3, .alone = 0, .stint = 1}, never);
  std::array<std::atomic<int>, 3> candidates{};
  JointSearch search =
      naming.search_plainly([&](const Context& there) { ++candidates.at(there.teamwork.own); });
  EXPECT_FALSE(search.find_from(naming.c.context.initial()));
  for (const auto& some : candidates) EXPECT_GT(some, 0);
}

}  // namespace
}  // namespace ken::check
