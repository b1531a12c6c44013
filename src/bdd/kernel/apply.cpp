// Conjunction, exclusive or, if-then-else, and whether two functions meet.
//
// All by Bryant's recursion: both arguments are split at the higher of their top variables, the
// halves are combined, and the two results become a node.  Each pair of subfunctions is met once as
// long as the cache remembers it, so a result takes at most |f| |g| steps.
//
// Because negation is a bit of the edge, conjunction does for disjunction, difference and
// implication too, and all of them share their cache entries.  Exclusive or leaves the signs of its
// arguments out of the recursion and puts them back on the result.  If-then-else is brought into a
// form in which neither condition nor first branch is negated, and becomes one of the other two
// where it can.
//
// 'disjoint' walks like conjunction, but builds nothing and stops at the first point that both
// functions have.

#include <algorithm>

#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {

Edge Kernel::conjunction(Edge f, Edge g) {
  if (f == g || g == yes) return f;
  if (f == yes) return g;
  if (f == no || g == no || f == negation(g)) return no;
  if (f > g) std::swap(f, g);
  const Cache::Key key = Cache::key(f, g, code(Operation::conjunction));
  if (const Edge* known = cache_.find(key)) return *known;
  tick();
  const Level level = std::min(store_.level(f), store_.level(g));
  const auto [f_low, f_high] = halves(f, level);
  const auto [g_low, g_high] = halves(g, level);
  const Edge low = conjunction(f_low, g_low);
  const Kept kept(*this, low);
  const Edge high = conjunction(f_high, g_high);
  const Edge result = store_.make(level, low, high);
  cache_.put(key, result);
  return result;
}

Edge Kernel::exclusive(Edge f, Edge g) {
  const Edge flip = sign(f) ^ sign(g);
  f ^= sign(f);
  g ^= sign(g);
  if (f == g) return flip;
  if (f == no) return g ^ flip;
  if (g == no) return f ^ flip;
  if (f > g) std::swap(f, g);
  const Cache::Key key = Cache::key(f, g, code(Operation::exclusive));
  if (const Edge* known = cache_.find(key)) return *known ^ flip;
  tick();
  const Level level = std::min(store_.level(f), store_.level(g));
  const auto [f_low, f_high] = halves(f, level);
  const auto [g_low, g_high] = halves(g, level);
  const Edge low = exclusive(f_low, g_low);
  const Kept kept(*this, low);
  const Edge high = exclusive(f_high, g_high);
  const Edge result = store_.make(level, low, high);
  cache_.put(key, result);
  return result ^ flip;
}

Edge Kernel::choice(Edge f, Edge then, Edge otherwise) {
  if (then == otherwise) return then;
  if (is_constant(f)) return f == yes ? then : otherwise;
  if (f == then) then = yes;
  if (f == negation(then)) then = no;
  if (f == otherwise) otherwise = no;
  if (f == negation(otherwise)) otherwise = yes;
  if (then == otherwise) return then;
  if (then == yes) return disjunction(f, otherwise);
  if (then == no) return conjunction(negation(f), otherwise);
  if (otherwise == no) return conjunction(f, then);
  if (otherwise == yes) return disjunction(negation(f), then);
  if (then == negation(otherwise)) return negation(exclusive(f, then));
  if (sign(f) != 0) {
    f = negation(f);
    std::swap(then, otherwise);
  }
  const Edge flip = sign(then);
  then ^= flip;
  otherwise ^= flip;
  const Cache::Key key = Cache::key(f, then, otherwise);
  if (const Edge* known = cache_.find(key)) return *known ^ flip;
  tick();
  const Level level = std::min({store_.level(f), store_.level(then), store_.level(otherwise)});
  const auto [f_low, f_high] = halves(f, level);
  const auto [then_low, then_high] = halves(then, level);
  const auto [otherwise_low, otherwise_high] = halves(otherwise, level);
  const Edge low = choice(f_low, then_low, otherwise_low);
  const Kept kept(*this, low);
  const Edge high = choice(f_high, then_high, otherwise_high);
  const Edge result = store_.make(level, low, high);
  cache_.put(key, result);
  return result ^ flip;
}

bool Kernel::disjoint(Edge f, Edge g) {
  if (f == no || g == no || f == negation(g)) return true;
  if (f == yes || g == yes || f == g) return false;
  if (f > g) std::swap(f, g);
  const Edge* conjoined = cache_.find(Cache::key(f, g, code(Operation::conjunction)));
  if (conjoined != nullptr) return *conjoined == no;
  const Cache::Key key = Cache::key(f, g, code(Operation::disjoint));
  if (const Edge* known = cache_.find(key)) return *known == yes;
  tick();
  const Level level = std::min(store_.level(f), store_.level(g));
  const auto [f_low, f_high] = halves(f, level);
  const auto [g_low, g_high] = halves(g, level);
  const bool result = disjoint(f_low, g_low) && disjoint(f_high, g_high);
  cache_.put(key, result ? yes : no);
  return result;
}

}  // namespace ken::bdd::kernel
