#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "syntax/cursor.hpp"

namespace ken::syntax {

// A spelling of another language in the place of one that belongs here.
struct ForeignSpelling {
  base::Range range;   // which is before the cursor or at it
  std::string wanted;  // what belongs there, as "expected ..." says it
  std::string hint;
};

// The spelling that makes the reader stumble at the cursor, where 'wanted' was expected.
[[nodiscard]] std::optional<ForeignSpelling> find_foreign_spelling(const Cursor& cursor,
                                                                   std::string_view wanted);

}  // namespace ken::syntax
