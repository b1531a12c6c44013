#include "model/number.hpp"

#include <limits>

#include "base/budget.hpp"

namespace ken::model {
namespace {

Wide gcd(Wide a, Wide b) {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

bool fits(Wide value) {
  return value >= std::numeric_limits<Value>::min() && value <= std::numeric_limits<Value>::max();
}

Wide wide(Value value) { return value; }

}  // namespace

Number Number::make(Wide numerator, Wide denominator) {
  if (denominator == 0) return undefined();
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  if (denominator != 1) {
    const Wide factor = gcd(numerator, denominator);
    numerator /= factor;
    denominator /= factor;
  }
  if (!fits(numerator) || !fits(denominator))
    throw base::Exhausted(base::Resource::arithmetic, "a number does not fit in 64 bits");
  Number n;
  n.numerator_ = static_cast<Value>(numerator);
  n.denominator_ = static_cast<Value>(denominator);
  return n;
}

// With 64-bit parts every product fits in 127 bits, and so does the sum of two of them.
Number operator+(Number a, Number b) {
  if (!a.defined() || !b.defined()) return Number::undefined();
  return Number::make(wide(a.numerator_) * b.denominator_ + wide(b.numerator_) * a.denominator_,
                      wide(a.denominator_) * b.denominator_);
}

Number operator-(Number a, Number b) {
  if (!a.defined() || !b.defined()) return Number::undefined();
  return Number::make(wide(a.numerator_) * b.denominator_ - wide(b.numerator_) * a.denominator_,
                      wide(a.denominator_) * b.denominator_);
}

Number operator*(Number a, Number b) {
  if (!a.defined() || !b.defined()) return Number::undefined();
  return Number::make(wide(a.numerator_) * b.numerator_, wide(a.denominator_) * b.denominator_);
}

Number operator/(Number a, Number b) {
  if (!a.defined() || !b.defined()) return Number::undefined();
  return Number::make(wide(a.numerator_) * b.denominator_, wide(a.denominator_) * b.numerator_);
}

Number floor_divide(Number a, Number b) {
  const Number exact = a / b;
  if (!exact.defined() || exact.is_integer()) return exact;
  const Value down = exact.numerator() / exact.denominator();
  return exact.numerator() < 0 ? down - 1 : down;
}

// Integers apart, because the product below may not fit where the remainder does.
Number modulo(Number a, Number b) {
  if (!a.is_integer() || !b.is_integer() || b.numerator() == 0) return a - b * floor_divide(a, b);
  Wide rest = wide(a.numerator()) % b.numerator();
  if (rest != 0 && (rest < 0) != (b.numerator() < 0)) rest += b.numerator();
  return static_cast<Value>(rest);
}

int compare(Number a, Number b) {
  const Wide left = wide(a.numerator_) * b.denominator_;
  const Wide right = wide(b.numerator_) * a.denominator_;
  return left < right ? -1 : (left > right ? 1 : 0);
}

}  // namespace ken::model
