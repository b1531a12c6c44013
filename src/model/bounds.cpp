#include "model/bounds.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"

namespace ken::model {
namespace {

Value saturated(Wide value) {
  constexpr Wide low = std::numeric_limits<Value>::min();
  constexpr Wide high = std::numeric_limits<Value>::max();
  return static_cast<Value>(std::clamp(value, low, high));
}

Bounds joined(Bounds a, Bounds b) {
  a.fraction |= b.fraction;
  a.undefined |= b.undefined;
  return a;
}

Bounds sum_of(Bounds a, Bounds b) {
  Bounds r = joined(a, b);
  r.low = saturated(Wide(a.low) + b.low);
  r.high = saturated(Wide(a.high) + b.high);
  return r;
}

Bounds difference_of(Bounds a, Bounds b) {
  Bounds r = joined(a, b);
  r.low = saturated(Wide(a.low) - b.high);
  r.high = saturated(Wide(a.high) - b.low);
  return r;
}

Bounds product_of(Bounds a, Bounds b) {
  Bounds r = joined(a, b);
  const auto corners = {Wide(a.low) * b.low, Wide(a.low) * b.high, Wide(a.high) * b.low,
                        Wide(a.high) * b.high};
  r.low = saturated(std::min(corners));
  r.high = saturated(std::max(corners));
  return r;
}

// The quotient lies between the quotients of the corners, rounded outwards; a divisor between
// -1 and 1 that is no integer may enlarge without limit.
Bounds quotient_of(Bounds a, Bounds b) {
  Bounds r = joined(a, b);
  const bool zero_possible = b.low <= 0 && b.high >= 0;
  r.undefined |= zero_possible;
  r.fraction = true;
  if (b.fraction) {
    r.low = std::numeric_limits<Value>::min();
    r.high = std::numeric_limits<Value>::max();
    return r;
  }
  const Wide magnitude = std::max({Wide(a.high), -Wide(a.high), Wide(a.low), -Wide(a.low)});
  r.low = saturated(-magnitude);
  r.high = saturated(magnitude);
  if (zero_possible) return r;
  const auto corners = {Wide(a.low) / b.low, Wide(a.low) / b.high, Wide(a.high) / b.low,
                        Wide(a.high) / b.high};
  r.low = saturated(std::min(corners) - 1);
  r.high = saturated(std::max(corners) + 1);
  return r;
}

Bounds remainder_of(Bounds a, Bounds b) {
  Bounds r = joined(a, b);
  r.undefined |= b.low <= 0 && b.high >= 0;
  r.low = std::min<Value>(0, b.low);
  r.high = std::max<Value>(0, b.high);
  if (!r.fraction) {
    if (b.high > 0) r.high = b.high - 1;
    if (b.low < 0) r.low = b.low + 1;
  }
  return r;
}

// Whether a comparison can be true and can be false.  With an undefined side it is false.
Bounds comparison_of(ExprOp op, Bounds a, Bounds b) {
  const bool single = a.low == a.high && b.low == b.high && !a.fraction && !b.fraction;
  const bool overlap = a.low <= b.high && b.low <= a.high;
  bool can_be_true = false;
  bool can_be_false = a.undefined || b.undefined;
  switch (op) {
    case ExprOp::equal:
      can_be_true = overlap;
      can_be_false |= !(single && overlap);
      break;
    case ExprOp::not_equal:
      can_be_true = !(single && overlap);
      can_be_false |= overlap;
      break;
    case ExprOp::less:
      can_be_true = a.low < b.high;
      can_be_false |= a.high >= b.low;
      break;
    default:
      can_be_true = a.low <= b.high;
      can_be_false |= a.high > b.low;
      break;
  }
  return {can_be_false ? 0 : 1, can_be_true ? 1 : 0, false, false};
}

Bounds junction_of(ExprOp op, std::span<const Bounds> args) {
  const bool conjunction = op == ExprOp::conjunction;
  Bounds r{conjunction ? 1 : 0, conjunction ? 1 : 0, false, false};
  for (const Bounds& arg : args) {
    r.low = conjunction ? std::min(r.low, arg.low) : std::max(r.low, arg.low);
    r.high = conjunction ? std::min(r.high, arg.high) : std::max(r.high, arg.high);
  }
  return r;
}

Bounds exclusive_of(std::span<const Bounds> args) {
  Value odd = 0;
  for (const Bounds& arg : args) {
    if (arg.low != arg.high) return {0, 1, false, false};
    odd ^= arg.low;
  }
  return {odd, odd, false, false};
}

}  // namespace

Bounds combined(ExprOp op, std::span<const Bounds> args) {
  CHECK(!args.empty(), "an operator has arguments");
  switch (op) {
    case ExprOp::negation:
      return {1 - args[0].high, 1 - args[0].low, false, false};
    case ExprOp::conjunction:
    case ExprOp::disjunction:
      return junction_of(op, args);
    case ExprOp::exclusive:
      return exclusive_of(args);
    case ExprOp::equal:
    case ExprOp::not_equal:
    case ExprOp::less:
    case ExprOp::less_equal:
      return comparison_of(op, args[0], args[1]);
    default:
      break;
  }
  Bounds r = args[0];
  for (const Bounds& b : args.subspan(1)) {
    if (op == ExprOp::sum || op == ExprOp::count)
      r = sum_of(r, b);
    else if (op == ExprOp::product)
      r = product_of(r, b);
    else if (op == ExprOp::subtract)
      r = difference_of(r, b);
    else if (op == ExprOp::modulo)
      r = remainder_of(r, b);
    else
      r = quotient_of(r, b);
  }
  if (op == ExprOp::floor_divide) r.fraction = false;
  return r;
}

}  // namespace ken::model
