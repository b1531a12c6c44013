#include "model/number.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

#include "base/budget.hpp"

namespace ken::model {
namespace {

constexpr Value least = std::numeric_limits<Value>::min();
constexpr Value most = std::numeric_limits<Value>::max();

// Integers as numbers, so that the functions of Number are found.
Number div(Number a, Number b) { return floor_divide(a, b); }
Number mod(Number a, Number b) { return modulo(a, b); }
int order(Number a, Number b) { return compare(a, b); }

bool same(Number a, Number b) {
  return a.defined() == b.defined() && a.numerator() == b.numerator() &&
         a.denominator() == b.denominator();
}

TEST(Number, QuotientsAreExactAndReduced) {
  const Number half = Number(2) / Number(-4);
  EXPECT_EQ(half.numerator(), -1);
  EXPECT_EQ(half.denominator(), 2);
  EXPECT_FALSE(half.is_integer());
  EXPECT_TRUE((half + half).is_integer());
  EXPECT_TRUE(same(half * Number(-6), 3));
}

TEST(Number, DivisionByZeroIsUndefinedAndStaysSo) {
  const Number nothing = Number(1) / Number(0);
  EXPECT_FALSE(nothing.defined());
  EXPECT_FALSE((nothing + 1).defined());
  EXPECT_FALSE((Number(1) - nothing).defined());
  EXPECT_FALSE((nothing * 0).defined());
  EXPECT_FALSE((Number(0) / nothing).defined());
  EXPECT_FALSE(div(Number(1), Number(0)).defined());
  EXPECT_FALSE(mod(Number(1), Number(0)).defined());
  EXPECT_FALSE(nothing.is_integer());
}

TEST(Number, DivAndModRoundTowardsMinusInfinity) {
  EXPECT_TRUE(same(div(-1, 2), -1));
  EXPECT_TRUE(same(mod(-1, 3), 2));
  EXPECT_TRUE(same(div(7, -2), -4));
  EXPECT_TRUE(same(mod(7, -2), -1));
  EXPECT_TRUE(same(div(-6, 3), -2));
  EXPECT_TRUE(same(mod(-6, 3), 0));
}

TEST(Number, DivAndModMakeUpTheDividend) {
  EXPECT_TRUE(rc::check([] {
    const Value a = *rc::gen::inRange<Value>(-50, 50);
    const Value b = *rc::gen::distinctFrom(rc::gen::inRange<Value>(-9, 9), Value{0});
    const Number rest = mod(a, b);
    RC_ASSERT(same(div(a, b) * b + rest, a));
    const bool between = b > 0 ? order(rest, 0) >= 0 && order(rest, b) < 0
                               : order(rest, 0) <= 0 && order(rest, b) > 0;
    RC_ASSERT(between);
  }));
}

TEST(Number, CompareOrdersFractions) {
  EXPECT_EQ(order(Number(1) / 3, Number(1) / 2), -1);
  EXPECT_EQ(order(Number(-1) / 3, Number(-1) / 2), 1);
  EXPECT_EQ(order(Number(2) / 4, Number(1) / 2), 0);
  EXPECT_EQ(order(least, most), -1);
}

TEST(Number, ResultsThatDoNotFitRunOut) {
  EXPECT_THROW((void)(Number(most) + 1), base::Exhausted);
  EXPECT_THROW((void)(Number(least) - 1), base::Exhausted);
  EXPECT_THROW((void)(Number(most) * 2), base::Exhausted);
  EXPECT_THROW((void)(Number(least) / -1), base::Exhausted);
  EXPECT_THROW((void)((Number(1) / most) / 2), base::Exhausted);
}

TEST(Number, TheLargestOnesStillWork) {
  EXPECT_TRUE(same(Number(least) + most, -1));
  EXPECT_TRUE(same(Number(least) * 1, least));
  EXPECT_TRUE(same(Number(least) / least, 1));
  EXPECT_TRUE(same(mod(least, most), most - 1));
  EXPECT_TRUE(same(mod(least, -1), 0));
}

}  // namespace
}  // namespace ken::model
