#include "syntax/foreign_words.hpp"

#include <array>

#include "syntax/operators.hpp"

namespace ken::syntax {
namespace {

struct OperatorAlias {
  std::string_view foreign, own;
};
constexpr auto operator_aliases = std::to_array<OperatorAlias>({
    {"CK", "GCK"},
    {"C", "GCK"},
    {"Ck", "GCK"},
    {"CommonKnowledge", "GCK"},
    {"EvK", "GK"},
    {"Ev", "GK"},
    {"D", "DK"},
    {"Dk", "DK"},
    {"Know", "K"},
    {"Knows", "K"},
    {"know", "K"},
    {"knows", "K"},
    {"M", "EK"},
    {"not", "!"},
    {"Not", "!"},
    {"NOT", "!"},
});

constexpr std::string_view for_xor = "that exactly one of p and q holds is written '!(p <-> q)'";
constexpr std::string_view for_bits = "there are no bit operations on numbers";
constexpr auto infix_aliases = std::to_array<ForeignInfix>({
    {"AND", "and", {}},
    {"And", "and", {}},
    {"OR", "or", {}},
    {"Or", "or", {}},
    {"implies", "->", {}},
    {"Implies", "->", {}},
    {"IMPLIES", "->", {}},
    {"iff", "<->", {}},
    {"Iff", "<->", {}},
    {"IFF", "<->", {}},
    {"MOD", "mod", {}},
    {"DIV", "div", {}},
    {"IN", "in", {}},
    {"xor", {}, for_xor},
    {"Xor", {}, for_xor},
    {"XOR", {}, for_xor},
    {"shl", {}, for_bits},
    {"shr", {}, for_bits},
});

struct TemporalWord {
  std::string_view foreign, own;
};
constexpr auto temporal_infixes = std::to_array<TemporalWord>({
    {"until", "U"},
    {"Until", "U"},
    {"UNTIL", "U"},
    {"release", "R"},
    {"Release", "R"},
    {"releases", "R"},
    {"WeakUntil", "W"},
    {"weakuntil", "W"},
    {"weak_until", "W"},
    {"unless", "W"},
});
constexpr auto temporal_prefixes = std::to_array<TemporalWord>({
    {"next", "X"},
    {"Next", "X"},
    {"always", "G"},
    {"Always", "G"},
    {"globally", "G"},
    {"Globally", "G"},
    {"eventually", "F"},
    {"Eventually", "F"},
    {"finally", "F"},
    {"Finally", "F"},
    {"never", "G !"},
    {"Never", "G !"},
});

constexpr auto signs = std::to_array<ForeignSign>({
    {"→", "->"},
    {"⇒", "->"},
    {"⟶", "->"},
    {"⟹", "->"},
    {"⊃", "->"},
    {"↔", "<->"},
    {"⇔", "<->"},
    {"⟷", "<->"},
    {"≡", "<->"},
    {"¬", "!"},
    {"∧", "and"},
    {"⋀", "and"},
    {"∨", "or"},
    {"⋁", "or"},
    {"≤", "<="},
    {"≥", ">="},
    {"⩽", "<="},
    {"⩾", ">="},
    {"≠", "<>"},
    {"∈", "in"},
    {"×", "*"},
    {"·", "*"},
    {"÷", "/"},
    {"−", "-"},
    {"–", "-"},
    {"…", ".."},
    {"⊤", "true"},
    {"⊥", "false"},
    {"□", "G"},
    {"◇", "F"},
    {"⟨", "<"},
    {"⟩", ">"},
    {"∀", "and(i: 1..N) (...)"},
    {"∃", "or(i: 1..N) (...)"},
});

char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// GF, AGF: operators that were written together, apart; empty if the word is anything else.
std::string write_apart(std::string_view word) {
  constexpr std::size_t longest = 8;
  std::string result;
  if (word.size() > longest) return result;
  while (!word.empty()) {
    const std::size_t length = word.size() > 1 && is_prefix_word(word.substr(0, 2)) ? 2 : 1;
    if (!is_prefix_word(word.substr(0, length))) return {};
    result += (result.empty() ? "" : " ") + std::string(word.substr(0, length));
    word.remove_prefix(length);
  }
  return result;
}

}  // namespace

std::string find_own_operator(std::string_view word) {
  for (const OperatorAlias& alias : operator_aliases)
    if (alias.foreign == word) return std::string(alias.own);
  std::string upper(word);
  for (char& c : upper) c = to_upper(c);
  const bool prefix = is_prefix_word(upper) || upper == "LTL" || upper == "LDL";
  if (upper != word && upper.size() > 1 && prefix) return upper;
  return is_prefix_word(word) ? "" : write_apart(word);
}

ForeignInfix find_foreign_infix(std::string_view word) {
  for (const ForeignInfix& alias : infix_aliases)
    if (alias.word == word) return alias;
  return {};
}

std::string_view find_temporal_infix(std::string_view word) {
  for (const TemporalWord& alias : temporal_infixes)
    if (alias.foreign == word) return alias.own;
  return {};
}

std::string_view find_temporal_prefix(std::string_view word) {
  for (const TemporalWord& alias : temporal_prefixes)
    if (alias.foreign == word) return alias.own;
  return {};
}

ForeignSign find_foreign_sign(std::string_view text) {
  for (const ForeignSign& sign : signs)
    if (text.starts_with(sign.sign)) return sign;
  return {};
}

std::string_view find_own_agent(std::string_view word) {
  constexpr std::string_view environment = "Environment";
  constexpr std::size_t shortest = 3;
  if (word.size() < shortest || word.size() > environment.size()) return {};
  for (std::size_t i = 0; i < word.size(); ++i)
    if (to_lower(word[i]) != to_lower(environment[i])) return {};
  return environment;
}

}  // namespace ken::syntax
