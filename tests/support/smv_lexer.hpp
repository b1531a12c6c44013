#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ken::tests::smv {

struct Place {
  std::size_t line = 1, column = 1;
};

// Throws Mistake.
[[noreturn]] void refuse(Place place, const std::string& why);

enum class TokenKind : std::uint8_t { name, number, reserved, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // points into the text that was given
  Place place;
  std::int64_t number = 0;

  // Is it this reserved word or symbol?
  [[nodiscard]] bool is(std::string_view what) const {
    return (kind == TokenKind::reserved || kind == TokenKind::symbol) && text == what;
  }
};

// The last token is the end.
[[nodiscard]] std::vector<Token> lex(std::string_view text);

}  // namespace ken::tests::smv
