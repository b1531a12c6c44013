#pragma once
#include <span>

#include "check/context.hpp"
#include "check/label.hpp"
#include "evidence/reason.hpp"

namespace ken::check {

class Explainer;

// How one modality is decided on diagrams, and what shows that it was decided well.  Each family
// file owns a table of these.
struct Rule {
  logic::Builtin modality;
  Label (*label)(Context&, const logic::Modal&, std::span<const Label> args);
  Asks asks = Asks::nobody;  // whose view of the domain it needs
  // Why it has this value in a state where it has.
  bool shows = false;
  evidence::Why (*explain)(Explainer&, const logic::Modal&, const model::State&) = nullptr;
};
[[nodiscard]] std::span<const Rule> temporal_rules();
[[nodiscard]] std::span<const Rule> epistemic_rules();
[[nodiscard]] std::span<const Rule> strategic_rules();

// Null if there is none.
[[nodiscard]] const Rule* find_rule(logic::Builtin modality);

// From some initial state a coalition of the formula can make every outcome unfair.
[[nodiscard]] bool can_leave_fair_paths(Context& context, logic::FormulaId formula);

}  // namespace ken::check
