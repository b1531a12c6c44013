// Time, memory and requests to stop hold in every phase of a check, and what was known before
// stays.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "driver/check.hpp"
#include "driver/limited.test.hpp"
#include "driver/lint.hpp"
#include "driver/stages.hpp"

namespace ken::driver {
namespace {

using base::Code;
using evidence::Answer;
using evidence::Truth;
using test::run_limited;

// Two formulas, a fairness line, a deadlock and a lost step.
constexpr const char* flawed = R"(
Agent P
  Vars: x : 0..3; y : 0..1; end Vars
  Actions = {go};
  Protocol: x < 3 or y = 0 : {go}; end Protocol
  Evolution:
    x = x + 1 if x < 3;
    y = y + 1 if x = 3;
    y = y + 2 if x = 3;
  end Evolution
end Agent
InitStates P.x = 0 and P.y = 0; end InitStates
Fairness P.x >= 0; end Fairness
Formulae
  EF P.x = 3;
  AG P.y = 0;
end Formulae
)";

std::string without_fairness() {
  std::string text = flawed;
  const std::string line = "Fairness P.x >= 0; end Fairness\n";
  return text.erase(text.find(line), line.size());
}

// Checks the text, and somebody asks it to stop when the phase of that name begins.
Answer stopped_at(std::string_view phase, const std::string& text, EngineKind engine) {
  std::stop_source source;
  Surroundings around;
  around.stop = source.get_token();
  around.listener = [&](const Event& event) {
    const auto* const entered = std::get_if<StageEntered>(&event);
    if (entered != nullptr && entered->name == phase) source.request_stop();
  };
  Settings settings;
  settings.engine = engine;
  Answer answer = Check(base::make_source("m.ispl", text), settings, around).run();
  EXPECT_TRUE(source.stop_requested()) << phase << " is no phase";
  return answer;
}

const base::Diagnostic* find(const Answer& answer, Code code) {
  const auto& all = answer.diagnostics.all();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const auto& d) { return d.code == code; });
  return at == all.end() ? nullptr : &*at;
}

TEST(EveryPhase, ObeysARequestToStop) {
  for (const std::string_view phase :
       {"encoding", "exploring", "looking for deadlocks", "finding fair paths", "deciding"}) {
    const Answer answer = stopped_at(phase, flawed, EngineKind::symbolic);
    ASSERT_EQ(answer.formulae.size(), 2U);
    EXPECT_EQ(answer.formulae[1].verdict.truth, Truth::unknown) << phase;
    EXPECT_EQ(answer.formulae[1].verdict.reason, "interrupted") << phase;
    EXPECT_EQ(answer.model.reachable_states.has_value(),
              phase != "encoding" && phase != "exploring")
        << phase;
    EXPECT_EQ(exit_status(answer), 3) << phase;
  }
}

TEST(EveryPhase, TracingComesLastAndLosesNothing) {
  for (const EngineKind engine : {EngineKind::symbolic, EngineKind::explicit_states}) {
    const Answer answer = stopped_at("tracing", without_fairness(), engine);
    EXPECT_EQ(answer.formulae.at(0).verdict.truth, Truth::holds);
    EXPECT_EQ(answer.formulae.at(1).verdict.truth, Truth::fails);
    EXPECT_EQ(answer.model.reachable_states, "5");
    for (const Code code : {Code::deadlock, Code::overflow}) {
      const base::Diagnostic* const found = find(answer, code);
      ASSERT_NE(found, nullptr);
      EXPECT_EQ(found->trace, (std::vector<std::string>{"the run to it is left out: interrupted"}));
    }
  }
}

// A large text: a chain of so many conditions.
std::string long_text(std::size_t links) {
  std::string text = "Agent P Vars: x : 0..1; end Vars end Agent InitStates P.x = 0";
  for (std::size_t i = 0; i < links; ++i) text += " and P.x = 0";
  return text + "; end InitStates Formulae AG P.x = 0; end Formulae";
}

// A short text that becomes a large model.
std::string large_template(std::size_t size) {
  return fmt::format(
      "Parameter N = {}; Agent P Vars: x : 0..1; end Vars end Agent InitStates and(i: 1..N) and(j: "
      "1..N) (P.x <= i or P.x <= j); end InitStates Formulae AG P.x = 0; end Formulae",
      size);
}

Answer stopped_at_once(const std::string& text) {
  std::stop_source source;
  source.request_stop();
  Surroundings around;
  around.stop = source.get_token();
  return Check(base::make_source("m.ispl", text), {}, around).run();
}

Answer checked_with(const std::string& text, std::uint64_t memory) {
  Settings settings;
  settings.memory = memory;
  return check(base::make_source("m.ispl", text), settings);
}

TEST(EveryPhase, ReadingAndExpandingObeyARequestToStop) {
  for (const std::string& text : {long_text(1000), large_template(50)}) {
    const Answer answer = stopped_at_once(text);
    EXPECT_EQ(answer.unread, "interrupted");
    EXPECT_EQ(exit_status(answer), 3);
  }
}

TEST(EveryPhase, ReadingAndExpandingAreChargedToTheBudget) {
  for (const std::string& text : {long_text(50'000), large_template(300)}) {
    const Answer answer = checked_with(text, 2'000'000);
    EXPECT_EQ(answer.unread.substr(0, 7), "memory:");
    EXPECT_EQ(exit_status(answer), 3);
    EXPECT_GT(checked_with(text, 1'000'000'000).statistics.peak_bytes, 2'000'000U);
  }
}

TEST(EveryPhase, OtherCommandsHaveLimitsTooWhenTheyRead) {
  Settings settings;
  settings.memory = 2'000'000;
  const auto source = base::make_source("m.ispl", long_text(50'000));
  EXPECT_EQ(run_limited(lint, source, settings).unread.substr(0, 7), "memory:");
  EXPECT_EQ(run_limited(describe, source, settings).exhausted.substr(0, 7), "memory:");
  EXPECT_EQ(run_limited(export_model, source, settings).exhausted.substr(0, 7), "memory:");
  settings.stop_after = "model";
  EXPECT_EQ(run_limited(show_stage, source, settings).exhausted.substr(0, 7), "memory:");
}

// What reading leaves is all that the rest has.
TEST(EveryPhase, OtherCommandsUseOneBudget) {
  const auto source = base::make_source("m.ispl", flawed);
  Settings settings;
  settings.memory = 100'000'000;
  base::Budget nearly_used(choose_limits(settings));
  nearly_used.charge(99'999'000);
  const Description described = describe(source, settings, nearly_used);
  ASSERT_TRUE(described.info) << "a short text takes nothing";
  EXPECT_FALSE(described.info->reachable_states);
  const Answer linted = lint(source, settings, nearly_used);
  EXPECT_TRUE(std::any_of(linted.diagnostics.all().begin(), linted.diagnostics.all().end(),
                          [](const auto& d) { return d.code == Code::not_looked_at; }));
  settings.stop_after = "reachable";
  EXPECT_EQ(show_stage(source, settings, nearly_used).exhausted.substr(0, 7), "memory:");
}

TEST(EveryPhase, TimeMayHaveBegunWhileTheFileWasRead) {
  Settings settings;
  settings.timeout = 100;
  Surroundings around;
  around.since = base::Budget::Clock::now() - std::chrono::seconds(101);
  EXPECT_EQ(Check(base::make_source("m.ispl", flawed), settings, around).run().unread,
            "time: more than 100 s");
}

TEST(Statistics, OfAnOverrunSayThatAllMemoryWasUsed) {
  for (const EngineKind engine : {EngineKind::symbolic, EngineKind::explicit_states}) {
    Settings settings;
    settings.engine = engine;
    settings.memory = 100;
    const Answer answer = check(base::make_source("m.ispl", flawed), settings);
    EXPECT_EQ(answer.formulae.at(0).verdict.truth, Truth::unknown);
    EXPECT_EQ(answer.statistics.peak_bytes, 100U);
  }
}

// Diagrams compute with as many bits as it takes; replaying has 64.
TEST(Trace, ThatIsTooLargeToReplayIsLeftOutAndVerdictsStay) {
  const Answer answer = check(
      base::make_source(
          "m.ispl",
          "Agent P Vars: x : 0..3; end Vars Actions = {a}; Protocol: x < 3 : {a}; end Protocol "
          "Evolution: x = x + 1 if x * 4000000000 * 4000000000 >= 0 and x < 3; end Evolution end "
          "Agent InitStates P.x = 0; end InitStates Formulae EF P.x = 3; AG P.x < 3; end Formulae"),
      {});
  EXPECT_EQ(answer.formulae.at(0).verdict.truth, Truth::holds);
  EXPECT_EQ(answer.formulae.at(1).verdict.truth, Truth::fails);
  const base::Diagnostic* const deadlock = find(answer, Code::deadlock);
  ASSERT_NE(deadlock, nullptr);
  EXPECT_EQ(deadlock->trace, (std::vector<std::string>{"the run to it is left out: arithmetic: a "
                                                       "number does not fit in 64 bits"}));
}

}  // namespace
}  // namespace ken::driver
