// Derived operators against their definitions, on all values of small variables.

#include "model/derived.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "model/program.hpp"

namespace ken::model {
namespace {

class Derived : public testing::Test {
 protected:
  // x and y from -3 to 3, and x / y, which may be undefined or a fraction.
  ExprStore store_;
  ExprId x_ = store_.variable(VarId{0}, -3, 3);
  ExprId y_ = store_.variable(VarId{1}, -3, 3);
  ExprId ratio_ = store_.arithmetic(ExprOp::divide, {x_, y_});

  void expect(ExprId found, const std::function<Number(Number, Number)>& meaning) {
    const Program program(store_, found);
    for (Value x = -3; x <= 3; ++x)
      for (Value y = -3; y <= 3; ++y) {
        const Number expected = meaning(x, y);
        const Number value = program.evaluate(State{x, y});
        ASSERT_EQ(value.defined(), expected.defined()) << x << " and " << y;
        if (expected.defined()) {
          ASSERT_EQ(compare(value, expected), 0) << x << " and " << y;
        }
      }
  }
};

Number least(Number a, Number b) {
  if (!a.defined() || !b.defined()) return Number::undefined();
  return compare(a, b) <= 0 ? a : b;
}
Number greatest(Number a, Number b) {
  if (!a.defined() || !b.defined()) return Number::undefined();
  return compare(a, b) >= 0 ? a : b;
}

TEST_F(Derived, TheUndefinedNumberIsNever) {
  expect(undefined(store_), [](Number, Number) { return Number::undefined(); });
}

TEST_F(Derived, MinimumAndMaximumAreUndefinedWhereAnArgumentIs) {
  expect(minimum(store_, x_, y_), least);
  expect(maximum(store_, x_, y_), greatest);
  expect(minimum(store_, x_, ratio_), [](Number x, Number y) { return least(x, x / y); });
  expect(minimum(store_, ratio_, x_), [](Number x, Number y) { return least(x, x / y); });
  expect(maximum(store_, x_, ratio_), [](Number x, Number y) { return greatest(x, x / y); });
  expect(maximum(store_, ratio_, x_), [](Number x, Number y) { return greatest(x, x / y); });
}

TEST_F(Derived, AbsoluteValues) {
  const auto size = [](Number a) { return a.defined() && compare(a, 0) < 0 ? 0 - a : a; };
  expect(absolute(store_, x_), [&](Number x, Number) { return size(x); });
  expect(absolute(store_, ratio_), [&](Number x, Number y) { return size(x / y); });
}

TEST_F(Derived, AnElementIsTheOneWithTheIndexOrNothing) {
  const auto square = [](Number n, Value low, Value high) {
    const bool found = n.is_integer() && n.numerator() >= low && n.numerator() <= high;
    return found ? n * n : Number::undefined();
  };
  for (Value low = -4; low <= 3; ++low)
    for (Value high = low; high <= 4; ++high) {
      std::vector<Element> elements;
      for (Value i = low; i <= high; ++i) elements.push_back({{i}, store_.constant(i * i)});
      expect(select_element(store_, std::array{x_}, elements),
             [&](Number x, Number) { return square(x, low, high); });
      expect(select_element(store_, std::array{ratio_}, elements),
             [&](Number x, Number y) { return square(x / y, low, high); });
    }
}

TEST_F(Derived, ElementsMayHaveSeveralIndicesAndGaps) {
  std::vector<Element> elements;
  for (Value i = -2; i <= 3; ++i)
    for (Value j = -3; j <= 2; ++j)
      if (i != j) elements.push_back({{i, j}, store_.constant(10 * i + j)});
  expect(select_element(store_, std::array{x_, y_}, elements), [](Number x, Number y) {
    const bool there = compare(x, -2) >= 0 && compare(y, 2) <= 0 && compare(x, y) != 0;
    return there ? Number(10) * x + y : Number::undefined();
  });
}

TEST_F(Derived, AnIndexThatAlwaysHitsLeavesNothingUndefined) {
  std::vector<Element> elements;
  for (Value i = -3; i <= 3; ++i) elements.push_back({{i}, store_.constant(i * i)});
  EXPECT_FALSE(store_[select_element(store_, std::array{x_}, elements)].bounds.undefined);
  elements.pop_back();
  EXPECT_TRUE(store_[select_element(store_, std::array{x_}, elements)].bounds.undefined);
}

}  // namespace
}  // namespace ken::model
