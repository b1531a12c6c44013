#include "syntax/cursor.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "syntax/foreign.hpp"
#include "syntax/foreign_spelling.hpp"
#include "syntax/operators.hpp"

namespace ken::syntax {

std::string Cursor::quoted(base::Range range) const {
  return "'" + base::shorten(base::make_printable(source_->text(range).substr(0, 64)), 30) + "'";
}

std::string Cursor::found() const { return at_end() ? "the end of the text" : quoted(range()); }

base::Diagnostic& Cursor::expected(std::string_view what) {
  const auto foreign = diagnostics_.saturated() ? std::nullopt : find_foreign_spelling(*this, what);
  if (foreign) {
    auto& diagnostic =
        complain(foreign->range, base::Code::expected, foreign->wanted, quoted(foreign->range));
    diagnostic.hint = foreign->hint;
    return diagnostic;
  }
  auto& diagnostic = complain(range(), base::Code::expected, what, found());
  if (is(TokenKind::slash) && (is(TokenKind::slash, 1) || is(TokenKind::star, 1)))
    diagnostic.hint = "a comment starts with --";
  if (is(TokenKind::string)) diagnostic.hint = "names and values stand without quotes";
  if (diagnostic.hint.empty() && !diagnostics_.saturated())
    diagnostic.hint = find_foreign_hint(*this, what);
  return diagnostic;
}

base::Diagnostic& Cursor::missing(std::string_view what) {
  const base::Range before = previous();
  return complain({before.end, before.end}, base::Code::missing, what);
}

bool Cursor::foreign_operator() {
  if (at_ == 0 || previous().end != range().begin) return false;
  const auto spelling = own_spelling(tokens_[at_ - 1].kind, kind());
  if (!spelling) return false;
  const bool before_actions = section_ == "Protocol" && is(TokenKind::lbrace, 1);
  const std::string_view own = *spelling == "->" && before_actions ? ":" : *spelling;
  const base::Range both = base::span(previous(), range());
  complain(both, base::Code::expected, fmt::format("'{}'", own),
           fmt::format("'{}'", source_->text(both)))
      .hint = fmt::format("write '{}'", own);
  return true;
}

}  // namespace ken::syntax
