#pragma once
#include <string>

#include "syntax/cursor.hpp"

namespace ken::syntax {

// As find_foreign_hint, for what is repeated over an index.
[[nodiscard]] std::string find_index_hint(const Cursor& cursor);

}  // namespace ken::syntax
