#pragma once
#include <cstdint>

namespace ken::model {

// Values of variables: numbers as they are, booleans as 0 and 1, the values of an enumeration by
// their place in it.
using Value = std::int64_t;
__extension__ using Wide = __int128;  // holds the product of two values

// What an expression evaluates to: an exact rational, or nothing (after a division by zero).
// Results that do not fit end in Exhausted, never in a wrong number.
class Number {
 public:
  constexpr Number() = default;
  constexpr Number(Value value) : numerator_(value) {}  // NOLINT: integers are numbers

  [[nodiscard]] constexpr bool defined() const { return denominator_ != 0; }
  [[nodiscard]] constexpr bool is_integer() const { return denominator_ == 1; }
  [[nodiscard]] constexpr Value numerator() const { return numerator_; }
  [[nodiscard]] constexpr Value denominator() const { return denominator_; }
  [[nodiscard]] constexpr bool truth() const { return numerator_ != 0; }

  [[nodiscard]] static constexpr Number undefined() {
    Number n;
    n.denominator_ = 0;
    return n;
  }

  // Undefined operands give an undefined result.
  friend Number operator+(Number a, Number b);
  friend Number operator-(Number a, Number b);
  friend Number operator*(Number a, Number b);
  friend Number operator/(Number a, Number b);
  // Rounded towards minus infinity.
  friend Number floor_divide(Number a, Number b);
  friend Number modulo(Number a, Number b);
  // -1, 0, 1; both must be defined.
  friend int compare(Number a, Number b);

 private:
  [[nodiscard]] static Number make(Wide numerator, Wide denominator);

  Value numerator_ = 0;
  Value denominator_ = 1;  // positive and without common factor; 0: undefined
};

Number floor_divide(Number a, Number b);
Number modulo(Number a, Number b);

}  // namespace ken::model
