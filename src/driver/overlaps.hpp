#pragma once
#include "driver/engine.hpp"
#include "syntax/ast.hpp"

namespace ken::driver {

// If a formula is false that nobody expected to be, names the evolution lines that apply together
// in a reachable state, unless a comment allows it: such a choice is easily overlooked.  Takes
// little time, and never throws Exhausted.
void report_overlaps(const model::Model& model, const syntax::System& text, Engine& engine,
                     base::Budget& budget, Journal& journal);

}  // namespace ken::driver
