#pragma once
#include <span>

#include "check/context.hpp"
#include "check/label.hpp"
#include "evidence/reason.hpp"

namespace ken::check {

class Explainer;

enum class Shows : std::uint8_t { nothing, that_it_holds, that_it_fails, both };

// How one modality is decided on diagrams, and what shows that it was decided well.  Each family
// file owns a table of these.
struct Rule {
  logic::Builtin modality;
  Label (*label)(Context&, const logic::Modal&, std::span<const Label> args);
  Asks asks = Asks::nobody;  // whose view of the domain it needs
  // Why it has its value in a state, for the values that something finite can show.
  Shows shows = Shows::nothing;
  evidence::Why (*explain)(Explainer&, const logic::Modal&, const model::State&,
                           bool holds) = nullptr;
};
[[nodiscard]] constexpr bool can_show(Shows shows, bool holds) {
  return shows == Shows::both || shows == (holds ? Shows::that_it_holds : Shows::that_it_fails);
}
[[nodiscard]] std::span<const Rule> temporal_rules();
[[nodiscard]] std::span<const Rule> epistemic_rules();
[[nodiscard]] std::span<const Rule> strategic_rules();

// Null if there is none.
[[nodiscard]] const Rule* find_rule(logic::Builtin modality);

// From some initial state a coalition of the formula can make every outcome unfair.
[[nodiscard]] bool can_leave_fair_paths(Context& context, logic::FormulaId formula);

}  // namespace ken::check
