#pragma once
#include <span>

#include "check/context.hpp"
#include "check/label.hpp"

namespace ken::check {

// How one modality is decided on diagrams.  Each family file owns a table of these.
struct Rule {
  logic::Builtin modality;
  Label (*label)(Context&, const logic::Modal&, std::span<const Label> args);
  Asks asks = Asks::nobody;  // whose view of the domain it needs
};
[[nodiscard]] std::span<const Rule> temporal_rules();
[[nodiscard]] std::span<const Rule> epistemic_rules();
[[nodiscard]] std::span<const Rule> strategic_rules();

// Null if there is none.
[[nodiscard]] const Rule* find_rule(logic::Builtin modality);

// From some initial state a coalition of the formula can make every outcome unfair.
[[nodiscard]] bool can_leave_fair_paths(Context& context, logic::FormulaId formula);

}  // namespace ken::check
