#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "syntax/foreign_spelling.hpp"

namespace ken::syntax {

// As find_foreign_spelling, for what is written otherwise in formulas only.
[[nodiscard]] std::optional<ForeignSpelling> find_formula_spelling(const Cursor& cursor,
                                                                   std::string_view wanted);

// As 'not <g>F p', which reads as two comparisons: the foreign word, which stands before the
// cursor.
[[nodiscard]] std::optional<ForeignSpelling> find_word_before_coalition(const Cursor& cursor,
                                                                        base::Range word);

// What to do about the name of a logic before a formula, as in 'CTL AG p'; empty for other words.
[[nodiscard]] std::string explain_logic_word(std::string_view word);

}  // namespace ken::syntax
