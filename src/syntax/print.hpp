#pragma once
#include <string>

#include "syntax/ast.hpp"

namespace ken::syntax {

// Text made from the tree alone.  The author's parentheses stay, others come where the tree needs
// them, so that parsing the text gives the same_tree.

// An expression or a 'for (...)', on one line.
[[nodiscard]] std::string print(const System& system, NodeId node);

// A whole file, one statement to a line.
[[nodiscard]] std::string print(const System& system);

}  // namespace ken::syntax
