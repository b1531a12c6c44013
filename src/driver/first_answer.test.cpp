// Verdicts that are known before all states are, and what is left out when nothing else is wanted.

#include <gtest/gtest.h>

#include "driver/check.hpp"
#include "driver/draft.hpp"

namespace ken::driver {
namespace {

using evidence::Answer;
using evidence::Truth;

// Goes on for ever, as far as anybody can wait.
std::string endless(const std::string& formulae) {
  return "Agent P Vars: x : 0..9000000000000000000; end Vars Evolution: x = x + 1 if true; end "
         "Evolution end Agent InitStates P.x = 0; end InitStates Formulae " +
         formulae + " end Formulae";
}

// Up to 3, where it stays; or ends, which is a flaw.
std::string climbing(const std::string& formulae, const std::string& more = "") {
  return "Agent P Vars: x : 0..3; end Vars Actions = {go, stay}; Protocol: x < 3 : {go, stay}; end "
         "Protocol Evolution: x = x + 1 if Action = go; end Evolution end Agent InitStates P.x = "
         "0; end InitStates Groups g = {P}; end Groups " +
         more + " Formulae " + formulae + " end Formulae";
}

Answer checked(const std::string& text, const Settings& settings) {
  return check(base::make_source("m.ispl", text), settings);
}
Settings first_answer() {
  Settings settings;
  settings.first_answer = true;
  settings.engine = EngineKind::symbolic;  // a small space is gone through in no time
  return settings;
}
std::vector<Truth> truths(const Answer& answer) {
  std::vector<Truth> result;
  for (const evidence::FormulaAnswer& f : answer.formulae) result.push_back(f.verdict.truth);
  return result;
}
bool explored(const Answer& answer) {
  return answer.model.reachable_states && answer.model.deadlock && answer.model.overflow &&
         !answer.model.left_off;
}

TEST(FirstAnswer, EndsWhatWouldGoOnForEver) {
  const Answer answer =
      checked(endless("EF P.x = 5; -- expect: true\n AG P.x < 7; -- expect: false\n P.x = 0;"),
              first_answer());
  EXPECT_EQ(truths(answer), (std::vector{Truth::holds, Truth::fails, Truth::holds}));
  EXPECT_TRUE(answer.model.left_off);
  EXPECT_FALSE(answer.model.reachable_states);
  EXPECT_FALSE(answer.model.deadlock);
  EXPECT_FALSE(answer.model.overflow);
  EXPECT_FALSE(answer.statistics.depth);
  EXPECT_FALSE(answer.statistics.reachable_nodes);
  EXPECT_EQ(exit_status(answer), 0);
}

TEST(FirstAnswer, IsNotAllWhereAFormulaNeedsTheWholeModel) {
  const Answer answer = checked(climbing("EF P.x = 1; AF P.x = 3; <g>F P.x = 3;"), first_answer());
  EXPECT_EQ(truths(answer), (std::vector{Truth::holds, Truth::fails, Truth::holds}));
  EXPECT_TRUE(explored(answer));
  EXPECT_EQ(answer.model.reachable_states, "4");
  EXPECT_EQ(answer.model.deadlock, true);
}

TEST(FirstAnswer, IsNotAllWhereNoStateDecides) {
  const Answer answer = checked(climbing("EF P.x = 1; AG P.x <= 3;"), first_answer());
  EXPECT_EQ(truths(answer), (std::vector{Truth::holds, Truth::holds}));
  EXPECT_TRUE(explored(answer));
}

TEST(FirstAnswer, WithFairnessNoStateDecides) {
  const Answer answer =
      checked(climbing("EF P.x = 1;", "Fairness P.x = 3; end Fairness"), first_answer());
  EXPECT_TRUE(answer.formulae[0].verdict.vacuous) << "it cannot move for ever";
  EXPECT_TRUE(explored(answer));
}

TEST(FirstAnswer, EvidenceAndStrategiesAreFoundInAllStates) {
  Settings settings = first_answer();
  settings.evidence = true;
  settings.strategies = true;
  const Answer answer =
      checked(climbing("EF P.x = 2; AG P.x < 2; AG P.x < 2 and <g>F P.x = 3;"), settings);
  EXPECT_EQ(truths(answer), (std::vector{Truth::holds, Truth::fails, Truth::fails}));
  EXPECT_TRUE(explored(answer));
  ASSERT_TRUE(answer.formulae[0].evidence);
  ASSERT_TRUE(answer.formulae[1].evidence);
  EXPECT_EQ(
      answer.formulae[1].evidence->reasons[answer.formulae[1].evidence->root].path.steps.size(),
      3U);
}

TEST(FirstAnswer, ADemandOnAllProtocolsIsMetFirst) {
  Settings settings = first_answer();
  settings.semantics = logic::Semantics::deterministic;
  const Answer answer = checked(climbing("AG P.x < 1 and <g>F P.x = 3;"), settings);
  EXPECT_FALSE(answer.good_model) << "an agent has a choice";
}

TEST(FirstAnswer, OfRestrictedAgentsIsNotThatOfTheModel) {
  Settings settings = first_answer();
  settings.semantics = logic::Semantics::uniform;
  const Answer answer = checked(climbing("<g>G P.x < 1;"), settings);
  EXPECT_TRUE(explored(answer));
}

TEST(FirstAnswer, NobodyStartsNothing) {
  Settings settings = first_answer();
  std::string text = climbing("EF P.x = 1; AG P.x = 2;");
  text.replace(text.find("P.x = 0;"), 8, "false;");
  const Answer answer = checked(text, settings);
  EXPECT_TRUE(answer.formulae[0].verdict.vacuous);
  EXPECT_TRUE(answer.formulae[1].verdict.vacuous);
  EXPECT_EQ(answer.model.reachable_states, "0");
}

TEST(FirstAnswer, TheExplicitEngineGivesAllFacts) {
  Settings settings = first_answer();
  settings.engine = EngineKind::explicit_states;
  const Answer answer = checked(climbing("EF P.x = 1;"), settings);
  EXPECT_TRUE(explored(answer));
}

TEST(EarlyVerdicts, StayWhenTimeEndsTheExploration) {
  Settings settings;
  settings.engine = EngineKind::symbolic;  // a state at a time no verdict is known early
  settings.timeout = 2;
  for (const bool evidence : {false, true}) {
    settings.evidence = evidence;
    Draft draft;
    Surroundings around;
    std::size_t told = 0;
    around.listener = [&](const Event& event) {
      if (!std::holds_alternative<Finished>(event)) draft.apply(event);
      told += std::holds_alternative<FormulaDecided>(event) ? 1 : 0;
    };
    const std::string text = endless("AG P.x >= 0; EF P.x = 5; AG P.x < 7;");
    const Answer answer = Check(base::make_source("m.ispl", text), settings, around).run();
    EXPECT_EQ(truths(answer), (std::vector{Truth::unknown, Truth::holds, Truth::fails}));
    EXPECT_EQ(truths(draft.copy()), truths(answer)) << "whoever asks meanwhile knows them too";
    EXPECT_EQ(told, evidence ? 0U : 2U) << "evidence would still have come";
    EXPECT_EQ(answer.formulae[0].verdict.reason, "time: more than 2 s");
    EXPECT_FALSE(answer.model.left_off);
    EXPECT_EQ(exit_status(answer), 1);
  }
}

TEST(EarlyVerdicts, AreToldWhileStatesAreStillBeingFound) {
  std::string told;
  Surroundings around;
  around.listener = [&](const Event& event) {
    if (const auto* const entered = std::get_if<StageEntered>(&event))
      if (entered->name == "exploring") told += "exploring ";
    if (const auto* const decided = std::get_if<FormulaDecided>(&event))
      told += std::to_string(decided->formula.index) + " ";
    if (std::holds_alternative<Explored>(event)) told += "explored";
  };
  const std::string text = endless("EF P.x = 5; EF P.x = 3; AG P.x < 4;");
  (void)Check(base::make_source("m.ispl", text), first_answer(), around).run();
  EXPECT_EQ(told, "exploring 2 3 1 explored");
}

}  // namespace
}  // namespace ken::driver
