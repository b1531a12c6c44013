#include "symbolic/reach.hpp"

#include <fmt/format.h>

#include "symbolic/built.test.hpp"
#include "symbolic/count.hpp"

namespace ken::symbolic {
namespace {

using model::State;
using test::Built;
using test::States;

constexpr const char* counting_agent = R"(
Agent P
  Vars: x : 0..20; end Vars
  Actions = {go, stay, reset};
  Evolution: x = x + 1 if Action = go and x < 20; x = 0 if Action = reset; end Evolution
end Agent
)";
// The Environment picks who moves.
constexpr const char* picked_agents = R"(
Agent Environment
  Actions = {pick[i: 1..3], none};
end Agent
Agent P[i: 1..3]
  Vars: x : 0..3; y : 0..2; end Vars
  Actions = {up, down};
  Protocol: x = 3 : {down}; Other : {up, down}; end Protocol
  Evolution:
    x = x + 1 if Environment.Action = pick[i] and Action = up and x < 3;
    y = (y + 1) mod 3 if Environment.Action = pick[i] and Action = down;
  end Evolution
end Agent
)";

constexpr Reach breadth_first[] = {Reach::whole, Reach::images, Reach::new_states};
constexpr Reach all_ways[] = {Reach::computed, Reach::whole, Reach::images, Reach::new_states,
                              Reach::chained};
const std::string counter = std::string(counting_agent) + "InitStates P.x <= 1; end InitStates";
const std::string interleaved =
    std::string(picked_agents) +
    "InitStates and(i: 1..3) (P[i].x = 0 and P[i].y = 0); end InitStates";

// Rings of states, by the semantics alone.
std::vector<States> rings_of(const model::Model& model) {
  States known;
  States ring;
  for (const State& state : test::all_states(model))
    if (!model.initial || model.initial->program(model.exprs).holds(state)) ring.insert(state);
  std::vector<States> rings;
  while (!ring.empty()) {
    rings.push_back(ring);
    known.insert(ring.begin(), ring.end());
    States next;
    for (const State& state : ring)
      for (const State& successor : test::successors(model, state))
        if (!known.contains(successor)) next.insert(successor);
    ring = std::move(next);
  }
  return rings;
}

void expect_rings(const std::string& text, Reach reach) {
  Built built(text, {}, {.reach = reach});
  const std::vector<States> expected = rings_of(built.model);
  const Reachable found = explore(built.system);
  ASSERT_EQ(found.rings.size(), expected.size());
  EXPECT_EQ(found.depth(), expected.size() - 1);
  StateSet all = built.system.nothing();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(found.rings[i], built.diagram(expected[i]));
    all |= found.rings[i];
  }
  EXPECT_EQ(found.states, all);
}

TEST(Explore, EveryWayFindsTheSameRings) {
  for (const std::string& text : {counter, interleaved})
    for (const Reach reach : breadth_first) expect_rings(text, reach);
  for (const Reach reach : {Reach::computed, Reach::chained}) expect_rings(counter, reach);
}

TEST(Explore, TellsWhatIsKnownAfterEveryRing) {
  Built built(counter);
  std::vector<bdd::Natural> known;
  (void)explore(built.system, [&](const Reachable& so_far) {
    known.push_back(count_states(built.system, so_far.states));
    EXPECT_EQ(so_far.rings.size(), known.size());
    return GoOn::yes;
  });
  ASSERT_EQ(known.size(), 20U);
  for (std::size_t i = 0; i < known.size(); ++i) EXPECT_EQ(known[i], i + 2);
}

TEST(Explore, EndsWhenNobodyWantsMore) {
  for (const std::string& text : {counter, interleaved})
    for (const Reach reach : all_ways) {
      Built built(text, {}, {.reach = reach});
      const Reachable all = explore(built.system);
      EXPECT_TRUE(all.complete);
      if (all.saturated) continue;  // there are no rings on the way
      std::size_t rings = 0;
      const Reachable some = explore(
          built.system, [&](const Reachable&) { return ++rings == 2 ? GoOn::no : GoOn::yes; });
      EXPECT_FALSE(some.complete);
      EXPECT_TRUE(subset(some.states, all.states));
      EXPECT_GE(some.rings.size(), 2U);
    }
}

TEST(Explore, FromNoInitialStateNothingIsReached) {
  for (const char* const agents : {counting_agent, picked_agents})
    for (const Reach reach : all_ways) {
      Built built(std::string(agents) + "InitStates false; end InitStates", {}, {.reach = reach});
      const Reachable found = explore(built.system);
      EXPECT_TRUE(found.states.empty());
      EXPECT_TRUE(found.rings.empty());
    }
}

TEST(Explore, WithoutVariablesThereIsOneState) {
  Built built("Agent P Actions = {a, b}; end Agent");
  const Reachable found = explore(built.system);
  EXPECT_EQ(count_states(built.system, found.states), 1);
  EXPECT_EQ(found.depth(), 0U);
}

// The run starts in an initial state and every step is one of the model.
void expect_run(const model::Model& model, const Run& run) {
  ASSERT_EQ(run.actions.size() + 1, run.states.size());
  EXPECT_TRUE(model.initial->program(model.exprs).holds(run.states.front()));
  for (std::size_t i = 0; i < run.actions.size(); ++i) {
    base::Budget budget;
    model::Steps steps(model, run.states[i], budget);
    for (std::size_t a = 0; a < model.agents.size(); ++a) {
      const auto& allowed = steps.allowed(static_cast<AgentId>(a));
      EXPECT_NE(std::find(allowed.begin(), allowed.end(), run.actions[i][a]), allowed.end());
    }
    EXPECT_TRUE(steps.leads_to(run.actions[i], run.states[i + 1]));
  }
}

TEST(RunTo, ReplaysAndIsShortestBreadthFirst) {
  for (const std::string& text : {counter, interleaved})
    for (const bool caring : {false, true}) {
      Built built(text, {}, {.reach = Reach::new_states});
      const Reachable reachable = explore(built.system);
      if (caring) built.system.steps().care_about(reachable.states);
      const std::vector<States> rings = rings_of(built.model);
      for (std::size_t i = 0; i < rings.size(); ++i) {
        const State& target = *rings[i].rbegin();
        const symbolic::Run run = run_to(built.system, reachable, built.diagram(target));
        EXPECT_EQ(run.states.back(), target);
        EXPECT_EQ(run.actions.size(), i);
        expect_run(built.model, run);
      }
    }
}

TEST(RunTo, GoesToTheNearestOfSeveralStates) {
  Built built(counter);
  const Reachable reachable = explore(built.system);
  const symbolic::Run run = run_to(built.system, reachable, built.diagram(States{{17}, {5}, {9}}));
  EXPECT_EQ(run.states, (std::vector<State>{{1}, {2}, {3}, {4}, {5}}));
}

TEST(RunTo, ChargesItsStates) {
  Built built(counter);
  const Reachable reachable = explore(built.system);
  const std::uint64_t left = built.budget.bytes_left();
  const symbolic::Run run = run_to(built.system, reachable, built.diagram(State{17}));
  EXPECT_GE(left - built.budget.bytes_left(), run.states.size() * sizeof(State));
}

// ---- action by action of a scheduler ----

TEST(Chained, FindsTheSameStates) {
  for (const Reach reach : {Reach::chained, Reach::computed}) {
    Built built(interleaved, {}, {.reach = reach});
    const Reachable reachable = explore(built.system);
    EXPECT_EQ(reachable.chained, reach == Reach::chained) << "the Environment picks who moves";
    EXPECT_EQ(reachable.saturated, reach == Reach::computed);
    EXPECT_EQ(reachable.depth(), std::nullopt);
    StateSet all = built.system.nothing();
    for (const States& ring : rings_of(built.model)) all |= built.diagram(ring);
    EXPECT_EQ(reachable.states, all);
  }
}

TEST(Chained, EveryRingFollowsFromEarlierOnes) {
  Built built(interleaved, {}, {.reach = Reach::chained});
  const Reachable reachable = explore(built.system);
  EXPECT_EQ(reachable.rings.at(0), built.system.initial());
  StateSet earlier = reachable.rings.at(0);
  for (std::size_t i = 1; i < reachable.rings.size(); ++i) {
    EXPECT_TRUE(disjoint(reachable.rings[i], earlier));
    EXPECT_TRUE(subset(reachable.rings[i], built.system.steps().relation().image(earlier)));
    earlier |= reachable.rings[i];
  }
  EXPECT_EQ(earlier, reachable.states);
  for (const StateSet& ring : reachable.rings)
    expect_run(built.model, run_to(built.system, reachable, ring));
}

TEST(Saturated, ShortRunsAreShortest) {
  Built built(interleaved, {}, {.reach = Reach::computed});
  const Reachable reachable = explore(built.system);
  ASSERT_TRUE(reachable.saturated);
  const std::vector<States> rings = rings_of(built.model);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const symbolic::Run run = run_to(built.system, reachable, built.diagram(*rings[i].begin()));
    EXPECT_EQ(run.states.back(), *rings[i].begin());
    EXPECT_EQ(run.actions.size(), i);
    expect_run(built.model, run);
  }
}

TEST(Saturated, RunsAreFoundBackwards) {
  Built built(interleaved, {}, {.reach = Reach::computed});
  const Reachable reachable = explore(built.system);
  for (const State& target : built.states(reachable.states)) {
    symbolic::Run run{
        find_run_backwards(built.system, built.system.steps(), reachable, built.diagram(target)),
        {}};
    EXPECT_EQ(run.states.back(), target);
    for (std::size_t i = 0; i + 1 < run.states.size(); ++i)
      run.actions.push_back(find_action(built.system, run.states[i], run.states[i + 1]));
    expect_run(built.model, run);
  }
}

// P1 never moves, but under pick[1] its only line does not fit and takes the step away.
TEST(Chained, AnAgentThatStaysMayStillForbidTheStep) {
  Built built(R"(
Agent Environment Actions = {pick[i: 1..3]}; end Agent
Agent P1 Vars: x : 0..1; end Vars
  Evolution: x = x + 1 if Environment.Action = pick[1] and x = 1; end Evolution end Agent
Agent P[i: 2..4] Vars: y : 0..1; end Vars
  Evolution: y = 1 if Environment.Action = pick[i - 1]; end Evolution end Agent
InitStates P1.x = 1 and and(i: 2..4) P[i].y = 0; end InitStates
)",
              {}, {.reach = Reach::chained});
  const Reachable reachable = explore(built.system);
  EXPECT_TRUE(reachable.chained);
  EXPECT_EQ(built.states(reachable.states),
            (States{{1, 0, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 1}}));
}

// Bits shifted along, with a sum of two coming in: all but one of the states in one long cycle.
std::string shift_register(int bits, int tap) {
  std::string variables;
  std::string evolution = fmt::format("b1 = b{} ^ b{} if true;", bits, tap);
  std::string initial = "P.b1";
  for (int i = 1; i <= bits; ++i) variables += fmt::format("b{} : boolean; ", i);
  for (int i = 2; i <= bits; ++i) {
    evolution += fmt::format(" b{} = b{} if true;", i, i - 1);
    initial += fmt::format(" and !P.b{}", i);
  }
  return fmt::format(
      "Semantics = SingleAssignment;\nAgent P\n  Vars: {} end Vars\n  Evolution: {} end Evolution\n"
      "end Agent\nInitStates {}; end InitStates\n",
      variables, evolution, initial);
}

TEST(Reach, ManySmallRingsCostWhatTheyAreLarge) {
  const auto work_of_a_state = [](int bits, int tap) {
    Built built(shift_register(bits, tap));
    const std::uint64_t before = built.system.manager().work();
    const Reachable found = explore(built.system);
    EXPECT_EQ(found.rings.size(), (std::size_t{1} << static_cast<unsigned>(bits)) - 1);
    return static_cast<double>(built.system.manager().work() - before) /
           static_cast<double>(found.rings.size());
  };
  EXPECT_LT(work_of_a_state(15, 14), 3 * work_of_a_state(11, 9));
}

}  // namespace
}  // namespace ken::symbolic
