// Bounds of expressions.
//
// Interval arithmetic (R. E. Moore, Interval Analysis, 1966) on what an expression can evaluate to:
// every operator maps the bounds of its arguments to bounds of its result that contain each value
// the arguments can produce.  Sums, differences and products take theirs from the corners, computed
// in 128 bits.  A quotient is rounded outwards, because bounds are integers and quotients are not.
//
// Three marks travel along: that the value may be a fraction, which makes the end of a remainder
// inclusive and a divisor's inverse unbounded; that it may be undefined after a division by zero,
// in which case any comparison with it is false; and that an end does not fit in 64 bits, for
// diagrams compute with as many bits as it takes.  Such an end is open, and stays open in sums; of
// products and quotients both are.  Comparisons and connectives are never undefined or open; their
// bounds 0..0, 1..1 and 0..1 say never, always and perhaps.
//
// Each step costs constant time.  Narrower bounds would need the dependence between arguments
// (x - x is 0); nobody who asks needs them.

#include "model/bounds.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"

namespace ken::model {
namespace {

constexpr Value least = std::numeric_limits<Value>::min();
constexpr Value greatest = std::numeric_limits<Value>::max();

bool is_open(const Bounds& a) { return a.open_below || a.open_above; }

Bounds join_marks(const Bounds& a, const Bounds& b) {
  const bool open = is_open(a) || is_open(b);
  return {0, 0, a.fraction || b.fraction, a.undefined || b.undefined, open, open};
}

Value saturate(Wide value) { return static_cast<Value>(std::clamp<Wide>(value, least, greatest)); }

// The marks with these ends, where they are not open and fit.
Bounds between(Wide low, Wide high, Bounds marks) {
  marks.open_below = marks.open_below || low < least;
  marks.open_above = marks.open_above || high > greatest;
  marks.low = marks.open_below ? least : saturate(low);
  marks.high = marks.open_above ? greatest : saturate(high);
  return marks;
}

bool contains_zero(const Bounds& a) { return a.low <= 0 && a.high >= 0; }

Bounds add(const Bounds& a, const Bounds& b) {
  Bounds marks = join_marks(a, b);
  marks.open_below = a.open_below || b.open_below;
  marks.open_above = a.open_above || b.open_above;
  return between(Wide(a.low) + b.low, Wide(a.high) + b.high, marks);
}

Bounds multiply(const Bounds& a, const Bounds& b) {
  const auto corners = {Wide(a.low) * b.low, Wide(a.low) * b.high, Wide(a.high) * b.low,
                        Wide(a.high) * b.high};
  return between(std::min(corners), std::max(corners), join_marks(a, b));
}

// The bounds of a comparison from what it can be when both sides are defined.
Bounds compare(const Bounds& a, const Bounds& b, bool can_be_true, bool can_be_false) {
  const bool maybe_false = can_be_false || a.undefined || b.undefined;
  return {maybe_false ? 0 : 1, can_be_true ? 1 : 0, false, false};
}

bool can_be_less(const Bounds& a, const Bounds& b) {
  return a.low < b.high || a.open_below || b.open_above;
}

bool can_be_less_equal(const Bounds& a, const Bounds& b) {
  return a.low <= b.high || a.open_below || b.open_above;
}

bool can_be_equal(const Bounds& a, const Bounds& b) {
  return can_be_less_equal(a, b) && can_be_less_equal(b, a);
}

bool must_be_equal(const Bounds& a, const Bounds& b) {
  return a.low == a.high && a.low == b.low && b.low == b.high && !a.fraction && !b.fraction &&
         !is_open(a) && !is_open(b);
}

}  // namespace

Bounds BoundsAlgebra::variable(VarId id) const {
  CHECK(box_ != nullptr, "variables have bounds in a box");
  const Interval& range = (*box_)[static_cast<std::size_t>(id)];
  return {range.low, range.high, false, false};
}

// ---- connectives ----

Bounds BoundsAlgebra::conjunction(Args args) const {
  Bounds r{1, 1, false, false};
  for (const Bounds& arg : args) {
    r.low = std::min(r.low, arg.low);
    r.high = std::min(r.high, arg.high);
  }
  return r;
}

Bounds BoundsAlgebra::disjunction(Args args) const {
  Bounds r{0, 0, false, false};
  for (const Bounds& arg : args) {
    r.low = std::max(r.low, arg.low);
    r.high = std::max(r.high, arg.high);
  }
  return r;
}

Bounds BoundsAlgebra::exclusive(Args args) const {
  Value odd = 0;
  for (const Bounds& arg : args) {
    if (arg.low != arg.high) return {0, 1, false, false};
    odd ^= arg.low;
  }
  return {odd, odd, false, false};
}

// ---- comparisons ----

Bounds BoundsAlgebra::equal(Bounds a, Bounds b) const {
  return compare(a, b, can_be_equal(a, b), !must_be_equal(a, b));
}

Bounds BoundsAlgebra::not_equal(Bounds a, Bounds b) const {
  return compare(a, b, !must_be_equal(a, b), can_be_equal(a, b));
}

Bounds BoundsAlgebra::less(Bounds a, Bounds b) const {
  return compare(a, b, can_be_less(a, b), can_be_less_equal(b, a));
}

Bounds BoundsAlgebra::less_equal(Bounds a, Bounds b) const {
  return compare(a, b, can_be_less_equal(a, b), can_be_less(b, a));
}

// ---- arithmetic ----

Bounds BoundsAlgebra::sum(Args args) const {
  Bounds r = args[0];
  for (const Bounds& arg : args.subspan(1)) r = add(r, arg);
  return r;
}

Bounds BoundsAlgebra::product(Args args) const {
  Bounds r = args[0];
  for (const Bounds& arg : args.subspan(1)) r = multiply(r, arg);
  return r;
}

Bounds BoundsAlgebra::subtract(Bounds a, Bounds b) const {
  Bounds marks = join_marks(a, b);
  marks.open_below = a.open_below || b.open_above;
  marks.open_above = a.open_above || b.open_below;
  return between(Wide(a.low) - b.high, Wide(a.high) - b.low, marks);
}

// The quotient lies between the quotients of the corners, rounded outwards; a divisor between
// -1 and 1 that is no integer may enlarge without limit.
Bounds BoundsAlgebra::divide(Bounds a, Bounds b) const {
  Bounds r = join_marks(a, b);
  r.undefined = r.undefined || contains_zero(b);
  r.fraction = true;
  if (b.fraction) r.open_below = r.open_above = true;
  const Wide magnitude = std::max({Wide(a.high), -Wide(a.high), Wide(a.low), -Wide(a.low)});
  if (is_open(r) || contains_zero(b)) return between(-magnitude, magnitude, r);
  const auto corners = {Wide(a.low) / b.low, Wide(a.low) / b.high, Wide(a.high) / b.low,
                        Wide(a.high) / b.high};
  return between(std::min(corners) - 1, std::max(corners) + 1, r);
}

Bounds BoundsAlgebra::floor_divide(Bounds a, Bounds b) const {
  Bounds r = divide(a, b);
  r.fraction = false;
  return r;
}

Bounds BoundsAlgebra::modulo(Bounds a, Bounds b) const {
  Bounds r = join_marks(a, b);
  r.undefined = r.undefined || contains_zero(b);
  r.open_below = r.open_above = is_open(b);
  r.low = std::min<Value>(0, b.low);
  r.high = std::max<Value>(0, b.high);
  if (!r.fraction) {
    if (b.high > 0) r.high = b.high - 1;
    if (b.low < 0) r.low = b.low + 1;
  }
  return r;
}

// ---- conditionals ----

Bounds BoundsAlgebra::conditional(Bounds c, Bounds a, Bounds b) const {
  if (c.low == c.high) return c.low != 0 ? a : b;
  Bounds r = join_marks(a, b);
  r.open_below = a.open_below || b.open_below;
  r.open_above = a.open_above || b.open_above;
  r.low = std::min(a.low, b.low);
  r.high = std::max(a.high, b.high);
  return r;
}

}  // namespace ken::model
