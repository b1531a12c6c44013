// Fixpoints of time.
//
// Everything is built on EX: a state satisfies EX f if some successor in the domain satisfies f, so
// EX is false in a deadlock and AX true.  E(f U g) is the least set Z = g or (f and EX Z), found
// backwards from g; EG f the greatest set Z = f and EX Z, found by taking away the states without
// successor in it.  Over fair
// paths EG f is the greatest Z = f and, for every fairness line F, EX E(f U (Z and F)): from Z one
// can reach each line again within f, for ever (Emerson and Lei 1986).  The domain under fairness
// is EG true itself, so the other operators need no more than to stay inside it.
//
// Bounds: E(f U[m,n] g) is m steps through f and then g within n - m steps through f.  The second
// part grows monotonically and is stopped at its fixpoint.  The first part, Z -> f and EX Z applied
// m times, need not converge, but on finitely many sets it runs into a cycle: Brent's algorithm
// finds it, and only the rest of m modulo its length is walked.  Cost: both fixpoints are linear in
// the number of edges; with fairness each round is, and there are at most as many rounds as states.

#include "concrete/fixpoints.hpp"

namespace ken::concrete {

StateSet some_successor(const Arena& arena, const StateSet& set) {
  StateSet result = arena.nothing();
  arena.domain.for_each([&](StateId s) {
    arena.budget->check_limits();
    for (const StateId next : arena.steps->successors(s)) {
      if (!set.contains(next)) continue;
      result.insert(s);
      break;
    }
  });
  return result;
}

StateSet exists_until(const Arena& arena, const StateSet& f, const StateSet& g) {
  StateSet result = g;
  base::ChargedVector<StateId> todo(*arena.budget);
  g.for_each([&](StateId s) { todo.push_back(s); });
  while (!todo.empty()) {
    const StateId s = todo.back();
    todo.pop_back();
    arena.budget->check_limits();
    for (const StateId before : arena.steps->predecessors(s)) {
      if (result.contains(before) || !f.contains(before)) continue;
      result.insert(before);
      todo.push_back(before);
    }
  }
  return result;
}

namespace {

// Greatest Z = f and EX Z: whoever has no successor left in Z goes, and may take others along.
StateSet stay_in(const Arena& arena, const StateSet& f) {
  StateSet result = f;
  base::ChargedVector<std::uint32_t> left(*arena.budget);
  left.assign(arena.steps->size(), 0);
  base::ChargedVector<StateId> todo(*arena.budget);
  f.for_each([&](StateId s) {
    arena.budget->check_limits();
    for (const StateId next : arena.steps->successors(s))
      if (f.contains(next)) ++left[static_cast<std::size_t>(s)];
    if (left[static_cast<std::size_t>(s)] == 0) todo.push_back(s);
  });
  for (const StateId s : todo) result.remove(s);
  while (!todo.empty()) {
    const StateId s = todo.back();
    todo.pop_back();
    arena.budget->check_limits();
    for (const StateId before : arena.steps->predecessors(s)) {
      if (!result.contains(before) || --left[static_cast<std::size_t>(before)] > 0) continue;
      result.remove(before);
      todo.push_back(before);
    }
  }
  return result;
}

}  // namespace

StateSet exists_globally(const Arena& arena, const StateSet& f) {
  StateSet z = stay_in(arena, f);
  for (;;) {
    StateSet next = z;
    for (const StateSet& line : arena.fairness)
      next = next & some_successor(arena, exists_until(arena, f, z & line));
    if (next == z) return z;
    z = std::move(next);
  }
}

StateSet every_successor(const Arena& arena, const StateSet& set) {
  return arena.domain - some_successor(arena, arena.domain - set);
}

namespace {

// step applied so many times; finds the cycle it must run into (Brent).
template <class Step>
StateSet repeat(StateSet z, std::int64_t times, const Step& step) {
  StateSet mark = z;
  std::int64_t power = 1;
  std::int64_t length = 0;
  while (times > 0) {
    z = step(z);
    --times;
    if (z == mark) {
      times %= length + 1;
      for (; times > 0; --times) z = step(z);
      return z;
    }
    if (++length == power) {
      mark = z;
      power *= 2;
      length = 0;
    }
  }
  return z;
}

}  // namespace

StateSet bounded_until(const Arena& arena, const StateSet& f, const StateSet& g, logic::Bound bound,
                       Next next) {
  StateSet z = g;
  for (std::int64_t i = bound.least; i < bound.most; ++i) {
    StateSet wider = g | (f & next(arena, z));
    if (wider == z) break;
    z = std::move(wider);
  }
  return repeat(std::move(z), bound.least,
                [&](const StateSet& set) { return f & next(arena, set); });
}

Arena require_fairness(Arena arena, std::vector<StateSet> fairness) {
  arena.fairness = std::move(fairness);
  arena.domain = exists_globally(arena, arena.domain);
  return arena;
}

}  // namespace ken::concrete
