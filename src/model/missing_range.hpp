#pragma once
#include <string>

#include "syntax/ast.hpp"

namespace ken::model {

// How the range of an index is written that has none where it is used; empty if the word looks like
// no index, as most names of variables do.
[[nodiscard]] std::string suggest_range(const syntax::System& text, base::Range word,
                                        bool variable);

}  // namespace ken::model
