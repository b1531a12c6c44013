// Quantification, and the relational product.
//
// exists x. f is the disjunction of f's halves at x.  The recursion goes down once for the whole
// set: at a level of the set the two results are joined, elsewhere they become a node.  Where no
// variable of the set is left below, the function itself is the answer; where one half gives the
// constant true, the other is not looked at.
//
// The relational product exists S. f & g does both at once and never builds the conjunction, which
// may be far larger than f, g and the result (Burch, Clarke, McMillan, Dill and Hwang 1990).  With
// nothing left to quantify it is plain conjunction and shares its cache entries; with one argument
// true it is plain quantification.

#include <algorithm>

#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {

Edge Kernel::exists(Edge f, std::uint32_t set) {
  return exists(f, tables_.set(set), code(Operation::exists, set));
}

Edge Kernel::exists(Edge f, const LevelSet& set, std::uint32_t what) {
  const Level level = store_.level(f);
  if (!set.reaches(level)) return f;
  const Cache::Key key = Cache::key(f, no, what);
  if (const Edge* known = cache_.find(key)) return *known;
  tick();
  const auto [f_low, f_high] = halves(f, level);
  Edge result = exists(f_low, set, what);
  if (set.contains(level)) {
    result = join(result, [&, a = f_high] { return exists(a, set, what); });
  } else {
    const Kept kept(*this, result);
    const Edge high = exists(f_high, set, what);
    result = store_.make(level, result, high);
  }
  cache_.put(key, result);
  return result;
}

Edge Kernel::and_exists(Edge f, Edge g, std::uint32_t set) {
  return and_exists(f, g, tables_.set(set), set);
}

Edge Kernel::and_exists(Edge f, Edge g, const LevelSet& set, std::uint32_t number) {
  if (f == no || g == no || f == negation(g)) return no;
  if (f == yes || f == g) return exists(g, set, code(Operation::exists, number));
  if (g == yes) return exists(f, set, code(Operation::exists, number));
  const Level level = std::min(store_.level(f), store_.level(g));
  if (!set.reaches(level)) return conjunction(f, g);
  if (f > g) std::swap(f, g);
  const std::uint32_t what = code(Operation::and_exists, number);
  const Cache::Key key = Cache::key(f, g, what);
  if (const Edge* known = cache_.find(key)) return *known;
  tick();
  const auto [f_low, f_high] = halves(f, level);
  const auto [g_low, g_high] = halves(g, level);
  Edge result = and_exists(f_low, g_low, set, number);
  if (set.contains(level)) {
    result = join(result, [&, a = f_high, b = g_high] { return and_exists(a, b, set, number); });
  } else {
    const Kept kept(*this, result);
    const Edge high = and_exists(f_high, g_high, set, number);
    result = store_.make(level, result, high);
  }
  cache_.put(key, result);
  return result;
}

}  // namespace ken::bdd::kernel
