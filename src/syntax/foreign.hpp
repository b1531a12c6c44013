#pragma once
#include <string>
#include <string_view>

#include "syntax/cursor.hpp"

namespace ken::syntax {

// How something is written here that the text around a mistake says as other languages do; empty if
// the text looks like nothing known.  'wanted' is what the reader expected at the cursor.
[[nodiscard]] std::string find_foreign_hint(const Cursor& cursor, std::string_view wanted);

// What to do about two formulas with nothing between them.
inline constexpr std::string_view join_formulas_hint =
    "two formulas are joined with 'and', 'or' or '->'";

// The coalition whose players stand between 'begin' and the next 'closer', as it is written.
[[nodiscard]] std::string write_coalition(const Cursor& cursor, std::uint32_t begin,
                                          TokenKind closer);

}  // namespace ken::syntax
