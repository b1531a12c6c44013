#pragma once
#include "check/strategy.hpp"
#include "evidence/strategy.hpp"

namespace ken::check {

// What the members of a coalition decide by.
enum class Sight : std::uint8_t { local, global };

// The choices that matter as long as the objective is not achieved, from these starts.
[[nodiscard]] evidence::Strategy write_table(const Contest& contest, const Strategy& strategy,
                                             const StateSet& starts, Sight sight);

// What it has to reach or keep from there, in those states that its outcomes come to as long as
// that is open; nothing if they are many.
[[nodiscard]] std::optional<evidence::ListedObjective> list_objective(const Contest& contest,
                                                                      const Strategy& strategy,
                                                                      const StateSet& starts);

// The same strategy with as many choices left free as can be: everything that is still allowed
// wins.
[[nodiscard]] Strategy free_choices(const Contest& contest, Strategy strategy,
                                    const StateSet& starts);

// Keeps the strategy for the answer being looked for, if any is kept there.  It was found by the
// context's own means and is confirmed here by others.
void keep_strategy(Context& context, const Contest& contest, const Strategy& strategy,
                   const StateSet& starts, logic::Semantics semantics, Sight sight);

}  // namespace ken::check
