// Functions that agree with f where it matters.
//
// 'constrain' is the generalised cofactor of Coudert, Berthet and Madre (1989): a point outside
// 'care' takes the value of the nearest point inside, where nearness weighs higher variables more.
// Going down both diagrams, a half of care that is empty is given up, and f's half with it.
//
// 'simplify' is their restrict (1990): a variable of care that f does not have is quantified out of
// care first, so that no variable enters f.
//
// Both distribute over negation, so the recursion runs without the sign of f.  Each takes at most
// |f| |care| steps, 'simplify' more by the quantifications.

#include <algorithm>

#include "base/check.hpp"
#include "bdd/kernel/kernel.hpp"

namespace ken::bdd::kernel {

Edge Kernel::constrain(Edge f, Edge care) {
  CHECK(care != no, "nothing agrees with f nowhere");
  if (care == yes || is_constant(f)) return f;
  const Edge flip = sign(f);
  f ^= flip;
  if (f == care) return yes ^ flip;
  if (f == negation(care)) return no ^ flip;
  const std::uint32_t what = code(Operation::constrain);
  const Cache::Key key = Cache::key(f, care, what);
  if (const Edge* known = cache_.find(key)) return *known ^ flip;
  tick();
  const Level level = std::min(store_.level(f), store_.level(care));
  const auto [f_low, f_high] = halves(f, level);
  const auto [care_low, care_high] = halves(care, level);
  Edge result = no;
  if (care_low == no) {
    result = constrain(f_high, care_high);
  } else if (care_high == no) {
    result = constrain(f_low, care_low);
  } else {
    const Edge low = constrain(f_low, care_low);
    const Kept kept(*this, low);
    const Edge high = constrain(f_high, care_high);
    result = store_.make(level, low, high);
  }
  cache_.put(key, result);
  return result ^ flip;
}

Edge Kernel::simplify(Edge f, Edge care) {
  CHECK(care != no, "nothing agrees with f nowhere");
  if (care == yes || is_constant(f)) return f;
  const Edge flip = sign(f);
  f ^= flip;
  if (f == care) return yes ^ flip;
  if (f == negation(care)) return no ^ flip;
  const std::uint32_t what = code(Operation::simplify);
  const Cache::Key key = Cache::key(f, care, what);
  if (const Edge* known = cache_.find(key)) return *known ^ flip;
  tick();
  const Level level = store_.level(f);
  const Level care_level = store_.level(care);
  const auto [care_low, care_high] = halves(care, std::min(level, care_level));
  Edge result = no;
  if (care_level < level) {
    const Edge smaller_care = disjunction(care_low, care_high);
    const Kept kept(*this, smaller_care);
    result = simplify(f, smaller_care);
  } else if (care_low == no) {
    result = simplify(store_.high(f), care_high);
  } else if (care_high == no) {
    result = simplify(store_.low(f), care_low);
  } else {
    const Edge low = simplify(store_.low(f), care_low);
    const Kept kept(*this, low);
    const Edge high = simplify(store_.high(f), care_high);
    result = store_.make(level, low, high);
  }
  cache_.put(key, result);
  return result ^ flip;
}

}  // namespace ken::bdd::kernel
