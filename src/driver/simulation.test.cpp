#include "driver/simulation.hpp"

#include <gtest/gtest.h>

#include "driver/check.hpp"
#include "driver/simulation_commands.hpp"
#include "evidence/trace.hpp"

namespace ken::driver {
namespace {

using report::Mistake;
using report::Move;
using report::SimulationAnswer;
using report::Unknown;

// Guard sees the door and not the lamp.
constexpr const char* watch = R"(
Agent Environment
  Vars: lamp : boolean; end Vars
  Obsvars: door : boolean; end Obsvars
  Actions = {switch, open, wait};
  Evolution:
    lamp = (!lamp) if Action = switch;
    door = true if Action = open;
  end Evolution
end Agent
Agent Guard
  Vars: here : boolean; end Vars
  Actions = {stand};
  Evolution: here = true if here = true; end Evolution
end Agent
Evaluation light if Environment.lamp = true; open if Environment.door = true; end Evaluation
InitStates
  Environment.lamp = false and Environment.door = false and Guard.here = true;
end InitStates
Groups all = {Environment, Guard}; end Groups
Formulae AG(open -> K(Guard, !light)); EF AG open; end Formulae
)";

// Every agent has two actions everywhere: 2^N joint actions, 10^N states.
constexpr const char* wide = R"(
Parameter N = 30;
Agent P[i: 1..N]
  Vars: x : 0..9; end Vars
  Actions = {a, b};
  Evolution: x = x + 1 if Action = a and x < 9; end Evolution
end Agent
InitStates and(i: 1..N) P[i].x = 0; end InitStates
)";

constexpr const char* dead = R"(
Agent P
  Vars: x : 0..2; end Vars
  Actions = {up};
  Evolution: x = x + 1 if Action = up; end Evolution
end Agent
InitStates P.x = 1; end InitStates
)";

std::unique_ptr<Simulation> open_text(const char* text, const Settings& settings = {}) {
  return open_simulation(base::make_source("m.ispl", text), settings, {}).simulation;
}

SimulationAnswer ask(Simulation& simulation, const std::string& line) {
  return run_command(simulation, line, {}).answer;
}

// The answer of a kind, and no other.
template <class T>
T get(Simulation& simulation, const std::string& line) {
  const SimulationAnswer answer = ask(simulation, line);
  const T* const found = std::get_if<T>(&answer);
  EXPECT_NE(found, nullptr) << line << ": " << report::to_json(answer, {line, 1});
  return found == nullptr ? T() : *found;
}

bool holds(Simulation& simulation, const std::string& formula) {
  return get<report::ValueAnswer>(simulation, "eval " + formula).holds;
}

TEST(Simulation, StartsInTheFirstInitialState) {
  const auto s = open_text(watch);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->run().states.size(), 1U);
  EXPECT_EQ(get<report::StateAnswer>(*s, "state").place.position, 0U);
}

TEST(Simulation, AModelWithoutInitialStateCannotBeOpened) {
  const Opening opening =
      open_simulation(base::make_source("m.ispl",
                                        "Agent P Vars: x : 0..2; end Vars end Agent\n"
                                        "InitStates P.x = 1 and P.x = 2; end InitStates"),
                      {}, {});
  EXPECT_FALSE(opening.simulation);
  EXPECT_FALSE(opening.diagnostics.all().empty());
}

TEST(Simulation, EveryRunIsOneOfTheModel) {
  const auto s = open_text(watch);
  for (const char* const line : {"step 1", "random 40 7", "back 3", "random 9", "goto 5", "step 2",
                                 "goto light and open", "random", "restart", "random 2"}) {
    static_cast<void>(get<Move>(*s, line));
    base::Budget budget;
    EXPECT_TRUE(evidence::replay(s->model(), s->run(), budget)) << line;
  }
}

TEST(Simulation, StepsAreNumberedAsNextListsThem) {
  const auto s = open_text(watch);
  const auto ways = get<report::WaysAnswer>(*s, "next");
  ASSERT_EQ(ways.ways.size(), 3U);
  EXPECT_FALSE(ways.more);
  const auto move = get<Move>(*s, "step 2");
  EXPECT_EQ(move.place.state, *ways.ways[1].state);
  EXPECT_EQ(*move.action, ways.ways[1].action);
}

TEST(Simulation, AStepIsChosenByActionsInAnySpelling) {
  for (const char* const line :
       {"step Environment=open", "step Environment: open, Guard: stand",
        "step Environment = open Guard=stand", "step Environment=open 1"}) {
    const auto s = open_text(watch);
    EXPECT_EQ(get<Move>(*s, line).changes, (report::Values{{"Environment.door", "true"}})) << line;
  }
}

TEST(Simulation, SeveralStepsAreListedAndNoneIsTaken) {
  const auto s = open_text(watch);
  const auto mistake = get<Mistake>(*s, "step");
  ASSERT_TRUE(mistake.ways);
  EXPECT_EQ(mistake.ways->ways.size(), 3U);
  EXPECT_EQ(s->run().actions.size(), 0U);
}

TEST(Simulation, MistakesSayWhatIsWrongAndChangeNothing) {
  const auto s = open_text(watch);
  static_cast<void>(get<Move>(*s, "step 2"));
  for (const char* const line : {"stpe",
                                 "step 4",
                                 "step 0",
                                 "step 99999999999999999999999999",
                                 "step Gard=stand",
                                 "step Guard=sit",
                                 "step Guard",
                                 "back 2",
                                 "goto 9",
                                 "goto",
                                 "eval",
                                 "eval 0",
                                 "eval 3",
                                 "eval AF",
                                 "eval p; q",
                                 "eval nothing",
                                 "eval AG open; AG light",
                                 "goto light and !light",
                                 "possible Nobody",
                                 "possible 3",
                                 "restart 2",
                                 "restart 0",
                                 "random 0",
                                 "random x",
                                 "state Nobody",
                                 "help nothing",
                                 "actions 3",
                                 "count x",
                                 "trace a",
                                 "initial b",
                                 "props 1"}) {
    const auto mistake = get<Mistake>(*s, line);
    EXPECT_FALSE(mistake.message.empty()) << line;
    EXPECT_EQ(s->run().actions.size(), 1U) << line;
  }
}

TEST(Simulation, ASeedDecidesTheSteps) {
  const auto s = open_text(watch);
  static_cast<void>(get<Move>(*s, "random 30 5"));
  const auto first = s->run().states;
  static_cast<void>(get<Move>(*s, "restart"));
  static_cast<void>(get<Move>(*s, "random 30 5"));
  EXPECT_EQ(s->run().states, first);
  static_cast<void>(get<Move>(*s, "restart"));
  static_cast<void>(get<Move>(*s, "random 30 6"));
  EXPECT_NE(s->run().states, first);
}

TEST(Simulation, FormulasAreAboutTheStateAndNotTheInitialOnes) {
  const auto s = open_text(watch);
  EXPECT_FALSE(holds(*s, "light"));
  EXPECT_FALSE(holds(*s, "AG open"));
  EXPECT_FALSE(holds(*s, "1"));
  static_cast<void>(get<Move>(*s, "step Environment=open"));
  EXPECT_TRUE(holds(*s, "AG open"));  // though it does not hold everywhere
  EXPECT_FALSE(holds(*s, "K(Guard, !light)"));
  EXPECT_TRUE(holds(*s, "K(Environment, !light)"));
  EXPECT_TRUE(holds(*s, "Environment.door = true and !Environment.lamp = true"));
  EXPECT_TRUE(holds(*s, "2"));
  static_cast<void>(get<Move>(*s, "step Environment=switch"));
  EXPECT_TRUE(holds(*s, "light"));
  EXPECT_TRUE(holds(*s, "AG open"));
}

// What is asked between other questions, and in another order, has the same value.
TEST(Simulation, MoreFormulasChangeNoValue) {
  const std::vector<std::string> formulas = {"light",
                                             "EX light",
                                             "AG(light -> EF !light)",
                                             "K(Guard, !light)",
                                             "Guard.here = true",
                                             "A(G F light)",
                                             "<all>F light",
                                             "DK(all, !light)",
                                             "E(F G (light and open))",
                                             "Kw(Guard, light)",
                                             "AG C(Guard, Environment, EX light)",
                                             "WCC(Guard, Environment, light, EF open)"};
  const auto together = open_text(watch);
  std::vector<bool> values;
  values.reserve(formulas.size());
  for (const std::string& formula : formulas) values.push_back(holds(*together, formula));
  for (std::size_t i = formulas.size(); i-- > 0;) {
    EXPECT_EQ(holds(*together, formulas[i]), values[i]) << formulas[i];
    EXPECT_EQ(holds(*open_text(watch), formulas[i]), values[i]) << formulas[i];
    Settings settings;
    settings.formulae = {formulas[i]};
    const auto checked = check(base::make_source("m.ispl", watch), settings);
    EXPECT_EQ(checked.formulae.back().verdict.truth == evidence::Truth::holds, values[i])
        << formulas[i];
  }
}

TEST(Simulation, WhoConsidersWhatPossible) {
  const auto s = open_text(watch);
  const auto guard = get<report::PossibleAnswer>(*s, "possible Guard");
  EXPECT_EQ(guard.count, "2");
  ASSERT_EQ(guard.states.size(), 1U);
  EXPECT_EQ(guard.states[0].differs, (report::Values{{"Environment.lamp", "true"}}));
  EXPECT_EQ(get<report::PossibleAnswer>(*s, "possible all").count, "1");
  const auto listed = get<report::PossibleAnswer>(*s, "possible {Guard, Environment} 3");
  EXPECT_EQ(listed.count, "1");
  EXPECT_EQ(listed.agents, (std::vector<std::string>{"Environment", "Guard"}));
  const auto counts = get<report::PossibleCounts>(*s, "possible");
  ASSERT_EQ(counts.agents.size(), 2U);
  EXPECT_EQ(counts.agents[1].count, "2");
}

TEST(Simulation, GotoFindsAShortestRun) {
  const auto s = open_text(watch);
  static_cast<void>(get<Move>(*s, "random 20"));
  EXPECT_EQ(get<Move>(*s, "goto open and light").place.position, 2U);
  EXPECT_EQ(get<Move>(*s, "goto AG open").place.position, 1U);
  EXPECT_EQ(get<Move>(*s, "goto 0").place.position, 0U);
}

TEST(Simulation, DeadlocksAndLostStepsAreSaid) {
  const auto s = open_text(dead);
  EXPECT_EQ(get<Move>(*s, "step").place.deadlock, true);
  const auto ways = get<report::WaysAnswer>(*s, "next");
  ASSERT_EQ(ways.ways.size(), 1U);
  EXPECT_FALSE(ways.ways[0].number);
  ASSERT_EQ(ways.lost.size(), 1U);
  EXPECT_NE(ways.lost[0].find("x = x + 1"), std::string::npos);
  EXPECT_EQ(get<Move>(*s, "random 3").stopped, "a deadlock");
}

TEST(Simulation, WithFairnessOnlyFairStatesCount) {
  const auto s = open_text(R"(
Agent P
  Vars: x : 0..2; end Vars
  Actions = {a, b};
  Evolution: x = 1 if x = 0 and Action = a; x = 2 if x = 0 and Action = b; end Evolution
end Agent
Agent Q Vars: y : boolean; end Vars end Agent
Evaluation one if P.x = 1; end Evaluation
InitStates P.x = 0 and Q.y = true; end InitStates
Fairness P.x <> 2; end Fairness
)");
  EXPECT_TRUE(holds(*s, "AF one"));
  EXPECT_EQ(get<report::PossibleAnswer>(*s, "possible Q").count, "2");
  static_cast<void>(get<Move>(*s, "step P=b"));
  static_cast<void>(get<Unknown>(*s, "eval one"));
}

TEST(Simulation, AModelOfAnySizeAnswersAtOnce) {
  const auto s = open_text(wide);
  EXPECT_EQ(get<report::ActionsAnswer>(*s, "actions").joint_actions, "1073741824");
  EXPECT_TRUE(get<report::WaysAnswer>(*s, "next 3").more);
  EXPECT_EQ(get<Move>(*s, "step P[1]=b P[2]=b 3").steps, 1U);
  EXPECT_EQ(get<Move>(*s, "random 100").steps, 100U);
  EXPECT_EQ(get<report::CountAnswer>(*s, "count").states, "1" + std::string(30, '0'));
  EXPECT_EQ(get<Move>(*s, "goto P[1].x = 9 and P[30].x = 5").place.position, 9U);
  EXPECT_EQ(get<report::PossibleAnswer>(*s, "possible P[2] 2").count, "1" + std::string(29, '0'));
  EXPECT_TRUE(holds(*s, "AG P[1].x = 9"));
}

TEST(Simulation, AStopEndsOneCommandAndNotTheNext) {
  const auto s = open_text(wide);
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = run_command(*s, "count", stop.get_token()).answer;
  ASSERT_TRUE(std::holds_alternative<Unknown>(stopped));
  EXPECT_EQ(std::get<Unknown>(stopped).reason, "interrupted");
  EXPECT_EQ(get<report::CountAnswer>(*s, "count").states, "1" + std::string(30, '0'));
}

TEST(Simulation, LittleMemoryIsSaidAndTheRunStays) {
  Settings settings;
  settings.memory = 3 << 20U;
  const auto s = open_text(wide, settings);
  ASSERT_TRUE(s);
  static_cast<void>(ask(*s, "count"));
  const SimulationAnswer walked = ask(*s, "random 1000000");
  ASSERT_TRUE(std::holds_alternative<Move>(walked));
  EXPECT_NE(std::get<Move>(walked).stopped.find("memory"), std::string::npos);
  EXPECT_EQ(s->run().states.size(), s->run().actions.size() + 1);
  static_cast<void>(get<Move>(*s, "back"));
}

}  // namespace
}  // namespace ken::driver
