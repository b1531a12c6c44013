#include "base/diagnostic.hpp"

#include <gtest/gtest.h>

#include <set>

namespace ken::base {
namespace {

Diagnostics with(const Source& source, Range range, Code code = Code::unclosed) {
  Diagnostics diagnostics;
  diagnostics.add(source, range, code, "(");
  return diagnostics;
}

std::string shown(const std::string& text, Range range) {
  return to_text(with(make_source("m.ispl", text), range).all().front());
}

TEST(Codes, AreUniqueAndStartWithTheirSeverity) {
  std::set<std::string_view> names;
  for (const CodeRow& r : code_table) {
    EXPECT_TRUE(names.insert(r.name).second) << r.name;
    const char letter = r.severity == Severity::error     ? 'E'
                        : r.severity == Severity::warning ? 'W'
                                                          : 'N';
    EXPECT_EQ(r.name.front(), letter) << r.name;
  }
}

TEST(Codes, StandInTheOrderOfTheirEnumerators) {
  for (std::size_t i = 0; i < code_table.size(); ++i)
    EXPECT_EQ(static_cast<std::size_t>(code_table[i].code), i);
}

TEST(Diagnostics, OfTwoErrorsAtOnePlaceTheFirstIsKept) {
  const auto source = make_source("m", "abc");
  Diagnostics diagnostics = with(source, {1, 2});
  diagnostics.add(source, {1, 3}, Code::missing, "';'");
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, Code::unclosed);
  EXPECT_EQ(diagnostics.errors(), 1U);
}

TEST(Diagnostics, ErrorsAtOnePlaceOfTwoTextsAreTwo) {
  Diagnostics diagnostics = with(make_source("m", "abc"), {1, 2});
  diagnostics.append(with(make_source("m", "abc"), {1, 2}));
  EXPECT_EQ(diagnostics.errors(), 2U);
}

TEST(Diagnostics, AWarningDoesNotHideAnError) {
  const auto source = make_source("m", "abc");
  Diagnostics diagnostics = with(source, {1, 2}, Code::unused_variable);
  EXPECT_FALSE(diagnostics.has_errors());
  diagnostics.append(with(source, {1, 2}));
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.all().size(), 2U);
}

TEST(Diagnostics, KeepsAHundredErrorsAndAThousandWarningsAndCountsTheRest) {
  const auto source = make_source("m", std::string(1500, 'x'));
  Diagnostics diagnostics;
  for (std::uint32_t i = 0; i < 1050; ++i) {
    diagnostics.add(source, {i, i + 1}, Code::unclosed, "(");
    diagnostics.add(source, {i, i + 1}, Code::unused_variable, "x");
  }
  EXPECT_EQ(diagnostics.all().size(), 1100U);
  EXPECT_EQ(diagnostics.errors(), 1050U);
  EXPECT_EQ(diagnostics.not_shown(), 1000U);
}

TEST(Diagnostics, ADroppedOneMayStillBeChanged) {
  const auto source = make_source("m", "abc");
  Diagnostics diagnostics = with(source, {1, 2});
  diagnostics.add(source, {1, 2}, Code::missing, "';'").hint = "no use";
  EXPECT_TRUE(diagnostics.all()[0].hint.empty());
}

TEST(Diagnostics, SortGoesByPlaceAndKeepsTheOrderWithinOne) {
  const auto source = make_source("m", "abc");
  Diagnostics diagnostics = with(source, {2, 3});
  diagnostics.append(with(source, {0, 1}, Code::unused_variable));
  diagnostics.append(with(source, {0, 1}, Code::missing));
  diagnostics.sort();
  EXPECT_EQ(diagnostics.all()[0].code, Code::unused_variable);
  EXPECT_EQ(diagnostics.all()[1].code, Code::missing);
  EXPECT_EQ(diagnostics.all()[2].code, Code::unclosed);
}

TEST(ToText, ShowsPlaceLineAndCaret) {
  EXPECT_EQ(shown("a\nb (c", {4, 5}),
            "m.ispl:2:3: error E017: this '(' is never closed\n 2 | b (c\n   |   ^\n");
}

TEST(ToText, MarksTheWholeRangeOnItsLine) {
  EXPECT_NE(shown("abc def\nghi", {4, 11}).find("\n   |     ^~~\n"), std::string::npos);
}

TEST(ToText, KeepsTabsUnderTabs) {
  EXPECT_NE(shown("\t\t(", {2, 3}).find("| \t\t^\n"), std::string::npos);
}

TEST(ToText, CountsACharacterOfSeveralBytesOnce) {
  EXPECT_NE(shown("\xC3\xA9(", {2, 3}).find("m.ispl:1:2"), std::string::npos);
  EXPECT_NE(shown("\xC3\xA9(", {2, 3}).find("|  ^\n"), std::string::npos);
}

TEST(ToText, CutsAWindowOutOfAVeryLongLine) {
  const std::string text =
      shown(std::string(100'000, 'y') + "(" + std::string(100'000, 'z'), {100'000, 100'001});
  EXPECT_LT(text.size(), 500U);
  EXPECT_NE(text.find("...yyy"), std::string::npos);
  EXPECT_NE(text.find("zzz..."), std::string::npos);
  const std::size_t caret = text.rfind('^') - text.rfind('\n', text.rfind('^'));
  const std::size_t bracket = text.rfind('(') - text.rfind('\n', text.rfind('('));
  EXPECT_EQ(caret, bracket);
}

TEST(ToText, AVeryLongRangeIsMarkedInsideTheWindow) {
  EXPECT_LT(shown(std::string(100'000, 'y'), {10, 90'000}).size(), 500U);
}

TEST(ToText, DoesNotCutACharacterInTwo) {
  std::string line;
  for (int i = 0; i < 200; ++i) line += "\xE2\x82\xAC";
  for (std::uint32_t at = 0; at < line.size(); at += 3)
    EXPECT_EQ(shown(line, {at, at + 3}).find("\\x"), std::string::npos) << at;
}

TEST(ToText, ALongLineOfBrokenBytesIsCutToo) {
  EXPECT_LT(shown(std::string(100'000, '\x80'), {50'000, 50'001}).size(), 1000U);
}

TEST(ToText, ShowsHintRelatedPlaceAndTrace) {
  const auto source = make_source("m", "a\nb");
  Diagnostics diagnostics;
  Diagnostic& d = diagnostics.add(source, {2, 3}, Code::unclosed, "(");
  d.hint = "close it";
  d.related.push_back({source, {0, 1}, "opened here"});
  d.trace.emplace_back("state 0");
  EXPECT_EQ(to_text(d),
            "m:2:1: error E017: this '(' is never closed\n 2 | b\n   | ^\n   hint: close it\n"
            "m:1:1: opened here\n 1 | a\n   | ^\n   state 0\n");
}

TEST(ToText, AtTheEndOfTheTextPointsBehindIt) {
  EXPECT_NE(shown("ab", {2, 2}).find("m.ispl:1:3"), std::string::npos);
  EXPECT_NE(shown("ab", {2, 2}).find("|   ^\n"), std::string::npos);
}

}  // namespace
}  // namespace ken::base
