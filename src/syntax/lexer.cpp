#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/text.hpp"
#include "syntax/foreign_words.hpp"
#include "syntax/token.hpp"

namespace ken::syntax {
namespace {

using enum TokenKind;
using base::Range;

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }
// By byte.
constexpr auto word_bytes = [] {
  std::array<bool, 256> result{};
  for (std::size_t c = 0; c < 128; ++c) {
    const char letter = static_cast<char>(c);
    result[c] = is_letter(letter) || is_digit(letter) || letter == '_';
  }
  return result;
}();
bool is_word(char c) { return word_bytes[static_cast<unsigned char>(c)]; }

struct Symbol {
  std::string_view text;
  TokenKind kind;
};

// Longest first where one is the beginning of another.
constexpr auto symbols = std::to_array<Symbol>({
    {"<->", double_arrow}, {"->", arrow},      {"<>", not_equal},
    {"!=", not_equal},     {"<=", less_equal}, {">=", greater_equal},
    {"..", dotdot},        {"(", lparen},      {")", rparen},
    {"{", lbrace},         {"}", rbrace},      {"[", lbracket},
    {"]", rbracket},       {";", semicolon},   {",", comma},
    {":", colon},          {".", dot},         {"=", equal},
    {"<", less},           {">", greater},     {"!", bang},
    {"+", plus},           {"-", minus},       {"*", star},
    {"/", slash},          {"&", amp},         {"|", bar},
    {"^", caret},          {"~", tilde},       {"?", question},
});

// By first byte, where to look for a symbol from.
constexpr auto first_symbols = [] {
  std::array<std::uint8_t, 256> result{};
  result.fill(symbols.size());
  for (std::size_t i = symbols.size(); i-- > 0;)
    result[static_cast<unsigned char>(symbols[i].text[0])] = static_cast<std::uint8_t>(i);
  return result;
}();

// How messages call them.
constexpr auto names = std::to_array<Symbol>({
    {"a name", identifier},
    {"a number", integer},
    {"a string", string},
    {"something unreadable", bad},
    {"the end of the text", end},
    {"'('", lparen},
    {"')'", rparen},
    {"'{'", lbrace},
    {"'}'", rbrace},
    {"'['", lbracket},
    {"']'", rbracket},
    {"';'", semicolon},
    {"','", comma},
    {"':'", colon},
    {"'.'", dot},
    {"'..'", dotdot},
    {"'='", equal},
    {"'<>'", not_equal},
    {"'<'", less},
    {"'<='", less_equal},
    {"'>'", greater},
    {"'>='", greater_equal},
    {"'->'", arrow},
    {"'<->'", double_arrow},
    {"'!'", bang},
    {"'+'", plus},
    {"'-'", minus},
    {"'*'", star},
    {"'/'", slash},
    {"'&'", amp},
    {"'|'", bar},
    {"'^'", caret},
    {"'~'", tilde},
    {"'?'", question},
});

// What a token takes with the node it becomes, and how many are charged together: those of a text
// of ordinary size are free.
constexpr std::size_t tokens_at_once = 1U << 14U;
constexpr std::uint64_t bytes_of_token = 56;

// Whether there are several bytes that no text has; comments may have them.
bool looks_binary(std::string_view text) {
  constexpr int several = 8;
  int found = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = (byte < ' ' && (byte < '\t' || byte > '\r')) || byte == 0x7F;
    if (control && ++found == several) return true;
  }
  return false;
}

class Lexer {
 public:
  Lexer(const base::Source& source, base::Diagnostics& diagnostics, base::Budget* budget)
      : source_(source),
        text_(source->text()),
        binary_(looks_binary(text_)),
        at_(source->begin()),
        diagnostics_(diagnostics),
        budget_(budget) {}

  Tokens run() {
    if (budget_ != nullptr) result_.tokens.set_reads(budget_->reads());
    while (at_ < text_.size()) {
      step();
      if (budget_ != nullptr) budget_->check_limits();
    }
    push(end, at_);
    return std::move(result_);
  }

 private:
  void push(TokenKind kind, std::size_t begin) {
    result_.tokens.push_back({kind, range(begin)});
    if (budget_ != nullptr && result_.tokens.size() % tokens_at_once == 0)
      budget_->charge(tokens_at_once * bytes_of_token);
  }
  [[nodiscard]] Range range(std::size_t begin) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }
  [[nodiscard]] char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool ahead(std::string_view word) const {
    return text_.substr(at_).starts_with(word);
  }

  void step() {
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (is_blank(c)) {
      do ++at_;
      while (is_blank(here()));
    } else if (ahead("--")) {
      comment();
    } else if (is_letter(c)) {
      while (is_word(here())) ++at_;
      push(identifier, begin);
    } else if (is_digit(c)) {
      number();
    } else if (c == '"') {
      read_string();
    } else if (!symbol() && !foreign_sign()) {
      bad_run();
    }
  }

  // To the letter, or to the end of the line; the CRs before a LF are no part of the line.
  void skip_to(char letter) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != letter && text_[at_] != '\n') ++at_;
    if (here() == letter && letter != '\n') return;
    while (at_ > begin && text_[at_ - 1] == '\r') --at_;
  }

  void comment() {
    const std::size_t begin = at_;
    skip_to('\n');
    result_.comments.push_back({range(begin), static_cast<std::uint32_t>(result_.tokens.size())});
  }

  void number() {
    const std::size_t begin = at_;
    while (is_digit(here())) ++at_;
    const std::string_view digits = text_.substr(begin, at_ - begin);
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{})
      diagnostics_.add(source_, range(begin), base::Code::number_too_large,
                       base::shorten(digits, 40));
    push(integer, begin);
  }

  void read_string() {
    const std::size_t begin = at_++;
    skip_to('"');
    const bool closed = here() == '"';
    if (closed)
      ++at_;
    else
      diagnostics_.add(source_, range(begin), base::Code::open_string);
    push(closed ? string : bad, begin);
  }

  [[nodiscard]] const Symbol* find_symbol() const {
    const std::size_t first = first_symbols[static_cast<unsigned char>(text_[at_])];
    for (std::size_t i = first; i < symbols.size(); ++i)
      if (ahead(symbols[i].text)) return &symbols[i];
    return nullptr;
  }
  bool symbol() {
    const Symbol* const found = find_symbol();
    if (found == nullptr) return false;
    const std::size_t begin = at_;
    at_ += found->text.size();
    push(found->kind, begin);
    return true;
  }

  // A file that is no text is one mistake.
  void refuse() {
    const std::size_t begin = at_++;
    diagnostics_.add(source_, range(begin), base::Code::unreadable, "this is not a text").hint =
        "a model is a text in UTF-8; 'ken new NAME' writes one to start from";
    diagnostics_.close();
    at_ = text_.size();
    push(bad, begin);
  }

  // An arrow or the like, which has a spelling here.
  bool foreign_sign() {
    const ForeignSign found = find_foreign_sign(text_.substr(at_));
    if (found.sign.empty()) return false;
    const std::size_t begin = at_;
    at_ += found.sign.size();
    diagnostics_.add(source_, range(begin), base::Code::bad_character, found.sign).hint =
        fmt::format("write '{}'", found.own);
    push(bad, begin);
    return true;
  }

  [[nodiscard]] bool means_something() const {
    const char c = text_[at_];
    if (is_blank(c) || is_word(c) || c == '"') return true;
    return find_symbol() != nullptr || !find_foreign_sign(text_.substr(at_)).sign.empty();
  }

  // 'red' with both its quotes.
  void quoted_word() {
    do ++at_;
    while (is_word(here()));
    if (here() == '\'') ++at_;
  }

  void bad_run() {
    if (binary_) return refuse();
    const std::size_t begin = at_;
    const bool underscore = text_[at_] == '_';
    const bool primed =
        text_[at_] == '\'' && begin > 0 && (is_word(text_[begin - 1]) || text_[begin - 1] == ']');
    if (underscore)
      while (is_word(here())) ++at_;
    else if (primed)
      ++at_;
    else if (text_[at_] == '\'')
      quoted_word();
    else
      do at_ += base::character_length(text_, at_);
      while (at_ < text_.size() && !means_something());
    const std::string shown = base::shorten(
        base::make_printable(text_.substr(begin, std::min<std::size_t>(at_ - begin, 64))), 24);
    auto& diagnostic = diagnostics_.add(source_, range(begin), base::Code::bad_character, shown);
    if (underscore) diagnostic.hint = "a name starts with a letter";
    if (text_[begin] == '\'')
      diagnostic.hint =
          primed ? "the next value of x is what 'x = e if condition' says, and 'next x' in a "
                   "relation of a logic file; no prime"
                 : "names and values stand without quotes";
    if (text_[begin] == '%' || text_[begin] == '#') diagnostic.hint = "a comment starts with --";
    if (text_[begin] == '\\' && begin > 0 && text_[begin - 1] == '/')
      diagnostic.hint = "write 'and' for '/\\'";
    else if (text_[begin] == '\\' && here() == '/')
      diagnostic.hint = "write 'or' for '\\/'";
    if (text_[begin] == '%' && behind_operand()) diagnostic.hint = "the remainder is written 'mod'";
    push(bad, begin);
  }

  // Something that has a value ends before this token, on its line.
  [[nodiscard]] bool behind_operand() const {
    if (result_.tokens.empty()) return false;
    const Token& last = result_.tokens.back();
    const bool operand = last.kind == identifier || last.kind == integer || last.kind == rparen ||
                         last.kind == rbracket;
    return operand &&
           text_.substr(last.range.end, at_ - last.range.end).find('\n') == std::string_view::npos;
  }

  const base::Source& source_;
  std::string_view text_;
  bool binary_;
  std::size_t at_;
  base::Diagnostics& diagnostics_;
  base::Budget* budget_;
  Tokens result_;
};

}  // namespace

Tokens lex(const base::Source& source, base::Diagnostics& diagnostics, base::Budget* budget) {
  return Lexer(source, diagnostics, budget).run();
}

std::string_view in_words(TokenKind kind) {
  for (const Symbol& name : names)
    if (name.kind == kind) return name.text;
  return "";
}

}  // namespace ken::syntax
