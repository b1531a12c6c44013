#include "driver/mcmas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "driver/options.hpp"

namespace ken::driver {
namespace {

std::string answer(std::vector<std::string> arguments) { return answer_mcmas_call(arguments); }

void expect_in(const std::string& part, const std::string& text) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Mcmas, AFileAloneIsChecked) {
  expect_in("  ken check model.ispl\n", answer({"model.ispl"}));
  expect_in("  ken check --json models/nim.ispl\n", answer({"--json", "models/nim.ispl"}));
}

TEST(Mcmas, EveryOptionIsAnswered) {
  for (const char* const flag :
       {"-s", "-u", "-nobddcache", "-k", "-a", "-exportmodel", "-w", "-uniform", "-n", "-q"}) {
    expect_in(std::string("\n  ") + flag, answer({flag, "m.ispl"}));
    expect_in(" m.ispl\n", answer({flag, "m.ispl"}));
  }
  for (const char* const flag :
       {"-v", "-e", "-o", "-g", "-d", "-c", "-p", "-f", "-l", "-atlk", "-uc", "-ufgroup"})
    for (const std::string value : {"0", "1", "2", "3", "4", "x"}) {
      if (flag == std::string("-f") && value == "x") continue;  // a formula
      expect_in(std::string("\n  ") + flag + " " + value, answer({flag, value, "m.ispl"}));
      expect_in(" m.ispl\n", answer({flag, value, "m.ispl"}));
    }
}

TEST(Mcmas, OptionsBecomeOptions) {
  expect_in("  ken check --semantics ir m.ispl\n", answer({"-atlk", "2", "m.ispl"}));
  expect_in("  ken check --semantics uniform m.ispl\n", answer({"-uniform", "m.ispl"}));
  expect_in("  ken check --semantics uniform --uniform-agents g m.ispl\n",
            answer({"-uniform", "-ufgroup", "g", "m.ispl"}));
  expect_in("  ken check --semantics uniform --uniform-agents g m.ispl\n",
            answer({"-ufgroup", "g", "m.ispl"}));
  expect_in("  ken check --order 2 --stats m.ispl\n",
            answer({"-o", "2", "-u", "-v", "3", "m.ispl"}));
  expect_in("  ken check --reorder off m.ispl\n", answer({"check", "-d", "1", "m.ispl"}));
}

TEST(Mcmas, CounterexamplesAreEvidence) {
  expect_in("  ken check --evidence m.ispl\n", answer({"-c", "3", "m.ispl"}));
  expect_in("  ken check --evidence-dir out m.ispl\n", answer({"-p", "out", "m.ispl"}));
  expect_in("  ken simulate m.ispl\n", answer({"-s", "m.ispl"}));
  expect_in("  ken export --to dot m.ispl\n", answer({"-exportmodel", "m.ispl"}));
}

TEST(Mcmas, TheLaterOfTwoSemanticsCounts) {
  expect_in("  ken check --semantics uniform m.ispl\n",
            answer({"-atlk", "2", "-uniform", "m.ispl"}));
}

TEST(Mcmas, NumbersThatNobodyKnowsAreNotPassedOn) {
  expect_in("  ken check m.ispl\n", answer({"-e", "4", "-o", "5", "m.ispl"}));
}

TEST(Mcmas, AFormulaIsNoNumberOfStrategies) {
  expect_in("  ken check --formula 'EF P.x' m.ispl\n", answer({"m.ispl", "-f", "EF P.x"}));
}

TEST(Mcmas, AnOptionWithoutItsValueOrAFileIsAnsweredToo) {
  expect_in("  ken check --evidence m.ispl\n", answer({"-c", "m.ispl"}));
  expect_in("  ken check --evidence FILE\n", answer({"-c"}));
  expect_in("  ken check FILE\n", answer({"-k"}));
  expect_in("  ken check model\n", answer({"-k", "model"}));
}

TEST(Mcmas, OnlySuggestsOptionsThatExist) {
  for (const char* const flag : {"-q", "-u", "-uniform", "-ufgroup"}) {
    const std::string text = answer({flag, "m.ispl"});
    for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at + 2)) {
      const std::string own = text.substr(at, text.find_first_of(" :\n", at) - at);
      const auto named = [&](const Option& option) { return option.flag == own; };
      EXPECT_TRUE(std::any_of(options().begin(), options().end(), named)) << own;
    }
  }
}

TEST(Mcmas, OtherMistakesAreNotForThis) {
  EXPECT_EQ(answer({}), "");
  EXPECT_EQ(answer({"chek", "model.ispl"}), "");
  EXPECT_EQ(answer({"chek"}), "");
  EXPECT_EQ(answer({"chek", "-c", "3", "model.ispl"}), "");
  EXPECT_EQ(answer({"check", "model.ispl"}), "");
  EXPECT_EQ(answer({"check", "--jsno", "model.ispl"}), "");
  EXPECT_EQ(answer({"lint", "-c", "3", "model.ispl"}), "");
  EXPECT_EQ(answer({"--verison"}), "");
}

}  // namespace
}  // namespace ken::driver
