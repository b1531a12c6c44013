// Checks beside each other in one process.  Also run under the thread sanitizer (./test --full).

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

#include "driver/check.hpp"
#include "driver/draft.hpp"

namespace ken::driver {
namespace {

using evidence::Answer;
using evidence::Truth;

// Counts to N, one step at a time, or stays.
std::string counter(int most) {
  const std::string n = std::to_string(most);
  return "Agent P Vars: x : 0.." + n +
         "; end Vars Actions = {go, stay}; Evolution: x = x + 1 if Action = go and x < " + n +
         "; end Evolution end Agent Evaluation done if P.x = " + n +
         "; end Evaluation InitStates P.x = 0; end InitStates Formulae EF done; AF done; <P>F "
         "done; "
         "AG K(P, !done); end Formulae";
}

// Goes on for ever, as far as anybody can wait.
constexpr const char* endless =
    "Agent P Vars: x : 0..9000000000000000000; end Vars Evolution: x = x + 1 if true; end "
    "Evolution end Agent InitStates P.x = 0; end InitStates Formulae AG true; end Formulae";

Settings with(EngineKind engine) {
  Settings settings;
  settings.engine = engine;
  return settings;
}

std::vector<Truth> run(const std::string& text, const Settings& settings,
                       const Surroundings& around = {}) {
  const Answer answer = Check(base::make_source("m.ispl", text), settings, around).run();
  std::vector<Truth> verdicts;
  for (const auto& formula : answer.formulae) verdicts.push_back(formula.verdict.truth);
  return verdicts;
}

const std::vector<Truth> expected{Truth::holds, Truth::fails, Truth::holds, Truth::fails};

// BuDDy has one table for the whole process.
#ifdef KEN_BDD_BUDDY
constexpr EngineKind engines[] = {EngineKind::explicit_states, EngineKind::explicit_states};
#else
constexpr EngineKind engines[] = {EngineKind::symbolic, EngineKind::explicit_states};
#endif

TEST(TwoChecks, DoNotSeeEachOther) {
  for (const EngineKind one : engines) {
    std::vector<std::jthread> threads;
    for (const EngineKind other : {engines[0], one})
      threads.emplace_back([=] {
        for (int most = 3; most < 40; most += 9)
          EXPECT_EQ(run(counter(most), with(other)), expected) << most;
      });
  }
}

TEST(TwoChecks, OneIsStoppedAndTheOtherGoesOn) {
  for (const EngineKind engine : engines) {
    std::stop_source stop;
    std::latch begun(1);
    std::atomic<bool> ended = false;
    std::jthread stopped([&] {
      Surroundings around;
      around.stop = stop.get_token();
      around.listener = [&](const Event& event) {
        if (std::holds_alternative<FormulasListed>(event)) begun.count_down();
      };
      const Answer answer = Check(base::make_source("m.ispl", endless), with(engine), around).run();
      ASSERT_EQ(answer.formulae.size(), 1U);
      EXPECT_EQ(answer.formulae[0].verdict.reason, "interrupted");
      ended = true;
    });
    begun.wait();
    EXPECT_EQ(run(counter(10), with(engines[1])), expected);
    EXPECT_FALSE(ended);
    stop.request_stop();
    while (!ended) EXPECT_EQ(run(counter(20), with(engines[1])), expected);
  }
}

TEST(TwoChecks, DivideTheMemoryOfOneBudget) {
  constexpr std::uint64_t bytes = std::uint64_t{12} << 20U;
  const base::Budget shared(std::nullopt, bytes);
  Surroundings around;
  around.shared = &shared;
  {
    const std::jthread thread([&] {
      EXPECT_EQ(run(endless, with(EngineKind::explicit_states), around),
                std::vector{Truth::unknown});
    });
    EXPECT_EQ(run(counter(5), with(engines[1])), expected) << "memory of its own";
  }
  EXPECT_EQ(run(counter(30), with(engines[0]), around), expected) << "it has come back";
  EXPECT_EQ(shared.bytes_left(), bytes);
}

TEST(Check, MayBeLimitedInCpuTime) {
  Surroundings around;
  around.cpu_seconds = 0.05;
  const Answer answer =
      Check(base::make_source("m.ispl", endless), with(EngineKind::explicit_states), around).run();
  EXPECT_EQ(answer.formulae[0].verdict.reason, "time: more than 0.05 s of CPU");
  EXPECT_GE(answer.statistics.cpu_seconds, 0.05);
}

TEST(Events, TellEverythingInOrder) {
  std::string told;
  Surroundings around;
  Draft draft;
  around.listener = [&](const Event& event) {
    draft.apply(event);
    if (std::holds_alternative<Started>(event)) told += "started ";
    if (std::holds_alternative<FormulasListed>(event)) told += "listed ";
    if (std::holds_alternative<Explored>(event)) told += "explored ";
    if (std::holds_alternative<FlawsSought>(event)) told += "sought ";
    if (const auto* const found = std::get_if<DiagnosticFound>(&event))
      told += std::string(base::row(found->diagnostic.code).name) + " ";
    if (const auto* const decided = std::get_if<FormulaDecided>(&event))
      told += std::to_string(decided->formula.index) + " ";
    if (std::holds_alternative<Finished>(event)) told += "finished";
  };
  const std::string text =
      "Agent P Vars: x : 0..2; end Vars Actions = {go}; Protocol: x < 2 : {go}; end Protocol "
      "Evolution: x = x + "
      "1 if true; end Evolution end Agent InitStates P.x = 0; end InitStates Formulae EF P.x = 2; "
      "AG P.x < 2; end Formulae";
  const Answer answer =
      Check(base::make_source("m.ispl", text), with(EngineKind::explicit_states), around).run();
  EXPECT_TRUE(answer.good_model) << answer.diagnostics.all().front().message;
  EXPECT_EQ(told, "started listed explored sought W009 1 2 finished");
  EXPECT_EQ(draft.copy().formulae.size(), 2U);
  EXPECT_EQ(draft.copy().model.reachable_states, "3");
  EXPECT_EQ(draft.copy().model.deadlock, true);
}

TEST(Draft, HoldsWhatIsKnownBeforeTheEnd) {
  std::vector<Answer> drafts;
  Surroundings around;
  Draft draft;
  around.listener = [&](const Event& event) {
    draft.apply(event);
    if (std::holds_alternative<FormulaDecided>(event)) drafts.push_back(draft.copy());
  };
  EXPECT_EQ(run(counter(3), with(EngineKind::explicit_states), around), expected);
  ASSERT_EQ(drafts.size(), 4U);
  EXPECT_EQ(drafts[0].formulae[0].verdict.truth, Truth::holds);
  EXPECT_EQ(drafts[0].formulae[1].verdict.truth, Truth::unknown);
  EXPECT_EQ(drafts[1].formulae[1].verdict.truth, Truth::fails);
  EXPECT_EQ(drafts[1].model.reachable_states, "4");
}

}  // namespace
}  // namespace ken::driver
