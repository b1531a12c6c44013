#include "report/strategy_picture.hpp"

#include <gtest/gtest.h>

namespace ken::report {
namespace {

using evidence::StrategyAnswer;
using Row = StrategyAnswer::Row;

std::string draw(std::vector<Row> rows) {
  return strategy_picture(
      {.operation = "<P>F p", .semantics = "ir", .starts = "2", .rows = std::move(rows)});
}
std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(StrategyPicture, LooksAtOneVariableAfterTheOther) {
  EXPECT_EQ(draw({{"P", {{"x", "0"}, {"y", "0"}}, "go"},
                  {"P", {{"x", "0"}, {"y", "1"}}, "wait"},
                  {"P", {{"x", "1"}, {"y", "0"}}, "go"},
                  {"P", {{"x", "2"}, {"y", "1"}}, "go"}}),
            "digraph {\n"
            "  label=\"<P>F p [ir]\\nwins from 2 states\";\n"
            "  labelloc=t;\n"
            "  subgraph cluster_0 {\n"
            "    label=\"P\";\n"
            "    n0_0 [label=\"go\", shape=box, style=filled];\n"
            "    n0_1 [label=\"wait\", shape=box, style=filled];\n"
            "    n0_2 [label=\"y\"];\n"
            "    n0_3 [label=\"x\"];\n"
            "    n0_2 -> n0_0 [label=\"0\"];\n"
            "    n0_2 -> n0_1 [label=\"1\"];\n"
            "    n0_3 -> n0_2 [label=\"0\"];\n"
            "    n0_3 -> n0_0 [label=\"1, 2\"];\n"
            "  }\n"
            "}\n");
}

TEST(StrategyPicture, HasAFrameForEachAgent) {
  const std::string picture = draw({{"P", {}, "go"}, {"Q", {}, "go"}});
  EXPECT_EQ(count(picture, "subgraph"), 2U);
  EXPECT_EQ(count(picture, "[label=\"go\""), 2U);
}

TEST(StrategyPicture, SaysThatNothingHasToBeChosen) {
  EXPECT_EQ(count(draw({}), "nothing has to be chosen"), 1U);
}

TEST(StrategyPicture, QuotesNames) {
  const std::string picture =
      draw({{"P\"];x[", {{"a\\", "\n"}}, "go"}, {"P\"];x[", {{"a\\", "1"}}, "b"}});
  EXPECT_EQ(count(picture, "label=\"P\\\"];x[\";"), 1U) << picture;
  EXPECT_EQ(count(picture, "[label=\"a\\\\\"];"), 1U) << picture;
  EXPECT_EQ(count(picture, "\"\n\""), 0U) << picture;
}

TEST(StrategyPicture, DoesNotDrawWhatNobodyCanRead) {
  std::vector<Row> rows(1000);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = {"P", {{"x", std::to_string(i)}}, "go" + std::to_string(i)};
  const std::string picture = draw(rows);
  EXPECT_EQ(count(picture, "1000 choices, too many to be drawn"), 1U);
  EXPECT_LT(picture.size(), 1000U);
}

TEST(StrategyPicture, CutsALongListOfValues) {
  std::vector<Row> rows(20);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = {"P", {{"x", std::to_string(i)}}, i < 15 ? "a" : "b"};
  EXPECT_EQ(count(draw(rows), "[label=\"0, 1, 2, 3, 4, 5, 6, 7, ... (15 values)\"]"), 1U);
}

}  // namespace
}  // namespace ken::report
