#pragma once
#include "syntax/ast.hpp"

namespace ken::syntax {

// A whole model.  Goes on after every mistake to find the next one.  If there is a budget, a large
// text is charged to it, and throws Exhausted when it does not suffice.
[[nodiscard]] System parse(const base::Source& source, base::Diagnostics& diagnostics,
                           base::Budget* budget = nullptr);

// Formulas alone, as they stand in a Formulae section; the last ';' may be missing.
[[nodiscard]] System parse_formulae(const base::Source& source, base::Diagnostics& diagnostics);

}  // namespace ken::syntax
