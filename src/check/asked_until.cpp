// A search backwards finds the states of E(f U g), and ends when it has all that are asked about.
// If that is one initial state, nothing is searched for EF, because everything is reached from
// there, and E U is searched forwards.

#include "check/asked_until.hpp"

#include "check/fixpoints.hpp"
#include "symbolic/count_text.hpp"

namespace ken::check {

StateSet find_until(const Context& context, const StateSet& f, const StateSet& g,
                    const StateSet& asked) {
  const Arena& arena = context.arena;
  if (asked != context.initial() || !symbolic::is_one_state(context.system, asked))
    return exists_until(arena, f, g, asked);
  const bool reached = f == arena.domain ? !g.empty() : can_reach(arena, asked, f, g);
  return reached ? asked : arena.nothing();
}

}  // namespace ken::check
