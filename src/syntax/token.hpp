#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace ken::syntax {

// Words are all identifiers: which of them are keywords depends on where they stand.
enum class TokenKind : std::uint8_t {
  identifier,
  integer,
  string,
  lparen,
  rparen,
  lbrace,
  rbrace,
  lbracket,
  rbracket,
  semicolon,
  comma,
  colon,
  dot,
  dotdot,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  arrow,
  double_arrow,
  bang,
  plus,
  minus,
  star,
  slash,
  amp,
  bar,
  caret,
  tilde,
  question,
  bad,
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  base::Range range;
};

// From "--" to the end of the line, the line break not included.
struct Comment {
  base::Range range;
  std::uint32_t before_token;  // index of the first token behind it
};

// Counts how often tokens are looked at: see base/reads.hpp.
class TokenList {
 public:
  void set_reads(base::Reads reads) { reads_ = reads; }
  void push_back(const Token& token) { tokens_.push_back(token); }

  [[nodiscard]] const Token& operator[](std::size_t index) const {
    reads_.note();
    return tokens_[index];
  }
  [[nodiscard]] const Token& back() const { return tokens_.back(); }
  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] bool empty() const { return tokens_.empty(); }
  [[nodiscard]] auto begin() const { return tokens_.begin(); }
  [[nodiscard]] auto end() const { return tokens_.end(); }

 private:
  base::Reads reads_;
  std::vector<Token> tokens_;
};

// The text as tokens.  Lossless with the source: what lies between tokens is white space or a
// comment.  The last token is always 'end'.
struct Tokens {
  TokenList tokens;
  std::vector<Comment> comments;
};

// Never fails: bytes that mean nothing become one 'bad' token per run, with one diagnostic.  If
// there is a budget, a large text is charged to it with all that is made of it; throws Exhausted.
[[nodiscard]] Tokens lex(const base::Source& source, base::Diagnostics& diagnostics,
                         base::Budget* budget = nullptr);

// How a token kind is called in messages: "';'", "a name".
[[nodiscard]] std::string_view in_words(TokenKind kind);

}  // namespace ken::syntax
