#include "base/budget.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ken::base {
namespace {

// What the action runs out of; nothing if it does not.
template <class Action>
std::optional<Resource> exhausted_by(Action&& action) {
  try {
    action();
  } catch (const Exhausted& e) {
    return e.resource();
  }
  return std::nullopt;
}

TEST(Budget, WithoutLimitsNeverRunsOut) {
  Budget budget;
  EXPECT_EQ(exhausted_by([&] {
              budget.charge(std::uint64_t{1} << 60U);
              budget.look();
              for (int i = 0; i < 1000; ++i) budget.poll();
            }),
            std::nullopt);
}

TEST(Budget, NoTimeIsUpAtOnce) {
  Budget budget(0.0, std::nullopt);
  EXPECT_EQ(exhausted_by([&] { budget.look(); }), Resource::time);
}

TEST(Budget, PollingNoticesSoonerOrLater) {
  Budget budget(0.0, std::nullopt);
  EXPECT_EQ(exhausted_by([&] {
              for (int i = 0; i < 1000; ++i) budget.poll();
            }),
            Resource::time);
}

TEST(Budget, AnAbsurdTimeIsForEver) {
  Budget budget(1e300, std::nullopt);
  EXPECT_EQ(exhausted_by([&] { budget.look(); }), std::nullopt);
}

TEST(Budget, ChargesUpToTheLimitAndNoFurther) {
  Budget budget(std::nullopt, 100);
  EXPECT_EQ(exhausted_by([&] { budget.charge(100); }), std::nullopt);
  EXPECT_EQ(exhausted_by([&] { budget.charge(1); }), Resource::memory);
}

TEST(Budget, WhatIsTriedIsChargedOnlyIfItFits) {
  Budget budget(std::nullopt, 100);
  EXPECT_TRUE(budget.try_charge(60));
  EXPECT_FALSE(budget.try_charge(41));
  EXPECT_EQ(budget.bytes_left(), 40U);
  EXPECT_TRUE(budget.try_charge(40));
  EXPECT_EQ(budget.peak_bytes(), 100U);
  budget.release(100);
  EXPECT_TRUE(budget.try_charge(100));
}

TEST(Budget, WhatIsReleasedMayBeChargedAgain) {
  Budget budget(std::nullopt, 100);
  budget.charge(80);
  budget.release(50);
  EXPECT_EQ(exhausted_by([&] { budget.charge(70); }), std::nullopt);
  EXPECT_EQ(budget.peak_bytes(), 100U);
}

TEST(Budget, ReleasingTooMuchLeavesNothing) {
  Budget budget(std::nullopt, 100);
  budget.charge(10);
  budget.release(50);
  EXPECT_EQ(exhausted_by([&] { budget.charge(101); }), Resource::memory);
}

TEST(Budget, SumsThatOverflowRunOut) {
  Budget budget;
  budget.charge(1);
  EXPECT_EQ(exhausted_by([&] { budget.charge(std::numeric_limits<std::uint64_t>::max()); }),
            Resource::memory);
}

TEST(Budget, CancellingStopsIt) {
  std::atomic<bool> cancel = false;
  const Budget budget(std::nullopt, std::nullopt, &cancel);
  EXPECT_EQ(exhausted_by([&] { budget.look(); }), std::nullopt);
  cancel = true;
  EXPECT_EQ(exhausted_by([&] { budget.look(); }), Resource::cancelled);
}

TEST(Budget, AFormulaHasItsOwnLimitUntilItIsTakenOff) {
  Budget budget(1000.0, std::nullopt);
  budget.limit_formula(0.0);
  EXPECT_EQ(exhausted_by([&] { budget.look(); }), Resource::time);
  budget.limit_formula(std::nullopt);
  EXPECT_EQ(exhausted_by([&] { budget.look(); }), std::nullopt);
}

TEST(Exhausted, SaysWhatRanOut) {
  Budget budget(0.0, 5);
  EXPECT_STREQ(Exhausted(Resource::cancelled, "").what(), "interrupted");
  try {
    budget.charge(6);
    FAIL();
  } catch (const Exhausted& e) {
    EXPECT_STREQ(e.what(), "memory: more than 5 bytes");
  }
  try {
    budget.look();
    FAIL();
  } catch (const Exhausted& e) {
    EXPECT_STREQ(e.what(), "time: more than 0 s");
  }
}

}  // namespace
}  // namespace ken::base
