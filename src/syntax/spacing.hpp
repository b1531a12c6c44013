#pragma once
#include <cstdint>
#include <vector>

#include "syntax/ast.hpp"

namespace ken::syntax {

// What a token does where it stands, as far as its white space is concerned.
enum class Role : std::uint8_t {
  plain,
  operand,          // the words of names, true, false
  index_name,       // i of i: 1..N
  infix,            // a binary operator
  prefix_symbol,    // ! - ~
  prefix_word,      // AG, A, F ...
  postfix,          // * and ? of LDL
  call,             // the name before the arguments
  repeat,           // for
  comprehension,    // and, or, xor, sum before (i: 1..N)
  count,            // the same, but tight before its body
  open_bound,       // [ of [0,3]
  close_bound,      // ] of the bound of a prefix word
  open_coalition,   // < or [ of a coalition or a program
  close_coalition,  // and its end
  close_count,      // ) behind the ranges of a count
  close_repeat,     // ) behind the ranges of a 'for'
  list_comma,       // between the elements of a set, indices, index ranges
  call_comma,       // between arguments
  bound_comma,      // within a bound
  glued,            // the * of CTL*, the - of ir-objective, < and > of v_<j>, the : of all r: f
};

struct TokenRole {
  Role role = Role::plain;
  std::uint8_t strength = 0;  // infix: how tightly it binds here
};

// One for each token of the text.
[[nodiscard]] std::vector<TokenRole> token_roles(const System& system);

// Whether a blank separates this token from the one before it when both stand on one line.
[[nodiscard]] bool blank_before(const System& system, const std::vector<TokenRole>& roles,
                                std::size_t token);

}  // namespace ken::syntax
