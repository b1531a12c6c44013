#pragma once
#include "syntax/expression.hpp"

namespace ken::syntax {

// Words are names too: 'AG', 'LTL' and the like are operators only before something that can be an
// operand.

[[nodiscard]] bool starts_operand(TokenKind kind);

// Whether the tokens from there on can be an operand, so that the word before them is a prefix.
[[nodiscard]] bool operand_follows(const Cursor& cursor, std::size_t ahead, Place place);

// Whether the word there is a name with an index, whatever it means elsewhere: W[1].done, F[i] = 2.
// Behind the bracket of a bound or a coalition an operand would follow.
[[nodiscard]] bool is_indexed(const Cursor& cursor, std::size_t ahead);

// Whether the token here is the first on its line.
[[nodiscard]] bool starts_line(const Cursor& cursor);

// Whether behind an operand a new formula starts here, so that a ';' is missing before it: the line
// begins with a coalition, which goes on with neither a comparison nor the indices of a name.
[[nodiscard]] bool coalition_starts_line(const Cursor& cursor);

// Whether the '[' here opens a bound [m, n] rather than a program: a comma comes before anything
// that no number is made of.
[[nodiscard]] bool bound_follows(const Cursor& cursor);

// Whether 'end' ends a section here rather than being somebody's name: behind it stands the word of
// a section, or it begins a line and another word stands behind it.
[[nodiscard]] bool section_ends(const Cursor& cursor);

}  // namespace ken::syntax
