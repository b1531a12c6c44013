#pragma once
#include "states/context.hpp"

namespace ken::states {

// Sets of states of the domain, from others.  All throw Exhausted.

// States with a successor in the set; all of whose successors in the domain lie in it.
[[nodiscard]] StateSet some_successor(Context& c, const StateSet& set);
[[nodiscard]] StateSet every_successor(Context& c, const StateSet& set);
// E(f U g), and E G f over fair paths.
[[nodiscard]] StateSet exists_until(Context& c, const StateSet& f, const StateSet& g);
[[nodiscard]] StateSet exists_globally(Context& c, const StateSet& f);
// E(f U[m,n] g) if 'next' is some_successor, A(f U[m,n] g) if it is every_successor.
using Next = StateSet (*)(Context&, const StateSet&);
[[nodiscard]] StateSet bounded_until(Context& c, const StateSet& f, const StateSet& g,
                                     logic::Bound bound, Next next);

}  // namespace ken::states
