#pragma once
#include <cstdint>
#include <vector>

#include "syntax/spacing.hpp"

namespace ken::syntax {

inline constexpr std::uint32_t line_width = 100;

// One statement: tokens [first, last), at this indentation.
struct Statement {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t indent = 0;
};

// Where a long statement goes on in a new line: before this token, at this indentation.
struct LineBreak {
  std::uint32_t token = 0;
  std::uint32_t indent = 0;
};

// The line breaks within a statement, in order.  Before each of the tokens in 'forced', which are
// sorted, there is one in any case, because a comment stands there.
[[nodiscard]] std::vector<LineBreak> wrap(const System& system, const std::vector<TokenRole>& roles,
                                          Statement statement,
                                          const std::vector<std::uint32_t>& forced);

}  // namespace ken::syntax
