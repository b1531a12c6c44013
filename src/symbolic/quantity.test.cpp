// Arithmetic on diagrams against arithmetic on numbers, at every point of two variables.

#include "symbolic/quantity.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace ken::symbolic {
namespace {

using model::Number;
using model::Value;

constexpr Value least = -5;
constexpr std::size_t width = 4;
constexpr Value most = least + (Value{1} << width) - 1;

bool same(const Number& a, const Number& b) {
  return a.defined() == b.defined() &&
         (!a.defined() || (a.numerator() == b.numerator() && a.denominator() == b.denominator()));
}
std::string text(const Number& n) {
  return n.defined() ? std::to_string(n.numerator()) + "/" + std::to_string(n.denominator())
                     : "undefined";
}
bool equal(const Number& a, const Number& b) {
  return a.defined() && b.defined() && compare(a, b) == 0;
}
bool less(const Number& a, const Number& b) {
  return a.defined() && b.defined() && compare(a, b) < 0;
}

// A function of x and y, both ways.
struct Operand {
  std::string name;
  Quantity quantity;
  std::function<Number(Value, Value)> number;
};

class QuantityTest : public testing::Test {
 protected:
  struct Point {
    Value x;
    Value y;
    Bdd cube;
  };

  QuantityTest() : manager_(2 * width, budget_), arithmetic_(manager_) {
    const Quantity x = variable(0);
    const Quantity y = variable(width);
    const auto constant = [&](Value value) { return arithmetic_.constant(value); };
    operands_ = {
        {"x", x, [](Value a, Value) { return Number(a); }},
        {"y", y, [](Value, Value b) { return Number(b); }},
        {"3", constant(3), [](Value, Value) { return Number(3); }},
        {"-2", constant(-2), [](Value, Value) { return Number(-2); }},
        {"0", constant(0), [](Value, Value) { return Number(0); }},
        {"x/3", arithmetic_.quotient(x, constant(3)), [](Value a, Value) { return Number(a) / 3; }},
        {"x/y", arithmetic_.quotient(x, y), [](Value a, Value b) { return Number(a) / b; }},
        {"1/0", arithmetic_.quotient(constant(1), constant(0)),
         [](Value, Value) { return Number::undefined(); }},
    };
    for (Value a = least; a <= most; ++a)
      for (Value b = least; b <= most; ++b) points_.push_back({a, b, at(0, a) & at(width, b)});
  }

  [[nodiscard]] std::vector<Bdd> bits(std::size_t first) {
    std::vector<Bdd> result;
    for (std::size_t i = 0; i < width; ++i)
      result.push_back(manager_.variable(static_cast<bdd::Variable>(first + i)));
    return result;
  }
  [[nodiscard]] Quantity variable(std::size_t first) {
    return arithmetic_.number(bits(first), least);
  }
  [[nodiscard]] Bdd at(std::size_t first, Value value) {
    Bdd result = manager_.constant(true);
    for (std::size_t i = 0; i < width; ++i)
      result &= manager_.literal(static_cast<bdd::Variable>(first + i),
                                 ((static_cast<unsigned>(value - least) >> i) & 1U) != 0);
    return result;
  }

  [[nodiscard]] static bool holds(const Bdd& f, const Point& p) { return !disjoint(f, p.cube); }
  [[nodiscard]] static Value integer(const Integer& bits, const Point& p) {
    Value result = holds(bits.back(), p) ? -1 : 0;
    for (std::size_t i = bits.size(); i-- > 0;) result = 2 * result + (holds(bits[i], p) ? 1 : 0);
    return result;
  }
  [[nodiscard]] static Number value(const Quantity& q, const Point& p) {
    if (!holds(q.defined, p)) return Number::undefined();
    if (q.whole()) return {integer(q.numerator, p)};
    const Value below = integer(q.denominator, p);
    EXPECT_GT(below, 0);
    return Number(integer(q.numerator, p)) / below;
  }

  // The operation agrees for all pairs of operands at all points.
  template <class Symbolic, class Concrete>
  void expect_agreement(const Symbolic& symbolic, const Concrete& concrete) {
    for (const Operand& a : operands_)
      for (const Operand& b : operands_) {
        const Quantity result = symbolic(a.quantity, b.quantity);
        std::size_t wrong = 0;
        for (const Point& p : points_) {
          const Number expected = concrete(a.number(p.x, p.y), b.number(p.x, p.y));
          const Number found = value(result, p);
          if (!same(expected, found) && wrong++ == 0)
            ADD_FAILURE() << a.name << " with " << b.name << " at x=" << p.x << ", y=" << p.y
                          << ": " << text(found) << " instead of " << text(expected);
        }
      }
  }
  template <class Symbolic, class Concrete>
  void expect_same_comparison(const Symbolic& symbolic, const Concrete& concrete) {
    expect_agreement(
        [&](const auto& a, const auto& b) { return arithmetic_.condition(symbolic(a, b)); },
        [&](const Number& a, const Number& b) { return Number(concrete(a, b) ? 1 : 0); });
  }

  base::Budget budget_;
  bdd::Manager manager_;
  Arithmetic arithmetic_;
  std::vector<Operand> operands_;
  std::vector<Point> points_;
};

TEST_F(QuantityTest, SumsAgreeWithNumbers) {
  expect_agreement([&](const auto& a, const auto& b) { return arithmetic_.sum(a, b); },
                   [](const Number& a, const Number& b) { return a + b; });
}

TEST_F(QuantityTest, DifferencesAgreeWithNumbers) {
  expect_agreement([&](const auto& a, const auto& b) { return arithmetic_.difference(a, b); },
                   [](const Number& a, const Number& b) { return a - b; });
}

TEST_F(QuantityTest, ProductsAgreeWithNumbers) {
  expect_agreement([&](const auto& a, const auto& b) { return arithmetic_.product(a, b); },
                   [](const Number& a, const Number& b) { return a * b; });
}

TEST_F(QuantityTest, QuotientsAreExactAndUndefinedByZero) {
  expect_agreement([&](const auto& a, const auto& b) { return arithmetic_.quotient(a, b); },
                   [](const Number& a, const Number& b) { return a / b; });
}

TEST_F(QuantityTest, FloorQuotientsAreRoundedTowardsMinusInfinity) {
  expect_agreement([&](const auto& a, const auto& b) { return arithmetic_.floor_quotient(a, b); },
                   [](const Number& a, const Number& b) { return floor_divide(a, b); });
}

TEST_F(QuantityTest, RemaindersTakeTheSignOfTheDivisor) {
  expect_agreement([&](const auto& a, const auto& b) { return arithmetic_.modulo(a, b); },
                   [](const Number& a, const Number& b) { return modulo(a, b); });
}

TEST_F(QuantityTest, ComparisonsAgreeAndAreFalseWhereUndefined) {
  expect_same_comparison([&](const auto& a, const auto& b) { return arithmetic_.equal(a, b); },
                         equal);
  expect_same_comparison([&](const auto& a, const auto& b) { return arithmetic_.less(a, b); },
                         less);
}

TEST_F(QuantityTest, SelectionIsDefinedWhereTheSelectedSideIs) {
  expect_agreement(
      [&](const auto& a, const auto& b) {
        return arithmetic_.select(arithmetic_.less(a, arithmetic_.constant(1)), a, b);
      },
      [](const Number& a, const Number& b) { return less(a, Number(1)) ? a : b; });
}

TEST_F(QuantityTest, TruthIsDefinedAndNotZero) {
  for (const Operand& a : operands_)
    for (const Point& p : points_)
      EXPECT_EQ(holds(arithmetic_.truth(a.quantity), p), a.number(p.x, p.y).truth()) << a.name;
}

TEST_F(QuantityTest, WithinMeansAWholeNumberAndDistanceIsItsCode) {
  for (const Operand& a : operands_)
    for (const Value low : {-7, -1, 0, 2}) {
      const Value high = low + 3;
      const Bdd fits = arithmetic_.within(a.quantity, low, high);
      Integer code = arithmetic_.distance(a.quantity, low, 2);
      code.push_back(manager_.constant(false));
      for (const Point& p : points_) {
        const Number n = a.number(p.x, p.y);
        const bool expected = n.is_integer() && low <= n.numerator() && n.numerator() <= high;
        ASSERT_EQ(holds(fits, p), expected) << a.name << " = " << text(n) << " from " << low;
        if (expected) {
          ASSERT_EQ(integer(code, p), n.numerator() - low) << a.name;
        }
      }
    }
}

TEST_F(QuantityTest, ResultsMayNeedMoreThan64Bits) {
  constexpr Value lowest = std::numeric_limits<Value>::min();
  constexpr Value highest = std::numeric_limits<Value>::max();
  const Quantity small = arithmetic_.constant(lowest);
  const Quantity large = arithmetic_.constant(highest);
  EXPECT_TRUE(arithmetic_.within(small, lowest, highest).is_true());
  EXPECT_TRUE(arithmetic_.within(large, lowest, highest).is_true());
  EXPECT_TRUE(arithmetic_.less(large, arithmetic_.sum(large, large)).is_true());
  EXPECT_TRUE(arithmetic_.less(large, arithmetic_.product(small, small)).is_true());
  EXPECT_TRUE(arithmetic_.less(arithmetic_.difference(small, large), small).is_true());
  EXPECT_TRUE(arithmetic_.within(arithmetic_.sum(large, large), lowest, highest).is_false());
}

}  // namespace
}  // namespace ken::symbolic
