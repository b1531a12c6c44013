#pragma once
#include <span>

#include "states/context.hpp"

namespace ken::states {

// How one modality is decided; each family file owns a table of these.
struct Rule {
  logic::Builtin modality;
  StateSet (*label)(Context&, const logic::Modal&, std::span<const StateSet> args);
};
[[nodiscard]] std::span<const Rule> temporal_rules();
[[nodiscard]] std::span<const Rule> epistemic_rules();
[[nodiscard]] std::span<const Rule> strategic_rules();

// Null if there is none.
[[nodiscard]] const Rule* find_rule(logic::Builtin modality);

// From some initial state a coalition of the formula can make every outcome unfair.  Throws
// Exhausted.
[[nodiscard]] bool can_leave_fair_paths(Context& context, logic::FormulaId formula);

}  // namespace ken::states
