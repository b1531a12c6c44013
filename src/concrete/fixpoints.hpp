#pragma once
#include "concrete/arena.hpp"

namespace ken::concrete {

// Sets of states of an arena's domain.  All arguments lie in the domain.

// States with a successor in the set; all of whose successors in the domain lie in it.
[[nodiscard]] StateSet some_successor(const Arena& arena, const StateSet& set);
[[nodiscard]] StateSet every_successor(const Arena& arena, const StateSet& set);

// Least and greatest fixpoints: E(f U g), and E G f over fair paths.
[[nodiscard]] StateSet exists_until(const Arena& arena, const StateSet& f, const StateSet& g);
[[nodiscard]] StateSet exists_globally(const Arena& arena, const StateSet& f);

// E(f U[m,n] g) if 'next' is some_successor, A(f U[m,n] g) if it is every_successor.
using Next = StateSet (*)(const Arena&, const StateSet&);
[[nodiscard]] StateSet bounded_until(const Arena& arena, const StateSet& f, const StateSet& g,
                                     logic::Bound bound, Next next);

// The arena in which these sets must be met again and again: its domain is where a fair path
// starts.
[[nodiscard]] Arena require_fairness(Arena arena, std::vector<StateSet> fairness);

}  // namespace ken::concrete
