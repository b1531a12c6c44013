#include "driver/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "driver/limited.test.hpp"
#include "driver/lint.hpp"
#include "driver/skeleton.hpp"
#include "driver/stages.hpp"

namespace ken::driver {
namespace {

using base::Code;
using evidence::Answer;
using evidence::Truth;
using test::run_limited;

Answer checked(const std::string& text, const Settings& settings = {}) {
  return check(base::make_source("m.ispl", text), settings);
}

bool has(const Answer& answer, Code code) {
  return std::any_of(answer.diagnostics.all().begin(), answer.diagnostics.all().end(),
                     [&](const base::Diagnostic& d) { return d.code == code; });
}

constexpr const char* counter = R"(
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go, stay};
  Evolution: x = x + 1 if Action = go and x < 3; end Evolution
end Agent
Evaluation done if P.x = 3; end Evaluation
InitStates P.x = 0; end InitStates
Formulae
  EF done;  -- expect: true
  AF done;  -- expect: false
  <P>F done;
end Formulae
)";

// Goes on for ever, as far as anybody can wait.
constexpr const char* endless =
    "Agent P Vars: x : 0..9000000000000000000; end Vars Evolution: x = x + 1 if true; end "
    "Evolution "
    "end Agent InitStates P.x = 0; end InitStates Formulae AG true; EF false; end Formulae";

TEST(Check, DecidesEveryFormula) {
  const Answer answer = checked(counter);
  ASSERT_EQ(answer.formulae.size(), 3U);
  EXPECT_EQ(answer.formulae[0].verdict.truth, Truth::holds);
  EXPECT_EQ(answer.formulae[1].verdict.truth, Truth::fails);
  EXPECT_EQ(answer.formulae[2].verdict.truth, Truth::holds);
  EXPECT_EQ(answer.formulae[2].semantics, "full");
  EXPECT_EQ(answer.formulae[0].line, 10U);
  EXPECT_EQ(answer.model.reachable_states, "4");
  EXPECT_EQ(answer.model.agents, 1U);
  EXPECT_EQ(answer.model.state_bits, 2U);
  EXPECT_EQ(exit_status(answer), 0);
}

TEST(Check, OnlyTheFormulaeAskedForKeepTheirNumbers) {
  Settings settings;
  settings.only = {2};
  const Answer answer = checked(counter, settings);
  ASSERT_EQ(answer.formulae.size(), 1U);
  EXPECT_EQ(answer.formulae[0].index, 2U);
}

TEST(Check, FormulaeOfTheCommandLineComeLast) {
  Settings settings;
  settings.formulae = {"AG P.x < 3"};
  const Answer answer = checked(counter, settings);
  ASSERT_EQ(answer.formulae.size(), 4U);
  EXPECT_EQ(answer.formulae[3].verdict.truth, Truth::fails);
}

TEST(Check, ABadModelHasDiagnosticsAndStatusTwo) {
  const Answer answer = checked("Agent P Vars: x : 0..; end Vars end Agent");
  EXPECT_FALSE(answer.good_model);
  EXPECT_TRUE(answer.diagnostics.has_errors());
  EXPECT_EQ(exit_status(answer), 2);
}

TEST(Check, WithoutTimeEverythingIsUnknownWithTheReason) {
  Settings settings;
  settings.timeout = 0.0;
  const Answer answer = checked(endless, settings);
  ASSERT_EQ(answer.formulae.size(), 2U);
  for (const auto& f : answer.formulae) {
    EXPECT_EQ(f.verdict.truth, Truth::unknown);
    EXPECT_EQ(f.verdict.reason, "time: more than 0 s");
  }
  EXPECT_EQ(exit_status(answer), 3);
}

TEST(Check, WithoutMemoryEverythingIsUnknownWithTheReason) {
  Settings settings;
  settings.memory = 10'000;
  EXPECT_TRUE(checked(endless, settings).formulae[0].verdict.reason.starts_with("memory: "));
}

TEST(Check, CancelledEverythingIsUnknownWithTheReason) {
  std::stop_source stop;
  stop.request_stop();
  Surroundings around;
  around.stop = stop.get_token();
  const Answer answer = Check(base::make_source("m.ispl", endless), {}, around).run();
  EXPECT_EQ(answer.formulae[0].verdict.reason, "interrupted");
}

TEST(Check, AFormulaOutOfTimeLeavesTheStatesCounted) {
  Settings settings;
  settings.formula_timeout = 0.0;
  const Answer answer = checked(counter, settings);
  EXPECT_EQ(answer.model.reachable_states, "4");
  for (const auto& f : answer.formulae) {
    EXPECT_EQ(f.verdict.truth, Truth::unknown);
    EXPECT_EQ(f.verdict.reason, "time: more than 0 s for this formula");
  }
}

TEST(Check, AutoNamesWhoAnswered) {
  const Answer small = checked(counter);
  EXPECT_EQ(small.engine, "states");
  EXPECT_FALSE(small.statistics.peak_nodes);
  Settings settings;
  settings.formulae = {"LTL F G done"};
  const Answer both = checked(counter, settings);
  EXPECT_EQ(both.engine, "states, symbolic");
  EXPECT_EQ(both.model.reachable_states, "4");
  EXPECT_EQ(both.formulae.back().verdict.truth, Truth::fails);
  EXPECT_TRUE(both.statistics.peak_nodes);
  settings.only = {99};
  EXPECT_EQ(checked(counter, settings).engine, "auto");
}

TEST(Check, AutoLeavesWhatIsLargeToDiagrams) {
  const Answer many = checked(
      "Agent P Vars: a[i: 1..40] : boolean; end Vars end Agent Formulae AG(P.a[1] -> AX P.a[1]); "
      "end Formulae");
  EXPECT_EQ(many.engine, "symbolic");
  EXPECT_EQ(many.model.reachable_states, "1099511627776");
  EXPECT_EQ(many.formulae[0].verdict.truth, Truth::holds);
}

TEST(Check, AutoFindsTheSameFlaws) {
  for (const EngineKind engine :
       {EngineKind::automatic, EngineKind::states, EngineKind::symbolic}) {
    Settings settings;
    settings.engine = engine;
    const Answer answer = checked(
        "Agent P Vars: x : 0..3; end Vars Evolution: x = x + 1 if true; end Evolution end Agent "
        "InitStates P.x = 1; end InitStates Formulae AG P.x > 0; end Formulae",
        settings);
    EXPECT_TRUE(has(answer, Code::deadlock)) << name(engine);
    EXPECT_TRUE(has(answer, Code::overflow)) << name(engine);
    EXPECT_EQ(answer.formulae[0].verdict.truth, Truth::holds) << name(engine);
    for (const base::Diagnostic& d : answer.diagnostics.all()) {
      if (d.code == Code::deadlock) {
        EXPECT_FALSE(d.trace.empty()) << name(engine);
      }
    }
  }
}

TEST(Check, ArithmeticThatDoesNotFitIsUnknown) {
  Settings settings;
  settings.engine = EngineKind::explicit_states;
  const Answer answer = checked(
      "Agent P Vars: x : 0..9000000000000000000; end Vars Evolution: x = x * x if true; end "
      "Evolution end Agent InitStates P.x = 5000000000; end InitStates Formulae AG true; end "
      "Formulae",
      settings);
  EXPECT_EQ(answer.formulae[0].verdict.truth, Truth::unknown);
  EXPECT_NE(answer.formulae[0].verdict.reason.find("arithmetic"), std::string::npos);
}

TEST(Check, WhatTheEngineCannotDoYetIsUnknown) {
  Settings settings;
  settings.formulae = {"<{}>G F done"};
  const Answer answer = checked(counter, settings);
  EXPECT_EQ(answer.formulae[3].verdict.truth, Truth::unknown);
  EXPECT_FALSE(answer.formulae[3].verdict.reason.empty());
  EXPECT_EQ(answer.formulae[0].verdict.truth, Truth::holds) << "the others are decided";
}

TEST(Check, AFairnessLineTheEngineCannotReadLeavesEverythingUnknown) {
  const Answer answer = checked(
      "Agent P Vars: b : boolean; end Vars end Agent InitStates P.b; end InitStates Fairness "
      "<P>G F P.b; end Fairness Formulae AG true; end Formulae");
  EXPECT_EQ(answer.formulae[0].verdict.truth, Truth::unknown);
  EXPECT_FALSE(answer.formulae[0].verdict.reason.empty());
}

// A coin nobody sees: with full observation the guess is right.
const std::string coin =
    "Agent Environment Vars: head : boolean; end Vars Obsvars: right : boolean; end Obsvars "
    "Evolution: right = true if head and P.Action = yes; right = true if !head and P.Action = no; "
    "end Evolution end Agent Agent P Actions = {yes, no}; end Agent "
    "InitStates !Environment.right; end InitStates Formulae ";

TEST(Check, CoalitionsAreReadInTheSemanticsOfTheRun) {
  using logic::Semantics;
  Settings settings;
  for (const EngineKind engine : {EngineKind::symbolic, EngineKind::explicit_states})
    for (const auto& [semantics, truth] :
         {std::pair{Semantics::full, Truth::holds}, std::pair{Semantics::ir, Truth::fails},
          std::pair{Semantics::ir_objective, Truth::holds},
          std::pair{Semantics::uniform, Truth::fails}}) {
      settings.engine = engine;
      settings.semantics = semantics;
      const Answer answer =
          checked(coin + "<P>X Environment.right; EX Environment.right; end Formulae", settings);
      EXPECT_EQ(answer.formulae[0].verdict.truth, truth) << answer.formulae[0].semantics;
      EXPECT_EQ(answer.formulae[0].semantics, logic::name(semantics));
      EXPECT_EQ(answer.formulae[1].verdict.truth, Truth::holds);
    }
}

TEST(Check, AnOperatorsOwnSemanticsWinsOverThatOfTheRun) {
  const std::string formulas =
      "<P | ir>X Environment.right; <P | full>X Environment.right; end Formulae";
  Settings settings;
  for (const auto semantics : {logic::Semantics::full, logic::Semantics::ir}) {
    settings.semantics = semantics;
    const Answer answer = checked(coin + formulas, settings);
    EXPECT_EQ(answer.formulae[0].semantics, "ir");
    EXPECT_EQ(answer.formulae[0].verdict.truth, Truth::fails);
    EXPECT_EQ(answer.formulae[1].semantics, "full");
    EXPECT_EQ(answer.formulae[1].verdict.truth, Truth::holds);
  }
}

TEST(Check, AFormulaThatRanOutLeavesTheNextOneWhole) {
  Settings settings;
  settings.formula_timeout = 0.0;
  const Answer answer = checked(
      "Agent P Vars: x : 0..5000; end Vars Evolution: x = x + 1 if x < 5000; end Evolution end "
      "Agent InitStates P.x = 0; end InitStates Formulae <P>X P.x = 1; <P>X P.x = 1; end Formulae",
      settings);
  for (const auto& formula : answer.formulae)
    EXPECT_NE(formula.verdict.truth, Truth::fails) << formula.verdict.reason;
}

TEST(Check, WithoutInitialStatesEverythingHoldsVacuously) {
  const Answer answer = checked(
      "Agent P Vars: b : boolean; end Vars end Agent InitStates P.b and !P.b; end InitStates "
      "Formulae AG false; end Formulae");
  EXPECT_EQ(answer.formulae[0].verdict.truth, Truth::holds);
  EXPECT_EQ(answer.formulae[0].verdict.reason, "vacuously: no initial state");
  EXPECT_TRUE(answer.formulae[0].verdict.vacuous);
  EXPECT_FALSE(has(answer, Code::vacuous_expectation)) << "nobody expected anything";
  EXPECT_TRUE(has(answer, Code::no_initial_state));
}

TEST(Check, WithoutAFairStartEverythingHoldsVacuously) {
  const Answer answer = checked(
      "Agent P Vars: b : boolean; end Vars end Agent InitStates !P.b; end InitStates Fairness P.b; "
      "end Fairness Formulae AG false; end Formulae");
  EXPECT_EQ(answer.formulae[0].verdict.truth, Truth::holds);
  EXPECT_TRUE(answer.formulae[0].verdict.vacuous);
  EXPECT_TRUE(has(answer, Code::no_fair_path));
}

TEST(Check, ExpectationsMetOnlyVacuouslyAreOneWarning) {
  const Answer answer = checked(
      "Agent P Vars: b : boolean; end Vars end Agent InitStates P.b and !P.b; end InitStates "
      "Formulae\nAG false; -- expect: true\nAG true; -- expect: true\nAG P.b; -- expect: false\n"
      "end Formulae");
  std::size_t warnings = 0;
  for (const auto& d : answer.diagnostics.all()) {
    if (d.code != Code::vacuous_expectation) continue;
    ++warnings;
    EXPECT_EQ(d.source->position(d.range.begin).line, 2U);
    EXPECT_EQ(d.message, "2 expectations are met only vacuously: no initial state");
  }
  EXPECT_EQ(warnings, 1U);
  EXPECT_EQ(exit_status(answer), 1) << "the third one is not met";
}

TEST(Check, WhatIsNotSupportedIsSaidBeforeAnythingIsExplored) {
  Settings settings;
  settings.formulae = {"<P>G F P.x = 7"};
  settings.only = {1, 3};
  settings.timeout = 0.2;
  std::vector<std::string> told;
  Surroundings around;
  around.listener = [&](const Event& event) {
    if (const auto* const decided = std::get_if<FormulaDecided>(&event))
      told.push_back(decided->formula.verdict.reason);
    if (const auto* const entered = std::get_if<StageEntered>(&event))
      told.emplace_back(entered->name);
  };
  const Answer answer = Check(base::make_source("m.ispl", endless), settings, around).run();
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.front(), "not supported yet: atlstar");
  EXPECT_EQ(answer.formulae[1].verdict.reason, "not supported yet: atlstar") << "it stays so";
  EXPECT_EQ(answer.formulae[0].verdict.reason, "time: more than 0.2 s");
}

TEST(Check, NothingIsExploredForFormulasThatAreNotSupported) {
  Settings settings;
  settings.formulae = {"<P>G F P.x = 7"};
  settings.only = {3};
  const Answer answer = checked(endless, settings);
  EXPECT_EQ(answer.formulae[0].verdict.reason, "not supported yet: atlstar");
  EXPECT_FALSE(answer.model.reachable_states);
}

// Its first formula is a product, which no order of variables makes easy.
constexpr const char* explosive_first =
    "Agent P Vars: x : 0..65535; y : 0..65535; z : 0..65535; end Vars end Agent InitStates true; "
    "end InitStates Formulae EF P.x * P.y = 251 * P.z + 17; EF (P.x < 6 or P.x > 5); AG P.y = 6; "
    "end "
    "Formulae";

TEST(Check, ACheapFormulaDoesNotStarveBehindAnExplosiveOne) {
  Settings settings;
  settings.timeout = 2;
  const Answer answer = checked(explosive_first, settings);
  EXPECT_EQ(answer.formulae[0].verdict.truth, Truth::unknown);
  EXPECT_TRUE(answer.formulae[0].verdict.reason.starts_with("time: "));
  EXPECT_GT(answer.formulae[0].seconds, 1.0) << "what the others leave is tried for it too";
  EXPECT_EQ(answer.formulae[1].verdict.truth, Truth::holds);
  EXPECT_EQ(answer.formulae[2].verdict.truth, Truth::fails);
}

TEST(Check, AFormulaTimeoutTakesThePlaceOfShares) {
  Settings settings;
  settings.timeout = 20;
  settings.formula_timeout = 0.3;
  const Answer answer = checked(explosive_first, settings);
  EXPECT_EQ(answer.formulae[0].verdict.reason, "time: more than 0.3 s for this formula");
  EXPECT_LT(answer.statistics.seconds, 10) << "it is not tried again";
}

TEST(Check, DeadlocksAndLostStepsComeWithATrace) {
  const Answer answer = checked(
      "Agent P Vars: x : 0..2; end Vars Evolution: x = x + 1 if true; end Evolution end Agent "
      "InitStates P.x = 0; end InitStates");
  EXPECT_EQ(answer.model.deadlock, true);
  EXPECT_EQ(answer.model.overflow, true);
  std::size_t traces = 0;
  for (const auto& d : answer.diagnostics.all())
    if (d.code == Code::deadlock || d.code == Code::overflow) traces += d.trace.size() == 5 ? 1 : 0;
  EXPECT_EQ(traces, 2U);
}

TEST(Check, ANoteStaysWithItsFormula) {
  const Answer answer = checked(
      "Agent P Vars: x : 0..1; end Vars Actions = {go, stay}; Evolution: x = 1 if Action = go; end "
      "Evolution end Agent InitStates P.x = 0; end InitStates Fairness P.x = 0; end Fairness "
      "Formulae <P>F false; AG P.x = 0; end Formulae");
  EXPECT_EQ(answer.formulae[0].verdict.reason, "may win by leaving all fair paths");
  EXPECT_EQ(answer.formulae[1].verdict.reason, "");
}

TEST(Check, TwoRunsDoNotSeeEachOther) {
  const Answer first = checked(counter);
  (void)checked(endless, [] {
    Settings settings;
    settings.memory = 1000;
    return settings;
  }());
  const Answer again = checked(counter);
  EXPECT_EQ(again.formulae[1].verdict.truth, first.formulae[1].verdict.truth);
  EXPECT_EQ(again.statistics.peak_bytes, first.statistics.peak_bytes);
}

TEST(Lint, ReportsWithoutExploring) {
  const Answer answer = run_limited(lint, base::make_source("m", endless), {});
  EXPECT_TRUE(answer.good_model);
  EXPECT_FALSE(answer.model.reachable_states);
}

TEST(Stage, ShowsTheReachableStates) {
  Settings settings;
  settings.stop_after = "reachable";
  EXPECT_EQ(run_limited(show_stage, base::make_source("m", counter), settings).text,
            "0 P.x=0\n1 P.x=1\n2 P.x=2\n3 P.x=3\n");
}

TEST(Stage, BothEnginesShowTheSameStates) {
  const auto source = base::make_source(
      "m",
      "Agent P Vars: x : 0..5; b : boolean; end Vars Actions = {on, off}; Evolution: x = x + 1 if "
      "x < 5; b = true if Action = on; b = false if Action = off; end Evolution end Agent "
      "InitStates P.x = 0; end InitStates");
  Settings settings;
  settings.stop_after = "reachable";
  const std::string symbolic = run_limited(show_stage, source, settings).text;
  settings.engine = EngineKind::explicit_states;
  const std::string explicit_states = run_limited(show_stage, source, settings).text;
  EXPECT_EQ(std::count(symbolic.begin(), symbolic.end(), '\n'), 12);
  EXPECT_EQ(symbolic, explicit_states);
}

TEST(Stage, ManyReachableStatesAreCounted) {
  Settings settings;
  settings.stop_after = "reachable";
  EXPECT_EQ(run_limited(show_stage,
                        base::make_source(
                            "m",
                            "Agent P Vars: x : 0..4095; end Vars Evolution: x = x + 1 if x < 4095; "
                            "end Evolution end Agent InitStates P.x = 0; end InitStates"),
                        settings)
                .text,
            "4096 states, depth 4095\n");
}

TEST(Describe, CountsPossibleStatesExactly) {
  Settings settings;
  settings.timeout = 0.01;
  const Description described = run_limited(describe, base::make_source("m", endless), settings);
  ASSERT_TRUE(described.info);
  EXPECT_EQ(described.info->possible_states, "9000000000000000001");
  EXPECT_FALSE(described.info->reachable_states) << "not counted in so little time";
}

TEST(Skeleton, ChecksAsItSays) {
  const Answer answer = checked(make_skeleton("new.ispl"));
  EXPECT_TRUE(answer.good_model);
  EXPECT_EQ(exit_status(answer), 0);
  EXPECT_FALSE(answer.formulae.empty());
}

}  // namespace
}  // namespace ken::driver
