#include "driver/options.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace ken::driver {
namespace {

const Option& option(std::string_view flag) {
  for (const Option& row : options())
    if (row.flag == flag) return row;
  throw std::invalid_argument("no such option");
}

// The settings after one option; the value must be accepted.
Settings with(std::string_view flag, const std::string& value) {
  Settings settings;
  EXPECT_EQ(option(flag).apply(settings, value), "") << flag << " " << value;
  return settings;
}

bool refuses(std::string_view flag, const std::string& value) {
  Settings settings;
  return !option(flag).apply(settings, value).empty();
}

TEST(Options, AreUniqueTakenBySomeCommandAndExplained) {
  std::set<std::string_view> flags;
  for (const Option& row : options()) {
    EXPECT_TRUE(flags.insert(row.flag).second) << row.flag;
    EXPECT_TRUE(row.flag.starts_with("--")) << row.flag;
    EXPECT_FALSE(row.help.empty()) << row.flag;
    bool taken = false;
    for (const CommandRow& command : commands()) taken |= takes(command.command, row);
    EXPECT_TRUE(taken) << row.flag;
  }
}

TEST(Options, EveryCommandHasARow) {
  for (std::size_t i = 0; i < commands().size(); ++i)
    EXPECT_EQ(static_cast<std::size_t>(commands()[i].command), i);
}

TEST(Options, SetSplitsAtTheFirstEqualsSign) {
  const Settings settings = with("--set", "N=5");
  EXPECT_EQ(settings.parameters, (std::vector<std::pair<std::string, std::string>>{{"N", "5"}}));
  EXPECT_TRUE(refuses("--set", "N"));
  EXPECT_TRUE(refuses("--set", "=5"));
}

TEST(Options, SetTakesARangeToSweep) {
  const Settings settings = with("--set", "N=-2..5");
  ASSERT_EQ(settings.sweeps.size(), 1U);
  EXPECT_EQ(settings.sweeps[0].parameter, "N");
  EXPECT_EQ(settings.sweeps[0].first, -2);
  EXPECT_EQ(settings.sweeps[0].last, 5);
  EXPECT_TRUE(settings.parameters.empty());
  for (const char* const wrong : {"N=5..2", "N=..", "N=1..", "N=a..b", "N=1...3"})
    EXPECT_TRUE(refuses("--set", wrong)) << wrong;
}

TEST(Options, AReversedRangeIsToldTheRightOne) {
  Settings settings;
  EXPECT_EQ(option("--set").apply(settings, "N=5..-2"),
            "the range is reversed, so it has no value; write N=-2..5");
}

TEST(Options, AParameterIsSetOnce) {
  for (const char* const first : {"N=2", "N=2..5"}) {
    Settings settings = with("--set", first);
    for (const char* const second : {"N=3", "N=6..7"})
      EXPECT_EQ(option("--set").apply(settings, second),
                "N is set twice; give it one value, or a range such as N=2..5");
    EXPECT_EQ(option("--set").apply(settings, "M=3"), "");
  }
}

TEST(Options, UniformAgentsAreNamesBetweenCommas) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(with("--uniform-agents", "P").uniform_agents, (Names{"P"}));
  EXPECT_EQ(with("--uniform-agents", "P[1], P[2],g").uniform_agents, (Names{"P[1]", "P[2]", "g"}));
  EXPECT_EQ(with("--uniform-agents", "P[1, 2],Q").uniform_agents, (Names{"P[1,2]", "Q"}));
  for (const char* const wrong : {"", ",", "P,", ",P", "P,,Q", " "})
    EXPECT_TRUE(refuses("--uniform-agents", wrong)) << wrong;
}

TEST(Options, OnlyTakesNumbersFromOne) {
  EXPECT_EQ(with("--only", "2,3").only, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(with("--only", "1-3,7").only, (std::vector<std::size_t>{1, 2, 3, 7}));
  for (const char* const wrong :
       {"", "0", "1,", "x", "1;2", "-1", "1 2", "3-1", "0-2", "1-", "1-2-3", "1-99999999999"})
    EXPECT_TRUE(refuses("--only", wrong)) << wrong;
}

TEST(Options, FormulaeAreCollected) {
  EXPECT_EQ(with("--formula", "AG p").formulae, std::vector<std::string>{"AG p"});
}

TEST(Options, EngineAndSemanticsAreChosenFromAList) {
  EXPECT_EQ(with("--engine", "explicit").engine, EngineKind::explicit_states);
  EXPECT_TRUE(refuses("--engine", "magic"));
  EXPECT_EQ(with("--semantics", "ir-objective").semantics, logic::Semantics::ir_objective);
  EXPECT_TRUE(refuses("--semantics", "half"));
}

TEST(Options, SecondsMayHaveDecimals) {
  EXPECT_EQ(with("--timeout", "2.5").timeout, 2.5);
  EXPECT_EQ(with("--formula-timeout", "0.1").formula_timeout, 0.1);
  for (const char* const wrong : {"", "x", "0", "-1", "1s", "nan", "inf", "1e999"})
    EXPECT_TRUE(refuses("--timeout", wrong)) << wrong;
}

TEST(Options, MemoryUnderstandsUnits) {
  EXPECT_EQ(with("--memory", "100").memory, 100U);
  EXPECT_EQ(with("--memory", "2K").memory, 2048U);
  EXPECT_EQ(with("--memory", "500M").memory, std::uint64_t{500} << 20U);
  EXPECT_EQ(with("--memory", "3G").memory, std::uint64_t{3} << 30U);
  for (const char* const wrong :
       {"", "G", "-1", "1T", "1 G", "1GB", "99999999999999999999", "18446744073709551615K"})
    EXPECT_TRUE(refuses("--memory", wrong)) << wrong;
}

TEST(Options, SwitchesSwitch) {
  EXPECT_TRUE(with("--json", "").json);
  EXPECT_TRUE(with("--strict", "").strict);
  EXPECT_TRUE(with("--quiet", "").quiet);
  EXPECT_TRUE(with("--check", "").fmt_check);
  EXPECT_TRUE(with("--stdout", "").fmt_stdout);
}

TEST(Options, StagesAndTargetsAreChosenFromAList) {
  EXPECT_EQ(with("--stop-after", "reachable").stop_after, "reachable");
  EXPECT_TRUE(refuses("--stop-after", "lunch"));
  EXPECT_EQ(with("--to", "ispl").target, "ispl");
  EXPECT_EQ(with("--to", "dot").target, "dot");
  EXPECT_TRUE(refuses("--to", "cobol"));
}

TEST(OptionsPage, IsTheOneInTheManual) {
  std::ifstream file(KEN_SOURCE_DIR "/docs/options.md");
  std::stringstream page;
  page << file.rdbuf();
  EXPECT_EQ(page.str(), print_options_page()) << "copy the new text to docs/options.md";
}

}  // namespace
}  // namespace ken::driver
