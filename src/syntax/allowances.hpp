#pragma once
#include <vector>

#include "syntax/ast.hpp"

namespace ken::syntax {

// "-- lint: allow W006": warnings with this code are meant where it stands.  Behind a line of the
// model it speaks of that line; alone on its line, of what begins next: a line, a section or an
// agent, with all that is in it.
struct Allowance {
  base::Range comment;
  base::Range code;                 // the word; empty if the comment names none
  std::vector<base::Range> places;  // where a warning must begin
};

// In the order of the text, one for each code; what comes behind the codes is prose.
[[nodiscard]] std::vector<Allowance> read_allowances(const System& system);

[[nodiscard]] bool covers(const Allowance& allowance, base::Range place);

}  // namespace ken::syntax
