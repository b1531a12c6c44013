#include "base/source.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace ken::base {
namespace {

// Where the first "x" of the text is.
Position of_x(const std::string& text) {
  const SourceFile file("m", text);
  return file.position(static_cast<std::uint32_t>(text.find('x')));
}

TEST(Position, CountsLinesAndColumnsFromOne) {
  EXPECT_EQ(of_x("x"), (Position{1, 1}));
  EXPECT_EQ(of_x("ab\n cx"), (Position{2, 3}));
}

TEST(Position, AByteOrderMarkTakesNoColumn) {
  EXPECT_EQ(of_x("\xEF\xBB\xBFx"), (Position{1, 1}));
  EXPECT_EQ(SourceFile("m", "\xEF\xBB\xBFx").begin(), 3U);
  EXPECT_EQ(SourceFile("m", "x").begin(), 0U);
}

TEST(Position, InsideTheByteOrderMarkIsTheFirstColumn) {
  EXPECT_EQ(SourceFile("m", "\xEF\xBB\xBFx").position(1), (Position{1, 1}));
}

TEST(Position, EveryKindOfLineBreakCountsOnce) {
  EXPECT_EQ(of_x("a\nx"), (Position{2, 1}));
  EXPECT_EQ(of_x("a\r\nx"), (Position{2, 1}));
  EXPECT_EQ(of_x("a\r\r\n\nx"), (Position{3, 1}));
}

TEST(Position, ACarriageReturnAloneIsNoLineBreak) { EXPECT_EQ(of_x("a\rx"), (Position{1, 3})); }

TEST(Position, ATabIsOneColumn) { EXPECT_EQ(of_x("\t\tx"), (Position{1, 3})); }

TEST(Position, ACharacterOfSeveralBytesIsOneColumn) {
  EXPECT_EQ(of_x("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80x"), (Position{1, 4}));
}

TEST(Position, EveryLatin1ByteIsAColumn) { EXPECT_EQ(of_x("caf\xE9 \xFC\xFCx"), (Position{1, 8})); }

TEST(Position, PastTheEndIsTheEnd) {
  const SourceFile file("m", "ab\nc");
  EXPECT_EQ(file.position(4), (Position{2, 2}));
  EXPECT_EQ(file.position(1000), (Position{2, 2}));
  EXPECT_EQ(SourceFile("m", "").position(0), (Position{1, 1}));
}

// Characters of one to four bytes and broken ones, in a long line between short ones.
TEST(Position, InALongLineIsCountedAsInAShortOne) {
  std::string line;
  for (int i = 0; i < 3000; ++i) line += i % 7 == 0 ? "\xC3\xA9\xF0\x9F\x98\x80" : "a\xFC\xE2\x82";
  const SourceFile file("m", "ab\n" + line + "\nc");
  std::uint32_t column = 1;
  for (std::size_t at = 0; at < line.size(); at += character_length(line, at), ++column)
    if (at % 13 == 0 || at % 4096 < 5) {
      EXPECT_EQ(file.position(static_cast<std::uint32_t>(at + 3)), (Position{2, column})) << at;
    }
  EXPECT_EQ(file.position(static_cast<std::uint32_t>(line.size() + 4)), (Position{3, 1}));
}

TEST(LineNumber, AgreesWithThePosition) {
  const SourceFile file("m",
                        "\xEF\xBB\xBF"
                        "ab\r\nc\n\nd");
  for (std::uint32_t at = 0; at <= file.text().size(); ++at)
    EXPECT_EQ(file.line_number(at), file.position(at).line) << at;
}

TEST(Line, HasNoLineBreak) {
  const SourceFile file("m", "\xEF\xBB\xBFone\r\ntwo\rthree\n");
  EXPECT_EQ(file.line(1), "one");
  EXPECT_EQ(file.line(2), "two\rthree");
  EXPECT_EQ(file.line(3), "");
  EXPECT_EQ(file.line_count(), 3U);
}

TEST(Line, ThatDoesNotExistIsEmpty) {
  const SourceFile file("m", "one");
  EXPECT_EQ(file.line(0), "");
  EXPECT_EQ(file.line(2), "");
}

TEST(Text, OfARangeIsCutAtTheEnd) {
  const SourceFile file("m", "abc");
  EXPECT_EQ(file.text({1, 2}), "b");
  EXPECT_EQ(file.text({1, 100}), "bc");
  EXPECT_EQ(file.text({50, 100}), "");
  EXPECT_EQ(file.text({2, 1}), "");
}

}  // namespace
}  // namespace ken::base
