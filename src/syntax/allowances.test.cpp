#include "syntax/allowances.hpp"

#include <gtest/gtest.h>

#include "syntax/parser.hpp"

namespace ken::syntax {
namespace {

System parsed(const std::string& text) {
  base::Diagnostics diagnostics;
  return parse(base::make_source("m", text), diagnostics);
}

std::vector<std::string> codes_in(const std::string& comment) {
  const System system = parsed(comment + "\nAgent P end Agent");
  std::vector<std::string> result;
  for (const Allowance& allowance : read_allowances(system))
    result.emplace_back(system.text(allowance.code));
  return result;
}
using Codes = std::vector<std::string>;

TEST(Allowances, NameCodesBeforeProse) {
  EXPECT_EQ(codes_in("-- lint: allow W006"), Codes{"W006"});
  EXPECT_EQ(codes_in("--lint:allow W006"), Codes{"W006"});
  EXPECT_EQ(codes_in("-- lint: allow W006: W008 is another matter"), Codes{"W006"});
  EXPECT_EQ(codes_in("-- lint: allow W006."), Codes{"W006"});
  EXPECT_EQ(codes_in("-- lint: allow W006, W008 W003 because 3 coins"),
            (Codes{"W006", "W008", "W003"}));
  EXPECT_EQ(codes_in("-- lint: allow W6 X1234 w006"), (Codes{"W6", "X1234"}));
}

TEST(Allowances, WithoutACodeAreEmpty) {
  EXPECT_EQ(codes_in("-- lint: allow"), Codes{""});
  EXPECT_EQ(codes_in("-- lint: allow everything"), Codes{""});
  EXPECT_EQ(codes_in("-- lint: W006"), Codes{""});
}

TEST(Allowances, AreCommentsThatBeginSo) {
  EXPECT_EQ(codes_in("-- lint is fun"), Codes{});
  EXPECT_EQ(codes_in("-- see lint: allow W006"), Codes{});
}

// '@' marks a place that the one allowance of the text covers, '#' one that it does not.
void expect_places(std::string text) {
  std::vector<std::pair<std::uint32_t, bool>> marks;
  for (std::size_t at = text.find_first_of("@#"); at != std::string::npos;
       at = text.find_first_of("@#")) {
    marks.emplace_back(static_cast<std::uint32_t>(at), text[at] == '@');
    text.erase(at, 1);
  }
  const System system = parsed(text);
  const auto allowances = read_allowances(system);
  ASSERT_EQ(allowances.size(), 1U);
  for (const auto& [at, covered] : marks)
    EXPECT_EQ(covers(allowances[0], {at, at + 1}), covered) << "at " << at << " in\n" << text;
}

TEST(Allowances, BehindALineSpeakOfThatLine) {
  expect_places(
      "Agent #P\n Vars: #x : 0..3; end Vars\n Evolution:\n  #x = 1 if x = 0;\n"
      "  @x = 2\n    if x = 0; -- lint: allow W006\n  #x = 3 if x = 0;\n end Evolution\nend Agent");
  expect_places("Agent @P -- lint: allow W003\n Vars: #x : 0..3; end Vars\nend Agent");
}

TEST(Allowances, AloneSpeakOfWhatBeginsNext) {
  expect_places(
      "Agent #P\n Evolution:\n  #x = 1 if x = 0;\n  -- lint: allow W006\n  -- more\n\n"
      "  @x = 2\n    if @x = 0;\n  #x = 3 if x = 0;\n end Evolution\nend Agent");
  expect_places(
      "Agent #P\n -- lint: allow W006\n Evolution:\n  @x = 1 if x = 0;\n  @x = 3 if x = 0;\n end "
      "Evolution\nend Agent\nAgent #Q\n Evolution: #x = 1 if x = 0; end Evolution end Agent");
  expect_places(
      "-- lint: allow W006\nAgent @P\n Evolution:\n  @x = 1 if x = 0;\n end Evolution\nend Agent\n"
      "Agent #Q\nend Agent");
}

TEST(Allowances, AtTheEndSpeakOfNothing) {
  expect_places("Agent #P\nend Agent\n-- lint: allow W003");
}

TEST(Allowances, BesideMistakesAreReadAsWell) {
  EXPECT_EQ(codes_in("Agent Agent ; -- lint: allow W003\n end end"), Codes{"W003"});
}

}  // namespace
}  // namespace ken::syntax
