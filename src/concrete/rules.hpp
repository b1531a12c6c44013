#pragma once
#include <span>

#include "concrete/context.hpp"

namespace ken::concrete {

// How one modality is decided on explicit states.  Each family file owns a table of these, written
// from the definitions and from nothing else.
struct Rule {
  logic::Builtin modality;
  StateSet (*label)(Context&, const logic::Modal&, std::span<const StateSet> args);
};
[[nodiscard]] std::span<const Rule> temporal_rules();
[[nodiscard]] std::span<const Rule> epistemic_rules();
[[nodiscard]] std::span<const Rule> strategic_rules();

// Null if there is none.
[[nodiscard]] const Rule* find_rule(logic::Builtin modality);

// From some initial state a coalition of the formula can make every outcome unfair.
[[nodiscard]] bool can_leave_fair_paths(Context& context, logic::FormulaId formula);

}  // namespace ken::concrete
