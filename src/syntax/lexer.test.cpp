#include <gtest/gtest.h>

#include "syntax/token.hpp"

namespace ken::syntax {
namespace {

using enum TokenKind;

struct Lexed {
  base::Source source;
  base::Diagnostics diagnostics;
  Tokens tokens;

  explicit Lexed(std::string text) : source(base::make_source("m", std::move(text))) {
    tokens = lex(source, diagnostics);
  }
  [[nodiscard]] std::vector<TokenKind> kinds() const {
    std::vector<TokenKind> kinds;
    for (const Token& token : tokens.tokens) kinds.push_back(token.kind);
    return kinds;
  }
  [[nodiscard]] base::Position position(std::size_t token) const {
    return source->position(tokens.tokens[token].range.begin);
  }
};

using Kinds = std::vector<TokenKind>;
using base::Position;

TEST(Lexer, TakesTheLongestSymbol) {
  EXPECT_EQ(
      Lexed("<-> -> <> != <= >= ..").kinds(),
      (Kinds{double_arrow, arrow, not_equal, not_equal, less_equal, greater_equal, dotdot, end}));
  EXPECT_EQ(Lexed("a<b>c").kinds(),
            (Kinds{identifier, less, identifier, greater, identifier, end}));
}

TEST(Lexer, ReadsARangeAsThreeTokens) {
  EXPECT_EQ(Lexed("0..3").kinds(), (Kinds{integer, dotdot, integer, end}));
}

TEST(Lexer, TwoMinusSignsStartAComment) {
  const Lexed lexed("a--1\nb");
  EXPECT_EQ(lexed.kinds(), (Kinds{identifier, identifier, end}));
  ASSERT_EQ(lexed.tokens.comments.size(), 1U);
  EXPECT_EQ(lexed.source->text(lexed.tokens.comments[0].range), "--1");
  EXPECT_EQ(lexed.tokens.comments[0].before_token, 1U);
}

TEST(Lexer, AByteOrderMarkTakesNoColumn) {
  EXPECT_EQ(Lexed("\xEF\xBB\xBFx y").position(1), (Position{1, 3}));
}

TEST(Lexer, EveryLineBreakCountsOnce) {
  const Lexed lexed("a\r\nb\nc\rd");
  EXPECT_EQ(lexed.position(1), (Position{2, 1}));
  EXPECT_EQ(lexed.position(2), (Position{3, 1}));
  EXPECT_EQ(lexed.position(3), (Position{3, 3}));
}

TEST(Lexer, ACommentEndsWithItsLineAndNotAtACarriageReturnAlone) {
  const Lexed lexed("a -- one\rtwo\r\nb -- three\r\r\n");
  EXPECT_EQ(lexed.kinds(), (Kinds{identifier, identifier, end}));
  ASSERT_EQ(lexed.tokens.comments.size(), 2U);
  EXPECT_EQ(lexed.source->text(lexed.tokens.comments[0].range), "-- one\rtwo");
  EXPECT_EQ(lexed.source->text(lexed.tokens.comments[1].range), "-- three");
}

TEST(Lexer, ATabIsOneColumn) { EXPECT_EQ(Lexed("\t\tx").position(0), (Position{1, 3})); }

TEST(Lexer, BytesInCommentsAreFree) {
  const Lexed lexed("-- \xE9t\xE9 \xC3\xA9\xFF\nx");
  EXPECT_TRUE(lexed.diagnostics.all().empty());
  EXPECT_EQ(lexed.position(0), (Position{2, 1}));
}

TEST(Lexer, ACharacterOfSeveralBytesIsOneColumn) {
  const Lexed lexed("\xC3\xA9 x");
  EXPECT_EQ(lexed.kinds(), (Kinds{bad, identifier, end}));
  EXPECT_EQ(lexed.position(1), (Position{1, 3}));
}

TEST(Lexer, UnreadableBytesGiveOneDiagnosticPerRun) {
  EXPECT_EQ(Lexed("a @@@ $$ b").diagnostics.errors(), 2U);
  EXPECT_EQ(Lexed("'red'").diagnostics.errors(), 1U);
  EXPECT_EQ(Lexed("_x").diagnostics.all().front().hint, "a name starts with a letter");
  EXPECT_EQ(Lexed("% no").diagnostics.all().front().hint, "a comment starts with --");
}

TEST(Lexer, NumbersHaveSixtyFourBits) {
  EXPECT_FALSE(Lexed("9223372036854775807").diagnostics.has_errors());
  EXPECT_TRUE(Lexed("9223372036854775808").diagnostics.has_errors());
}

TEST(Lexer, AStringEndsOnItsLine) {
  EXPECT_EQ(Lexed("\"a b\" c").kinds(), (Kinds{string, identifier, end}));
  EXPECT_EQ(Lexed("\"a b\nc").diagnostics.errors(), 1U);
}

TEST(Lexer, WhatIsBetweenTokensIsBlankOrComment) {
  const std::string text = "Agent\tM -- c\n x<= 3 @ _y \"s\" ..;";
  const Lexed lexed(text);
  std::string rest = text;
  const auto blank = [&](base::Range range) {
    for (std::uint32_t i = range.begin; i < range.end; ++i) rest[i] = ' ';
  };
  for (const Token& token : lexed.tokens.tokens) blank(token.range);
  for (const Comment& comment : lexed.tokens.comments) blank(comment.range);
  EXPECT_EQ(rest.find_first_not_of(" \t\n"), rest.npos);
}

TEST(Lexer, WhatIsNoTextIsOneMistake) {
  const Lexed lexed("Agent P\n" + std::string(20, '\0') + " @ # $ \x01\x02");
  ASSERT_EQ(lexed.diagnostics.all().size(), 1U);
  EXPECT_EQ(lexed.diagnostics.all()[0].code, base::Code::unreadable);
  EXPECT_EQ(lexed.kinds(), (Kinds{identifier, identifier, bad, end}));
}

TEST(Lexer, CommentsMayHaveAnyBytes) {
  const Lexed lexed("a -- " + std::string(20, '\x01') + "\nb");
  EXPECT_TRUE(lexed.diagnostics.all().empty());
  EXPECT_EQ(lexed.kinds(), (Kinds{identifier, identifier, end}));
}

}  // namespace
}  // namespace ken::syntax
