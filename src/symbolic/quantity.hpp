#pragma once
#include <vector>

#include "bdd/manager.hpp"
#include "model/number.hpp"

namespace ken::symbolic {

using bdd::Bdd;

// A whole number that depends on the state: in two's complement, a function for each bit, the
// lowest first and the sign last.  Never empty.
using Integer = std::vector<Bdd>;

// What an expression evaluates to in each state: an exact fraction with a positive denominator, or
// nothing where 'defined' is false.  The symbolic counterpart of model::Number.
struct Quantity {
  Integer numerator;
  Integer denominator;  // empty: 1
  Bdd defined;

  [[nodiscard]] bool whole() const { return denominator.empty(); }
};

// Arithmetic by circuits: ripple-carry sums, shift-and-add products, restoring division.
class Arithmetic {
 public:
  explicit Arithmetic(bdd::Manager& manager) : manager_(manager) {}

  [[nodiscard]] Quantity constant(model::Value value) const;
  // Unsigned bits, then moved by 'least'.
  [[nodiscard]] Quantity number(std::vector<Bdd> bits, model::Value least) const;
  [[nodiscard]] Quantity condition(const Bdd& holds) const;

  [[nodiscard]] Quantity sum(const Quantity& a, const Quantity& b) const;
  [[nodiscard]] Quantity difference(const Quantity& a, const Quantity& b) const;
  [[nodiscard]] Quantity product(const Quantity& a, const Quantity& b) const;
  [[nodiscard]] Quantity quotient(const Quantity& a, const Quantity& b) const;
  [[nodiscard]] Quantity floor_quotient(const Quantity& a, const Quantity& b) const;
  [[nodiscard]] Quantity modulo(const Quantity& a, const Quantity& b) const;

  // a where the condition holds, b elsewhere.
  [[nodiscard]] Quantity select(const Bdd& condition, const Quantity& a, const Quantity& b) const;

  // Where it is defined and not 0.
  [[nodiscard]] Bdd truth(const Quantity& a) const;
  // Comparisons are false where either side is undefined.
  [[nodiscard]] Bdd equal(const Quantity& a, const Quantity& b) const;
  [[nodiscard]] Bdd less(const Quantity& a, const Quantity& b) const;

  // Where it is a whole number from low to high; and then its distance from low, in so many bits.
  [[nodiscard]] Bdd within(const Quantity& a, model::Value low, model::Value high) const;
  [[nodiscard]] std::vector<Bdd> distance(const Quantity& a, model::Value low,
                                          std::size_t bits) const;

 private:
  struct Division {
    Integer quotient;
    Integer remainder;
  };
  [[nodiscard]] Bdd no() const { return manager_.constant(false); }
  [[nodiscard]] Bdd yes() const { return manager_.constant(true); }
  [[nodiscard]] Integer integer(model::Value value) const;
  [[nodiscard]] Integer add(const Integer& a, const Integer& b, bool carry) const;
  [[nodiscard]] Integer negate(const Integer& a) const;
  [[nodiscard]] Integer minus(const Integer& a, const Integer& b) const;
  [[nodiscard]] Integer times(const Integer& a, const Integer& b) const;
  [[nodiscard]] Integer magnitude(const Integer& a) const;
  [[nodiscard]] Integer choose(const Bdd& condition, const Integer& then,
                               const Integer& otherwise) const;
  [[nodiscard]] Bdd zero(const Integer& a) const;
  // Rounded towards minus infinity; any value where b is 0.
  [[nodiscard]] Division divide(const Integer& a, const Integer& b) const;
  [[nodiscard]] Integer denominator(const Quantity& a) const;

  bdd::Manager& manager_;
};

}  // namespace ken::symbolic
