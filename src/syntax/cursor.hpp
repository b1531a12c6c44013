#pragma once
#include <string>
#include <string_view>

#include "syntax/token.hpp"

namespace ken::syntax {

// A place in the token sequence.  Looking past the end gives the 'end' token again, so no caller
// can run off; every read goes through here.
class Cursor {
 public:
  // If there is a budget, going on throws Exhausted when its time is up.
  Cursor(const base::Source& source, const Tokens& tokens, base::Diagnostics& diagnostics,
         base::Budget* budget = nullptr)
      : source_(source),
        tokens_(tokens.tokens),
        comments_(tokens.comments),
        diagnostics_(diagnostics),
        budget_(budget) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    const std::size_t index = at_ + ahead;
    return index < tokens_.size() ? tokens_[index] : tokens_.back();
  }
  [[nodiscard]] TokenKind kind(std::size_t ahead = 0) const { return peek(ahead).kind; }
  [[nodiscard]] bool is(TokenKind wanted, std::size_t ahead = 0) const {
    return kind(ahead) == wanted;
  }
  [[nodiscard]] std::string_view text(std::size_t ahead = 0) const {
    return source_->text(peek(ahead).range);
  }
  [[nodiscard]] bool word(std::string_view wanted, std::size_t ahead = 0) const {
    return is(TokenKind::identifier, ahead) && text(ahead) == wanted;
  }
  // The token so many before the previous one; beyond the start an 'end'.
  [[nodiscard]] Token before(std::size_t count) const {
    return count < at_ ? tokens_[at_ - 1 - count] : Token{};
  }
  [[nodiscard]] bool was(TokenKind kind, std::size_t count) const {
    return before(count).kind == kind;
  }
  [[nodiscard]] std::string_view text_before(std::size_t count) const {
    return source_->text(before(count).range);
  }
  [[nodiscard]] bool at_end() const { return is(TokenKind::end); }
  [[nodiscard]] std::size_t index() const { return at_; }
  [[nodiscard]] base::Range range() const { return peek().range; }
  // The token before this one; empty at the start of the text.
  [[nodiscard]] base::Range previous() const {
    return at_ == 0 ? base::Range{} : tokens_[at_ - 1].range;
  }

  base::Range advance() {
    const base::Range range = peek().range;
    if (budget_ != nullptr) budget_->check_limits();
    if (at_ + 1 < tokens_.size()) ++at_;
    return range;
  }
  bool accept(TokenKind wanted) {
    if (!is(wanted)) return false;
    advance();
    return true;
  }
  bool accept_word(std::string_view wanted) {
    if (!word(wanted)) return false;
    advance();
    return true;
  }

  // The section around this token, where it matters to hints.
  [[nodiscard]] std::string_view section() const { return section_; }
  void set_section(std::string_view section) { section_ = section; }

  // A range as a message quotes it.
  [[nodiscard]] std::string quoted(base::Range range) const;
  // The token as a message quotes it.
  [[nodiscard]] std::string found() const;
  // "expected WHAT, found ..." at this token.
  base::Diagnostic& expected(std::string_view what);
  // "WHAT is missing", right behind the previous token.
  base::Diagnostic& missing(std::string_view what);

  // The comment between the previous token and this one, on the line of the previous one.
  [[nodiscard]] const Comment* comment_before() const;
  // Complains about the comment before this token if it is '--> q' behind an operand.
  bool hidden_arrow();
  // Complains about a foreign spelling such as && that ends at this token, if there is one.
  bool foreign_operator();

  template <class... Args>
  base::Diagnostic& complain(base::Range range, base::Code code, const Args&... args) {
    return diagnostics_.add(source_, range, code, args...);
  }
  [[nodiscard]] bool has_errors() const { return diagnostics_.has_errors(); }
  [[nodiscard]] const base::Source& source() const { return source_; }

 private:
  const base::Source& source_;
  const TokenList& tokens_;
  const std::vector<Comment>& comments_;
  base::Diagnostics& diagnostics_;
  base::Budget* budget_;
  std::size_t at_ = 0;
  std::string_view section_;
};

}  // namespace ken::syntax
