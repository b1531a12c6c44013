// The formatter behind 'ken fmt'.
//
// It works on tokens and comments, not on the tree, so nothing the author wrote can get lost: the
// walk below cuts the tokens into lines (a section's first words, a statement, 'end X'), and what
// is between two tokens is decided by their roles (spacing.cpp) and, in statements that do not
// fit, by the line breaker (wrap.cpp).  All decisions depend on tokens, on the order of comments,
// on whether a comment stands behind a token on its line, and on whether a line is empty.  The
// result keeps these four, which is why formatting is idempotent.
//
// A logic file is a list of definitions.  One that says what it means, or that does not fit on a
// line, has its '=' on a line of its own and empty lines around it.
//
// Comments.  One behind a token stays on that token's line; one on a line of its own keeps a line
// of its own, indented like what follows, or like the lines of the section before its 'end'.
// Within a statement a comment is followed by a line break, as it reaches to the end of the line.

#include "syntax/format.hpp"

#include <algorithm>
#include <array>

#include "syntax/wrap.hpp"

namespace ken::syntax {
namespace {

using base::Range;
using enum TokenKind;

// What an empty line before a line depends on.
enum class LineKind : std::uint8_t {
  head,       // opens a section: no empty line behind it
  statement,  // as the author had it
  tail,       // 'end X': no empty line before it
};

class Formatter {
 public:
  explicit Formatter(const System& system)
      : system_(system), tokens_(system.tokens.tokens), roles_(token_roles(system)) {}

  std::string run() {
    while (!is(end)) top_level();
    comments(0, LineKind::statement);
    return std::move(out_);
  }
  std::string run_logic() {
    while (!is(end)) logic_statement();
    comments(0, LineKind::statement);
    return std::move(out_);
  }

 private:
  // ---- the tokens ----

  [[nodiscard]] bool is(TokenKind kind, std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)].kind == kind;
  }
  [[nodiscard]] std::string_view text(std::size_t ahead = 0) const {
    return system_.text(tokens_[std::min(at_ + ahead, tokens_.size() - 1)].range);
  }
  [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const {
    return system_.source->line_number(offset);
  }

  // ---- the structure of the file ----

  void top_level() {
    constexpr auto sections = std::to_array<std::string_view>(
        {"Evaluation", "InitStates", "Groups", "Fairness", "Formulae"});
    const std::string_view word = text();
    const bool section = std::find(sections.begin(), sections.end(), word) != sections.end();
    separate_ = !out_.empty() && (section || word == "Agent" || after_section_);
    after_section_ = section || word == "Agent";
    if (word == "Agent") return agent();
    if (!section) return statement(0);
    line(1, 0, LineKind::head);
    body(word, 0);
  }

  void agent() {
    line(agent_head(), 0, LineKind::head);
    while (!is(end) && !ends("Agent")) agent_section(text());
    line(2, 0, LineKind::tail);
  }

  // Agent, its name, the indices.
  [[nodiscard]] std::size_t agent_head() const {
    std::size_t count = 2;
    if (!is(lbracket, count)) return count;
    std::size_t depth = 0;
    do {
      if (is(lbracket, count)) ++depth;
      if (is(rbracket, count)) --depth;
      ++count;
    } while (depth > 0 && !is(end, count));
    return count;
  }

  void agent_section(std::string_view word) {
    if (!is(colon, 1)) return statement(2);
    line(2, 2, LineKind::head);
    body(word, 2);
  }

  void body(std::string_view section, std::uint32_t indent) {
    while (!is(end) && !ends(section)) statement(indent + 2);
    line(2, indent, LineKind::tail);
  }
  [[nodiscard]] bool ends(std::string_view section) const {
    return text() == "end" && text(1) == section;
  }

  void statement(std::uint32_t indent) { line(statement_length(), indent, LineKind::statement); }
  [[nodiscard]] std::size_t statement_length() const {
    std::size_t count = 0;
    while (!is(end, count) && !(is(semicolon, count) && role(at_ + count) == Role::plain)) ++count;
    return is(end, count) ? count : count + 1;
  }
  [[nodiscard]] Role role(std::size_t token) const { return roles_[token].role; }

  // ---- the definitions of a logic file ----

  void logic_statement() {
    if (text() == "Relation" || text() == "Operator") return definition();
    separate_ = after_section_;
    after_section_ = true;
    statement(0);
  }

  void definition() {
    const std::size_t whole = statement_length();
    std::size_t head = 1;
    for (; head < whole && !is(equal, head); ++head)
      if (is(lparen, head + 1)) roles_[at_ + head].role = Role::call;
    const bool meant = is(string, head - 1);
    const bool apart = meant || !fits(whole);
    separate_ = !out_.empty() && (apart || after_section_);
    after_section_ = apart;
    if (!apart) return line(whole, 0, LineKind::statement);
    const bool meaning_apart = meant && !fits(head);
    line(meaning_apart ? head - 1 : head, 0, LineKind::head);
    if (meaning_apart) line(1, 2, LineKind::head);
    line(whole - head, 2, LineKind::statement);
  }
  // Whether so many tokens fit on a line that is not indented.
  [[nodiscard]] bool fits(std::size_t count) const {
    std::size_t width = 0;
    for (std::size_t i = at_; i < at_ + count; ++i)
      width += system_.text(tokens_[i].range).size() +
               (i > at_ && blank_before(system_, roles_, i) ? 1 : 0);
    return width <= line_width;
  }

  // ---- one line ----

  void line(std::size_t count, std::uint32_t indent, LineKind kind) {
    const auto first = static_cast<std::uint32_t>(at_);
    const auto last = static_cast<std::uint32_t>(
        std::min(at_ + std::max<std::size_t>(count, 1), tokens_.size() - 1));
    comments(indent, kind);
    if (first == last) return;
    start_line(line_of(tokens_[first].range.begin), indent, kind);
    statement_text({first, last, indent});
    at_ = last;
    last_line_ = line_of(tokens_[last - 1].range.begin);
    last_kind_ = kind;
    trailing_comment();
    out_ += '\n';
  }

  // Indents a new line, behind an empty one if that is due.
  void start_line(std::uint32_t source_line, std::uint32_t indent, LineKind kind) {
    const bool empty = !out_.empty() && last_kind_ != LineKind::head && kind != LineKind::tail &&
                       source_line > last_line_ + 1;
    if (empty || separate_) out_ += '\n';
    separate_ = false;
    out_.append(indent, ' ');
  }

  void statement_text(Statement statement) {
    std::vector<std::uint32_t> forced;
    for (std::size_t i = comment_; i < system_.tokens.comments.size(); ++i) {
      const std::uint32_t before = system_.tokens.comments[i].before_token;
      if (before >= statement.last) break;
      if (forced.empty() || forced.back() != before) forced.push_back(before);
    }
    const std::vector<LineBreak> breaks = wrap(system_, roles_, statement, forced);
    auto next = breaks.begin();
    for (std::uint32_t i = statement.first; i < statement.last; ++i) {
      if (next != breaks.end() && next->token == i) {
        inner_comments(i, next->indent);
        out_ += '\n';
        out_.append(next->indent, ' ');
        ++next;
      } else if (i > statement.first && blank_before(system_, roles_, i)) {
        out_ += ' ';
      }
      out_ += system_.text(tokens_[i].range);
    }
  }

  // ---- comments ----

  [[nodiscard]] bool comment_before(std::size_t token) const {
    return comment_ < system_.tokens.comments.size() &&
           system_.tokens.comments[comment_].before_token <= token;
  }
  [[nodiscard]] Range comment_range() const { return system_.tokens.comments[comment_].range; }
  void put_comment() {
    std::string_view text = system_.text(comment_range());
    text = text.substr(0, text.find_last_not_of(" \t") + 1);
    out_ += text;
    ++comment_;
  }

  // Those between the last line and the next token, each on its own line.
  void comments(std::uint32_t indent, LineKind next) {
    const std::uint32_t inner = next == LineKind::tail ? indent + 2 : indent;
    while (comment_before(at_)) {
      const std::uint32_t source_line = line_of(comment_range().begin);
      start_line(source_line, inner, LineKind::statement);
      put_comment();
      out_ += '\n';
      last_line_ = source_line;
      last_kind_ = LineKind::statement;
    }
  }
  void trailing_comment() {
    if (!comment_before(at_) || line_of(comment_range().begin) != last_line_) return;
    out_ += "  ";
    put_comment();
  }
  // Those before a token within a statement.
  void inner_comments(std::uint32_t token, std::uint32_t indent) {
    std::uint32_t last = line_of(tokens_[token - 1].range.begin);
    while (comment_before(token)) {
      const bool behind = line_of(comment_range().begin) == last;
      out_ += behind ? "  " : "\n" + std::string(indent, ' ');
      put_comment();
      last = 0;
    }
  }

  const System& system_;
  const TokenList& tokens_;
  std::vector<TokenRole> roles_;
  std::string out_;
  std::size_t at_ = 0;           // the next token
  std::size_t comment_ = 0;      // the next comment
  std::uint32_t last_line_ = 0;  // of the source, of what was written last
  LineKind last_kind_ = LineKind::head;
  bool separate_ = false;       // an empty line is due
  bool after_section_ = false;  // the last thing at the top level was a section
};

}  // namespace

std::string format(const System& system) { return Formatter(system).run(); }
std::string format(const LogicFile& file) { return Formatter(file.text).run_logic(); }

}  // namespace ken::syntax
