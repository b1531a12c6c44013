// Fixpoints of time.
//
// EX f: a pre-image of f, cut to the domain.  Reachable states have reachable successors only, so
// f may be any set that is the same among those, and the one with the smallest diagram is taken:
// backwards steps from states that nobody reaches are often what explodes.  E(f U g): backwards
// from g, and each round takes the pre-image of what is new alone, because the pre-image of a union
// is the union of the pre-images, or of all that was found, if that has a smaller diagram; in an
// interleaved system the disjuncts are taken in turn. EG f,
// the greatest Z = f & EX Z, from above; over fair paths the greatest
//     Z = f & for every fairness line F: EX E(f U (Z & F))
// (Emerson and Lei 1986), each E U by its own backward search, and before each round what has no
// infinite path in Z is trimmed away, which costs pre-images and saves searches.  The domain under
// fairness is EG true, so the other operators have only to stay inside it.  Universal operators are
// duals of these, as the definitions have it:  A(f U g) = !(E(!g U (!f & !g)) | EG !g),  A(f W g) =
// !E(!g U
// (!f & !g)).
//
// Often only some states are asked about, mostly the initial ones: a search backwards ends when it
// has found them all, and EG when it has lost them all.  From a single initial state EF and E U are
// searched forwards, where the exploration has shown that the sets are small; and EF holds there if
// it holds anywhere, because everything is reached from there.
//
// Bounds.  E(f U[m,n] g): first g | (f & EX Z), at most n-m times and no longer than it grows; then
// f & EX Z exactly m times.  The second need not become stable, but must come back to a set it has
// visited; diagrams are compared in no time, so Brent's algorithm costs one more set and finds the
// cycle, whose full turns are skipped.

#include "check/fixpoints.hpp"

#include "symbolic/saturation.hpp"

namespace ken::check {

StateSet some_successor(const Arena& arena, const StateSet& set) {
  return arena.steps->relation().preimage(arena.simplify_target(set, arena.reachable)) &
         arena.domain;
}

StateSet every_successor(const Arena& arena, const StateSet& set) {
  return arena.domain - some_successor(arena, arena.domain - set);
}

namespace {

// All that is asked is found, or nothing of it is left.
bool covers(const StateSet& set, const Asked& asked) {
  return !asked.unset() && subset(asked, set);
}
bool misses(const StateSet& set, const Asked& asked) {
  return !asked.unset() && disjoint(asked, set);
}

// The same set, disjunct by disjunct: see symbolic/reach.cpp.
StateSet exists_until_chained(const Arena& arena, const StateSet& f, const StateSet& g,
                              const Asked& asked) {
  const std::vector<symbolic::Relation>& disjuncts = arena.steps->disjuncts();
  const StateSet through = f & arena.domain;
  if (arena.closed && symbolic::can_saturate(disjuncts))
    return symbolic::saturate(arena.steps->manager(), disjuncts, symbolic::Direction::backward, g,
                              through);
  StateSet result = g;
  for (StateSet fresh = g; !fresh.empty() && !covers(result, asked);) {
    const StateSet before = result;
    for (const symbolic::Relation& disjunct : disjuncts) {
      const StateSet found = (disjunct.preimage(fresh) & through) - result;
      fresh |= found;
      result |= found;
    }
    fresh = result - before;
  }
  return result;
}

StateSet stay_in(const Arena& arena, const StateSet& f, const Asked& asked) {
  for (StateSet z = f;;) {
    StateSet next = z & some_successor(arena, z);
    if (next == z || misses(next, asked)) return next;
    z = std::move(next);
  }
}

StateSet stay_fairly_in(const Arena& arena, const StateSet& f, const Asked& asked) {
  for (StateSet z = f;;) {
    z = stay_in(arena, z, asked);
    if (misses(z, asked)) return z;
    StateSet next = z;
    for (const StateSet& line : arena.fairness)
      next &= some_successor(arena, exists_until(arena, f, next & line));
    if (next == z) return z;
    z = std::move(next);
  }
}

// step applied so many times, whole turns of a cycle left out.
template <class Step>
StateSet repeat(StateSet z, std::int64_t times, const Step& step) {
  StateSet landmark = z;
  std::int64_t since = 0;
  std::int64_t patience = 1;
  while (times > 0) {
    z = step(z);
    --times;
    ++since;
    if (z == landmark) {
      times %= since;
      since = 0;
      patience = times + 1;  // no further cycle to be looked for
    } else if (since == patience) {
      landmark = z;
      since = 0;
      patience *= 2;
    }
  }
  return z;
}

}  // namespace

StateSet exists_until(const Arena& arena, const StateSet& f, const StateSet& g,
                      const Asked& asked) {
  if (!arena.steps->disjuncts().empty()) return exists_until_chained(arena, f, g, asked);
  StateSet result = g;
  for (StateSet fresh = g; !fresh.empty() && !covers(result, asked);) {
    const StateSet& source = is_smaller(result, fresh) ? result : fresh;
    fresh = (some_successor(arena, source) & f) - result;
    result |= fresh;
  }
  return result;
}

StateSet exists_globally(const Arena& arena, const StateSet& f, const Asked& asked) {
  return arena.fair() ? stay_fairly_in(arena, f, asked) : stay_in(arena, f, asked);
}

bool can_reach(const Arena& arena, const StateSet& start, const StateSet& f, const StateSet& g) {
  StateSet known = start;
  for (StateSet fresh = start; !fresh.empty();) {
    if (!disjoint(fresh, g)) return true;
    fresh = (arena.steps->relation().image(fresh & f) & arena.domain) - known;
    known |= fresh;
  }
  return false;
}

StateSet all_until(const Arena& arena, const StateSet& f, const StateSet& g, const Asked& asked) {
  const StateSet no_g = arena.domain - g;
  return arena.domain -
         (exists_until(arena, no_g, no_g - f, asked) | exists_globally(arena, no_g, asked));
}

StateSet all_weak(const Arena& arena, const StateSet& f, const StateSet& g, const Asked& asked) {
  const StateSet no_g = arena.domain - g;
  return arena.domain - exists_until(arena, no_g, no_g - f, asked);
}

StateSet bounded_until(const Arena& arena, const StateSet& f, const StateSet& g, logic::Bound bound,
                       Next next) {
  StateSet z = g;
  for (std::int64_t i = bound.least; i < bound.most; ++i) {
    StateSet wider = g | (f & next(arena, z));
    if (wider == z) break;
    z = std::move(wider);
  }
  return repeat(z, bound.least, [&](const StateSet& set) { return f & next(arena, set); });
}

Arena require_fairness(Arena arena, std::vector<StateSet> fairness) {
  arena.fairness = std::move(fairness);
  arena.domain = exists_globally(arena, arena.domain);
  return arena;
}

}  // namespace ken::check
