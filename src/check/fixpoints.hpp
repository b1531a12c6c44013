#pragma once
#include "logic/formula.hpp"
#include "symbolic/arena.hpp"

namespace ken::check {

using symbolic::Arena;
using symbolic::StateSet;

// Sets of states of an arena's domain.  All arguments lie in the domain.

// States with a successor in the set; all of whose successors in the domain lie in it.
[[nodiscard]] StateSet some_successor(const Arena& arena, const StateSet& set);
[[nodiscard]] StateSet every_successor(const Arena& arena, const StateSet& set);

// The states that somebody asks about.  What is said about others may be anything, so that a
// fixpoint ends once it is decided for these.  Unset: all.
using Asked = StateSet;

// E(f U g), and E G f over fair paths.
[[nodiscard]] StateSet exists_until(const Arena& arena, const StateSet& f, const StateSet& g,
                                    const Asked& asked = {});
[[nodiscard]] StateSet exists_globally(const Arena& arena, const StateSet& f,
                                       const Asked& asked = {});
// Whether a path from one of the states stays in f until it reaches g: forwards.
[[nodiscard]] bool can_reach(const Arena& arena, const StateSet& start, const StateSet& f,
                             const StateSet& g);

// A(f U g) over fair paths, and A(f W g).
[[nodiscard]] StateSet all_until(const Arena& arena, const StateSet& f, const StateSet& g,
                                 const Asked& asked = {});
[[nodiscard]] StateSet all_weak(const Arena& arena, const StateSet& f, const StateSet& g,
                                const Asked& asked = {});

// E(f U[m,n] g) if 'next' is some_successor, A(f U[m,n] g) if it is every_successor.
using Next = StateSet (*)(const Arena&, const StateSet&);
[[nodiscard]] StateSet bounded_until(const Arena& arena, const StateSet& f, const StateSet& g,
                                     logic::Bound bound, Next next);

// The arena in which these sets must be met again and again: its domain is where a fair path
// starts.
[[nodiscard]] Arena require_fairness(Arena arena, std::vector<StateSet> fairness);

}  // namespace ken::check
