#include "report/report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/info.hpp"

namespace ken::report {
namespace {

using evidence::Answer;
using evidence::FormulaAnswer;
using evidence::Truth;
using Json = nlohmann::json;

FormulaAnswer formula(std::size_t index, Truth truth, const std::string& reason = "",
                      std::optional<bool> expected = {}) {
  return {.index = index,
          .file = "m.ispl",
          .line = 40,
          .text = "AG p",
          .family = "ctlk",
          .semantics = "full",
          .strategic = false,
          .verdict = {truth, reason},
          .expected = expected,
          .seconds = 0.5};
}

Answer sample() {
  Answer answer;
  answer.file = "m.ispl";
  answer.engine = "explicit";
  answer.good_model = true;
  answer.model = {3, 9, "18", false, true};
  answer.formulae = {formula(1, Truth::holds), formula(2, Truth::fails, "", true),
                     formula(3, Truth::unknown, "time: more than 1 s")};
  answer.statistics.seconds = 0.02;
  answer.statistics.peak_bytes = 1024;
  answer.statistics.depth = 5;
  answer.diagnostics.add(base::make_source("m.ispl", "abc\ndef"), {5, 6}, base::Code::deadlock)
      .trace = {"state 0"};
  return answer;
}

Json json_of(const std::vector<Answer>& answers) {
  return Json::parse(to_json(answers, {.version = "1.2", .commit = "abc"}));
}

TEST(Json, HasEveryFieldOfTheContract) {
  const Json json = json_of({sample()});
  EXPECT_EQ(json["schema"], "ken/1");
  EXPECT_EQ(json["file"], "m.ispl");
  EXPECT_EQ(json["engine"], "explicit");
  EXPECT_EQ(json["semantics"], "full");
  EXPECT_EQ(json["model"], Json({{"agents", 3},
                                 {"state_bits", 9},
                                 {"reachable_states", "18"},
                                 {"deadlock", false},
                                 {"overflow", true}}));
  EXPECT_EQ(json["statistics"], Json({{"seconds", 0.02},
                                      {"peak_nodes", nullptr},
                                      {"peak_bytes", 1024},
                                      {"depth", 5},
                                      {"processor_seconds", 0.0},
                                      {"reachable_nodes", nullptr},
                                      {"bits", nullptr},
                                      {"clusters", nullptr},
                                      {"cluster_nodes", nullptr},
                                      {"image_disjuncts", nullptr},
                                      {"preimage_disjuncts", nullptr},
                                      {"node_bytes", nullptr},
                                      {"cache_bytes", nullptr},
                                      {"collections", nullptr},
                                      {"reorderings", nullptr},
                                      {"candidates", nullptr},
                                      {"partial_strategies", nullptr},
                                      {"clauses", nullptr},
                                      {"phases", Json::array()}}));
}

TEST(Json, SaysWhatEachPhaseTook) {
  Answer answer = sample();
  answer.statistics.phases = {{"reading", 0.25}, {"exploring", 0.5, 1234}};
  const Json json = json_of({answer});
  EXPECT_EQ(json["statistics"]["phases"],
            Json({{{"name", "reading"}, {"seconds", 0.25}, {"nodes", nullptr}},
                  {{"name", "exploring"}, {"seconds", 0.5}, {"nodes", 1234}}}));
}

TEST(Statistics, SayWhatEachPhaseTook) {
  Answer answer = sample();
  answer.statistics.phases = {{"reading", 0.25}, {"exploring", 0.5, 1234}};
  EXPECT_NE(statistics_text(answer).find("  CPU time by phase:\n"
                                         "    reading    0.25 s\n"
                                         "    exploring  0.50 s, up to 1234 nodes in use\n"),
            std::string::npos)
      << statistics_text(answer);
}

TEST(Json, HasOneObjectForEachFormula) {
  const Json formulae = json_of({sample()})["formulae"];
  ASSERT_EQ(formulae.size(), 3U);
  EXPECT_EQ(formulae[0], Json({{"index", 1},
                               {"line", 40},
                               {"text", "AG p"},
                               {"reading", nullptr},
                               {"family", "ctlk"},
                               {"semantics", "full"},
                               {"verdict", "true"},
                               {"reason", nullptr},
                               {"vacuous", false},
                               {"expected", nullptr},
                               {"passed", true},
                               {"seconds", 0.5},
                               {"strategies", Json::array()},
                               {"impossibilities", Json::array()},
                               {"evidence", nullptr},
                               {"no_evidence", nullptr}}));
  EXPECT_EQ(formulae[1]["verdict"], "false");
  EXPECT_EQ(formulae[1]["expected"], true);
  EXPECT_EQ(formulae[2]["verdict"], "unknown");
  EXPECT_EQ(formulae[2]["reason"], "time: more than 1 s");
}

TEST(Json, DiagnosticsHavePlaceAndTrace) {
  const Json d = json_of({sample()})["diagnostics"][0];
  EXPECT_EQ(d["severity"], "warning");
  EXPECT_EQ(d["code"], "W009");
  EXPECT_EQ(d["line"], 2);
  EXPECT_EQ(d["column"], 2);
  EXPECT_EQ(d["trace"], Json({"state 0"}));
}

TEST(Json, OfABadModelHasDiagnosticsAndNoFormulae) {
  Answer bad = sample();
  bad.good_model = false;
  const Json json = json_of({bad});
  EXPECT_FALSE(json.contains("formulae"));
  EXPECT_EQ(json["diagnostics"].size(), 1U);
  EXPECT_EQ(json["schema"], "ken/1");
}

TEST(Json, OfSeveralFilesIsAList) {
  const Json json = json_of({sample(), sample()});
  EXPECT_EQ(json["schema"], "ken/1");
  EXPECT_EQ(json["files"].size(), 2U);
  EXPECT_EQ(json["files"][1]["file"], "m.ispl");
}

TEST(Json, SurvivesTextThatIsNoUtf8) {
  Answer answer = sample();
  answer.formulae[0].text = "p\xE9";
  EXPECT_EQ(json_of({answer})["formulae"][0]["text"], "p\\xE9");
}

TEST(Json, EndsWithALineBreak) { EXPECT_EQ(to_json(std::vector{sample()}, {}).back(), '\n'); }

TEST(DiagnosticsJson, LeavesTheRestOut) {
  const Json json = Json::parse(diagnostics_json(std::vector{sample()}, {}));
  EXPECT_EQ(json["diagnostics"].size(), 1U);
  EXPECT_FALSE(json.contains("model"));
}

bool mentions(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Text, SummarisesTheModelAndTheVerdicts) {
  const std::string text = to_text(sample());
  EXPECT_TRUE(mentions(text, "m.ispl: 3 agents, 9 state bits, 18 reachable states")) << text;
  EXPECT_TRUE(mentions(text, "3 formulae: 1 true, 1 false, 1 unknown")) << text;
  EXPECT_TRUE(mentions(text, "time: more than 1 s")) << text;
}

TEST(Text, MarksWhatWasNotExpected) {
  EXPECT_TRUE(mentions(to_text(sample()), "EXPECTED true"));
  EXPECT_TRUE(mentions(to_text(sample()), "0 of 1 as expected"));
}

TEST(Text, AnExpectationOfAnUnknownVerdictIsPending) {
  Answer answer = sample();
  answer.formulae = {formula(1, Truth::unknown, "not yet", true),
                     formula(2, Truth::holds, "", true)};
  EXPECT_TRUE(mentions(to_text(answer), "1 of 2 as expected, 1 pending"));
}

TEST(Text, SaysThatNothingIsToBeChecked) {
  Answer answer = sample();
  answer.formulae.clear();
  EXPECT_TRUE(mentions(to_text(answer), "nothing to check"));
}

TEST(Text, OfABadModelIsEmpty) {
  Answer bad = sample();
  bad.good_model = false;
  EXPECT_EQ(to_text(bad), "");
}

TEST(Text, CutsAVeryLongFormula) {
  Answer answer = sample();
  answer.formulae = {formula(1, Truth::holds)};
  answer.formulae[0].text = std::string(10'000, 'x');
  EXPECT_LT(to_text(answer).size(), 500U);
}

TEST(Info, LeavesNullWhatWasNotCounted) {
  ModelInfo info;
  info.file = "m.ispl";
  info.possible_states = "18446744073709551616";
  info.agents = {{"P", 1, 2, 3, 4, 5}};
  const Json json = Json::parse(to_json(std::vector<InfoOrAnswer>{info}, false));
  EXPECT_EQ(json["possible_states"], "18446744073709551616");
  EXPECT_TRUE(json["reachable_states"].is_null());
  EXPECT_EQ(json["agents"][0]["evolution_lines"], 5);
  EXPECT_TRUE(mentions(to_text(info), "not counted"));
}

TEST(Info, OfABadModelIsItsDiagnostics) {
  ModelInfo info;
  info.file = "good.ispl";
  evidence::Answer bad;
  bad.file = "bad.ispl";
  bad.diagnostics.add(base::make_source("bad.ispl", "Agent"), {0, 5}, base::Code::no_agent);
  const Json one = Json::parse(to_json(std::vector<InfoOrAnswer>{bad}, false));
  EXPECT_EQ(one["file"], "bad.ispl");
  EXPECT_EQ(one["diagnostics"].size(), 1U);
  const Json two = Json::parse(to_json(std::vector<InfoOrAnswer>{info, bad}, true));
  EXPECT_EQ(two["files"][0]["file"], "good.ispl");
  EXPECT_EQ(two["files"][1]["diagnostics"].size(), 1U);
}

Answer vacuous() {
  Answer answer = sample();
  answer.formulae = {formula(1, Truth::holds, "vacuously: no initial state")};
  answer.formulae[0].verdict.vacuous = true;
  return answer;
}

TEST(Json, MarksAVacuousVerdict) {
  EXPECT_EQ(json_of({vacuous()})["formulae"][0]["vacuous"], true);
  EXPECT_EQ(json_of({vacuous()})["formulae"][0]["verdict"], "true");
}

TEST(Json, NamesTheProgram) {
  EXPECT_EQ(json_of({sample()})["version"], "1.2");
  EXPECT_EQ(json_of({sample(), sample()})["commit"], "abc");
  EXPECT_TRUE(Json::parse(to_json(std::vector{sample()}, {}))["commit"].is_null());
}

TEST(Json, HasTheParameters) {
  Answer answer = sample();
  answer.parameters = {{"N", 3, false}, {"Lossy", 1, true}};
  EXPECT_EQ(json_of({answer})["parameters"], Json({{"N", 3}, {"Lossy", true}}));
}

TEST(Json, OfOneFileAmongPossiblySeveralIsAListWithTotals) {
  const Json json = Json::parse(to_json(std::vector{vacuous()}, {.several = true}));
  EXPECT_EQ(json["files"].size(), 1U);
  EXPECT_EQ(json["totals"]["vacuous"], 1);
  EXPECT_EQ(json["totals"]["true"], 0);
}

TEST(Text, CountsVacuousVerdictsApart) {
  EXPECT_TRUE(mentions(to_text(vacuous()), "1 formula: 0 true, 0 false, 1 vacuously true"));
}

TEST(Text, SaysWhatStrictnessFindsFaultWith) {
  const TextForm strict{.strictness = evidence::Strictness::strict};
  EXPECT_TRUE(mentions(to_text(vacuous(), strict), "strict: 1 vacuous verdict and 1 warning"));
  EXPECT_FALSE(mentions(to_text(vacuous()), "strict"));
}

TEST(Text, PaintsVerdictsForATerminal) {
  const std::string text = to_text(sample(), {.style = base::Style::coloured});
  EXPECT_TRUE(mentions(text, "\033[32mtrue\033[0m"));
  EXPECT_TRUE(mentions(text, "\033[1;31mfalse\033[0m"));
  EXPECT_FALSE(mentions(to_text(sample()), "\033"));
}

TEST(Failures, AreTheFormulasThatDoNotPass) {
  EXPECT_EQ(failures_text(sample(), {}),
            "m.ispl:40: formula 2 is false: AG p  -- EXPECTED true\n"
            "m.ispl:40: formula 3 is unknown: AG p  -- time: more than 1 s\n");
  EXPECT_NE(failures_text(vacuous(), {}), "");
  Answer asked = sample();
  asked.formulae = {formula(4, Truth::fails)};
  asked.formulae.front().file = "--formula 1";
  EXPECT_EQ(failures_text(asked, {}), "m.ispl: --formula 1: formula 4 is false: AG p\n");
}

TEST(Totals, AreOneLine) {
  Answer bad = sample();
  bad.good_model = false;
  const evidence::Totals totals = evidence::count_totals(sample()) + evidence::count_totals(bad);
  EXPECT_EQ(totals_text(totals, "file", {}),
            "2 files, 3 formulae: 1 true, 1 false, 1 unknown; 0 of 1 as expected, 1 failing; 1 bad "
            "model\n");
}

}  // namespace
}  // namespace ken::report
