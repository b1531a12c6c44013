// Arithmetic on diagrams.
//
// Each operation is the circuit one would draw, with a diagram on every wire.  Sums, differences
// and comparisons of numbers whose bits stand near each other stay small; products and divisions of
// two variables need not, and are bounded by the budget alone.  Fractions are kept as pairs: the
// rules of school arithmetic need sums and products of whole numbers only, and a comparison
// multiplies crosswise.  After each step superfluous copies of the sign bit are dropped, so
// constants cost nothing.

#include "symbolic/quantity.hpp"

#include <algorithm>

namespace ken::symbolic {
namespace {

// Drops copies of the sign.
Integer trimmed(Integer a) {
  while (a.size() > 1 && a[a.size() - 1] == a[a.size() - 2]) a.pop_back();
  return a;
}

const Bdd& bit(const Integer& a, std::size_t i) { return i < a.size() ? a[i] : a.back(); }

}  // namespace

Integer Arithmetic::integer(model::Value value) const {
  Integer result;
  for (unsigned i = 0; i < 64; ++i)
    result.push_back(manager_.constant(((static_cast<std::uint64_t>(value) >> i) & 1U) != 0));
  return trimmed(std::move(result));
}

Integer Arithmetic::add(const Integer& a, const Integer& b, bool carry_in) const {
  Integer result;
  Bdd carry = manager_.constant(carry_in);
  const std::size_t width = std::max(a.size(), b.size()) + 1;
  for (std::size_t i = 0; i < width; ++i) {
    const Bdd& x = bit(a, i);
    const Bdd& y = bit(b, i);
    const Bdd differ = x ^ y;
    result.push_back(differ ^ carry);
    if (i + 1 < width) carry = if_then_else(differ, carry, x);
  }
  return trimmed(std::move(result));
}

Integer Arithmetic::minus(const Integer& a, const Integer& b) const {
  Integer flipped;
  for (const Bdd& x : b) flipped.push_back(!x);
  return add(a, flipped, true);
}

Integer Arithmetic::negate(const Integer& a) const { return minus({no()}, a); }

// Every bit of b but the sign adds a shifted copy of a; the sign, which weighs -2^k, subtracts one.
Integer Arithmetic::times(const Integer& a, const Integer& b) const {
  Integer result{no()};
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i].is_false()) continue;
    Integer shifted(i, no());
    for (const Bdd& x : a) shifted.push_back(x & b[i]);
    result = i + 1 < b.size() ? add(result, shifted, false) : minus(result, shifted);
  }
  return result;
}

Integer Arithmetic::choose(const Bdd& condition, const Integer& then,
                           const Integer& otherwise) const {
  Integer result;
  for (std::size_t i = 0; i < std::max(then.size(), otherwise.size()); ++i)
    result.push_back(if_then_else(condition, bit(then, i), bit(otherwise, i)));
  return trimmed(std::move(result));
}

Integer Arithmetic::magnitude(const Integer& a) const {
  return a.back().is_false() ? a : choose(a.back(), negate(a), a);
}

Bdd Arithmetic::zero(const Integer& a) const {
  Bdd result = yes();
  for (const Bdd& x : a) result -= x;
  return result;
}

// Long division of the magnitudes; then, if exactly one is negative, the quotient is rounded away
// from zero, and the remainder takes the sign of the divisor.
Arithmetic::Division Arithmetic::divide(const Integer& a, const Integer& b) const {
  const Integer dividend = magnitude(a);
  const Integer divisor = magnitude(b);
  Integer quotient(dividend.size() + 1, no());
  Integer rest{no()};
  for (std::size_t i = dividend.size(); i-- > 0;) {
    rest.insert(rest.begin(), dividend[i]);
    const Integer less = minus(rest, divisor);
    const Bdd fits = !less.back();
    quotient[i] = fits;
    rest = choose(fits, less, rest);
  }
  quotient = trimmed(std::move(quotient));
  const Bdd opposed = a.back() ^ b.back();
  const Bdd exact = zero(rest);
  const Integer down = negate(quotient);
  const Integer rounded = choose(exact, down, minus(down, integer(1)));
  const Integer other = choose(exact, rest, minus(divisor, rest));
  const Integer size = choose(opposed, other, rest);
  return {choose(opposed, rounded, quotient), choose(b.back(), negate(size), size)};
}

Integer Arithmetic::denominator(const Quantity& a) const {
  return a.whole() ? integer(1) : a.denominator;
}

Quantity Arithmetic::constant(model::Value value) const { return {integer(value), {}, yes()}; }

Quantity Arithmetic::number(std::vector<Bdd> bits, model::Value least) const {
  bits.push_back(no());
  Integer value = trimmed(std::move(bits));
  if (least != 0) value = add(value, integer(least), false);
  return {std::move(value), {}, yes()};
}

Quantity Arithmetic::condition(const Bdd& holds) const {
  return {trimmed({holds, no()}), {}, yes()};
}

Quantity Arithmetic::sum(const Quantity& a, const Quantity& b) const {
  const Bdd defined = a.defined & b.defined;
  if (a.whole() && b.whole()) return {add(a.numerator, b.numerator, false), {}, defined};
  return {add(times(a.numerator, denominator(b)), times(b.numerator, denominator(a)), false),
          times(denominator(a), denominator(b)), defined};
}

Quantity Arithmetic::difference(const Quantity& a, const Quantity& b) const {
  return sum(a, {negate(b.numerator), b.denominator, b.defined});
}

Quantity Arithmetic::product(const Quantity& a, const Quantity& b) const {
  const Bdd defined = a.defined & b.defined;
  if (a.whole() && b.whole()) return {times(a.numerator, b.numerator), {}, defined};
  return {times(a.numerator, b.numerator), times(denominator(a), denominator(b)), defined};
}

// A divisor of 0 leaves the result undefined; 1 stands in for it so that denominators stay
// positive.
Quantity Arithmetic::quotient(const Quantity& a, const Quantity& b) const {
  const Bdd by_zero = zero(b.numerator);
  const Integer over = choose(b.numerator.back(), negate(times(a.numerator, denominator(b))),
                              times(a.numerator, denominator(b)));
  Integer under = times(denominator(a), magnitude(b.numerator));
  if (!by_zero.is_false()) under = choose(by_zero, integer(1), under);
  return {over, std::move(under), (a.defined & b.defined) - by_zero};
}

Quantity Arithmetic::floor_quotient(const Quantity& a, const Quantity& b) const {
  if (a.whole() && b.whole())
    return {
        divide(a.numerator, b.numerator).quotient, {}, (a.defined & b.defined) - zero(b.numerator)};
  const Quantity exact = quotient(a, b);
  return {divide(exact.numerator, exact.denominator).quotient, {}, exact.defined};
}

Quantity Arithmetic::modulo(const Quantity& a, const Quantity& b) const {
  if (a.whole() && b.whole())
    return {divide(a.numerator, b.numerator).remainder,
            {},
            (a.defined & b.defined) - zero(b.numerator)};
  return difference(a, product(b, floor_quotient(a, b)));
}

Quantity Arithmetic::select(const Bdd& condition, const Quantity& a, const Quantity& b) const {
  const bool both = a.whole() && b.whole();
  return {choose(condition, a.numerator, b.numerator),
          both ? Integer{} : choose(condition, denominator(a), denominator(b)),
          if_then_else(condition, a.defined, b.defined)};
}

// A condition has one bit that is not constant, and is that bit; there may be many thousands.
Bdd Arithmetic::truth(const Quantity& a) const {
  Bdd result = no();
  for (const Bdd& bit : a.numerator) {
    if (bit.is_false()) continue;
    result = result.is_false() ? bit : result | bit;
  }
  return a.defined.is_true() ? result : a.defined & result;
}

Bdd Arithmetic::equal(const Quantity& a, const Quantity& b) const {
  const bool both = a.whole() && b.whole();
  const Integer left = both ? a.numerator : times(a.numerator, denominator(b));
  const Integer right = both ? b.numerator : times(b.numerator, denominator(a));
  Bdd result = a.defined & b.defined;
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i)
    result &= equivalent(bit(left, i), bit(right, i));
  return result;
}

Bdd Arithmetic::less(const Quantity& a, const Quantity& b) const {
  const bool both = a.whole() && b.whole();
  const Integer left = both ? a.numerator : times(a.numerator, denominator(b));
  const Integer right = both ? b.numerator : times(b.numerator, denominator(a));
  return a.defined & b.defined & minus(left, right).back();
}

Bdd Arithmetic::within(const Quantity& a, model::Value low, model::Value high) const {
  Bdd result = a.defined - less(a, constant(low));
  result -= less(constant(high), a);
  if (!a.whole()) result &= zero(divide(a.numerator, a.denominator).remainder);
  return result;
}

std::vector<Bdd> Arithmetic::distance(const Quantity& a, model::Value low, std::size_t bits) const {
  const Integer value = a.whole() ? a.numerator : divide(a.numerator, a.denominator).quotient;
  const Integer away = minus(value, integer(low));
  std::vector<Bdd> result;
  for (std::size_t i = 0; i < bits; ++i) result.push_back(bit(away, i));
  return result;
}

}  // namespace ken::symbolic
