#include "syntax/cursor.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  if (is(TokenKind::string)) diagnostic.hint = "names and values stand without quotes";
  if (diagnostic.hint.empty() && !diagnostics_.saturated())
    diagnostic.hint = find_foreign_hint(*this, what);
  return diagnostic;
}

base::Diagnostic& Cursor::missing(std::string_view what) {
  const base::Range before = previous();
  return complain({before.end, before.end}, base::Code::missing, what);
}

const Comment* Cursor::comment_before() const {
  const auto comment =
      std::ranges::lower_bound(comments_, at_, {}, [](const Comment& c) { return c.before_token; });
  if (at_ == 0 || comment == comments_.end() || comment->before_token != at_) return nullptr;
  const bool same_line =
      source_->line_number(comment->range.begin) == source_->line_number(previous().begin);
  return same_line ? &*comment : nullptr;
}

bool Cursor::hidden_arrow() {
  const Comment* const comment = comment_before();
  constexpr std::string_view arrow = "-->";
  if (comment == nullptr || !source_->text(comment->range).starts_with(arrow)) return false;
  const TokenKind last = tokens_[at_ - 1].kind;
  const bool operand = last == TokenKind::identifier || last == TokenKind::integer ||
                       last == TokenKind::rparen || last == TokenKind::rbracket ||
                       last == TokenKind::rbrace;
  if (!operand) return false;
  const std::uint32_t begin = comment->range.begin;
  const bool before_actions = section_ == "Protocol";
  const std::string_view own = before_actions ? ":" : "->";
  complain({begin, begin + static_cast<std::uint32_t>(arrow.size())}, base::Code::expected,
           fmt::format("'{}'", own), fmt::format("'{}'", arrow))
      .hint = fmt::format("'--' starts a comment, to the end of the line: write '{}'", own);
  return true;
}

bool Cursor::foreign_operator() {
  if (hidden_arrow()) return true;
  if (at_ == 0 || previous().end != range().begin) return false;
  const auto spelling = own_spelling(tokens_[at_ - 1].kind, kind());
  if (!spelling) return false;
  const bool before_actions = section_ == "Protocol" && is(TokenKind::lbrace, 1);
  const bool long_arrow = is(TokenKind::equal) && is(TokenKind::greater, 1) &&
                          range().end == peek(1).range.begin;  // ==>
  std::string_view own = long_arrow ? "->" : *spelling;
  if (own == "->" && before_actions) own = ":";
  const bool compares = own == "->" && !long_arrow && is(TokenKind::integer, 1);  // x => 1
  if (compares) own = ">=";
  const base::Range both = base::span(previous(), long_arrow ? peek(1).range : range());
  complain(both, base::Code::expected, fmt::format("'{}'", own),
           fmt::format("'{}'", source_->text(both)))
      .hint = fmt::format("write '{}'", own);
  return true;
}

}  // namespace ken::syntax
