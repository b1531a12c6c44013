#pragma once
#include <string>

#include "syntax/ast.hpp"
#include "syntax/logic_file.hpp"

namespace ken::syntax {

// The text in canonical layout: every token and every comment in its order, other white space.
// Formatting twice changes nothing more.  For a system that was parsed without errors.
[[nodiscard]] std::string format(const System& system);
[[nodiscard]] std::string format(const LogicFile& file);

}  // namespace ken::syntax
