#include "base/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <vector>

namespace ken::base {
namespace {

TEST(CharacterLength, KnowsWellFormedUtf8Only) {
  EXPECT_EQ(character_length("a", 0), 1U);
  EXPECT_EQ(character_length("\xC3\xA9", 0), 2U);
  EXPECT_EQ(character_length("\xE2\x82\xAC", 0), 3U);
  EXPECT_EQ(character_length("\xF0\x9F\x98\x80", 0), 4U);
}

TEST(CharacterLength, CutOverlongAndSurrogateFormsAreSingleBytes) {
  for (const char* const broken :
       {"\xC3", "\xE2\x82", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF"})
    EXPECT_EQ(character_length(broken, 0), 1U) << broken;
}

TEST(Printable, ShowsControlCharactersAndBrokenBytes) {
  EXPECT_EQ(make_printable("a\nb\x01"
                           "c\x7F"),
            "a\\x0Ab\\x01c\\x7F");
  EXPECT_EQ(make_printable("caf\xE9"), "caf\\xE9");
}

TEST(Printable, KeepsTabsAndWellFormedText) {
  EXPECT_EQ(make_printable("a\tb \xC3\xA9"), "a\tb \xC3\xA9");
}

TEST(Printable, IsDoneAfterOnce) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    const std::string once = make_printable(text);
    RC_ASSERT(make_printable(once) == once);
  }));
}

TEST(Shortened, KeepsWhatFits) {
  EXPECT_EQ(shorten("abcdef", 6), "abcdef");
  EXPECT_EQ(shorten("", 3), "");
}

TEST(Shortened, CutsToTheLengthWithDots) {
  EXPECT_EQ(shorten("abcdefg", 6), "abc...");
  EXPECT_EQ(shorten("abcdefg", 3), "...");
}

TEST(Shortened, CountsCharactersAndCutsNone) {
  EXPECT_EQ(shorten("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4), "\xC3\xA9...");
}

TEST(Shortened, IsNeverLongerThanAsked) {
  EXPECT_TRUE(rc::check([](const std::string& text) {
    const auto most = *rc::gen::inRange<std::size_t>(3, 20);
    RC_ASSERT(count_characters(shorten(text, most)) <= most);
  }));
}

TEST(Collapsed, LeavesSingleBlanksInside) {
  EXPECT_EQ(collapse_blanks("  a \t\n b\r\n"), "a b");
  EXPECT_EQ(collapse_blanks(" \n"), "");
}

std::optional<std::string> found(std::string_view wanted) {
  const std::vector<std::string> candidates = {"Sender", "Receiver", "x", "channel"};
  return find_nearest(wanted, candidates);
}

TEST(Nearest, FindsATypingMistake) {
  EXPECT_EQ(found("Sendr"), "Sender");
  EXPECT_EQ(found("Sedner"), "Sender");
  EXPECT_EQ(found("chanel"), "channel");
}

TEST(Nearest, PrefersAnotherCaseOfTheSameLetters) {
  const std::vector<std::string> candidates = {"sent", "SEND"};
  EXPECT_EQ(find_nearest("send", candidates), "SEND");
}

TEST(Nearest, FindsNothingWhenNothingIsClose) {
  EXPECT_EQ(found("Environment"), std::nullopt);
  EXPECT_EQ(found("y"), std::nullopt);
  EXPECT_EQ(found(""), std::nullopt);
  EXPECT_EQ(found(std::string(1000, 'x')), std::nullopt);
}

TEST(QuotedForDot, NothingEndsTheLabelButItsEnd) {
  EXPECT_EQ(quote_for_dot("a \"b\" \\n\nc\\"), "\"a \\\"b\\\" \\\\n\\nc\\\\\"");
}

TEST(Counted, IsSingularForOneOnly) {
  EXPECT_EQ(count_in_words(0, "state"), "0 states");
  EXPECT_EQ(count_in_words(1, "state"), "1 state");
  EXPECT_EQ(count_in_words(2, "state"), "2 states");
}

}  // namespace
}  // namespace ken::base
