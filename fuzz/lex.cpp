// The lexer never fails and loses nothing: tokens and comments stand in order, what lies between is
// white space, and the last token is the end.

#include <cctype>

#include "base/check.hpp"
#include "support.hpp"
#include "syntax/token.hpp"

using ken::base::Range;

namespace {

bool is_blank(std::string_view text) {
  for (const char c : text)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto source = ken::fuzz::source(data, size);
  ken::base::Diagnostics diagnostics;
  const ken::syntax::Tokens tokens = ken::syntax::lex(source, diagnostics);
  CHECK(!tokens.tokens.empty() && tokens.tokens.back().kind == ken::syntax::TokenKind::end,
        "the last token is the end");
  std::uint32_t at = source->begin();
  std::size_t comment = 0;
  const auto pass = [&](Range range) {
    CHECK(range.begin >= at && range.end >= range.begin, "tokens stand in order");
    CHECK(is_blank(source->text({at, range.begin})), "nothing but white space is left out");
    at = range.end;
  };
  for (std::size_t i = 0; i < tokens.tokens.size(); ++i) {
    while (comment < tokens.comments.size() && tokens.comments[comment].before_token <= i)
      pass(tokens.comments[comment++].range);
    pass(tokens.tokens[i].range);
  }
  CHECK(comment == tokens.comments.size(), "every comment has a token behind it");
  CHECK(at == source->text().size() || is_blank(source->text({at, ~0U})), "all is read");
  for (const auto& d : diagnostics.all()) CHECK(!to_text(d).empty(), "a diagnostic can be shown");
  return 0;
}
