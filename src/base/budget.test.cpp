#include "base/budget.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <limits>
#include <thread>

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
              budget.check_limits_now();
              for (int i = 0; i < 1000; ++i) budget.check_limits();
            }),
            std::nullopt);
}

TEST(Budget, NoTimeIsUpAtOnce) {
  Budget budget(0.0, std::nullopt);
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), Resource::time);
}

TEST(Budget, EachTaskHasTimeAndATokenOfItsOwn) {
  Budget budget(0.0, std::nullopt);
  std::stop_source first;
  budget.begin_task(std::nullopt, first.get_token());
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), std::nullopt);
  first.request_stop();
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), Resource::cancelled);
  budget.begin_task(1000.0, std::stop_source().get_token());
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), std::nullopt);
  budget.begin_task(0.0, {});
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), Resource::time);
}

TEST(Budget, PollingNoticesSoonerOrLater) {
  Budget budget(0.0, std::nullopt);
  EXPECT_EQ(exhausted_by([&] {
              for (int i = 0; i < 1000; ++i) budget.check_limits();
            }),
            Resource::time);
}

TEST(Budget, AnAbsurdTimeIsForEver) {
  Budget budget(1e300, std::nullopt);
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), std::nullopt);
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

TEST(Budget, WhatIsRefusedIsNotCharged) {
  Budget budget(std::nullopt, 100);
  EXPECT_EQ(exhausted_by([&] { budget.charge(101); }), Resource::memory);
  EXPECT_EQ(budget.bytes_left(), 100U);
  EXPECT_EQ(budget.peak_bytes(), 0U);
}

TEST(Budget, ARequestToStopStopsIt) {
  std::stop_source source;
  const Budget budget(std::nullopt, std::nullopt, source.get_token());
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), std::nullopt);
  source.request_stop();
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), Resource::cancelled);
}

TEST(Budget, CpuTimeIsThatOfTheThread) {
  std::optional<Resource> sleeper;
  std::thread([&] {
    const Budget budget(Limits{.seconds = {}, .cpu_seconds = 0.05, .bytes = {}, .stop = {}});
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    sleeper = exhausted_by([&] { budget.check_limits_now(); });
    EXPECT_LT(budget.cpu_seconds(), budget.seconds());
  }).join();
  EXPECT_EQ(sleeper, std::nullopt) << "sleeping takes no CPU time";
  Budget budget(Limits{.seconds = 20, .cpu_seconds = 0.01, .bytes = {}, .stop = {}});
  try {
    for (;;) budget.check_limits();
  } catch (const Exhausted& e) {
    EXPECT_STREQ(e.what(), "time: more than 0.01 s of CPU");
  }
}

// ---- children ----

TEST(ChildBudget, DividesTheBytesOfItsParent) {
  const Budget parent(std::nullopt, 100);
  Budget one = parent.child({});
  {
    Budget other = parent.child({});
    EXPECT_TRUE(one.try_charge(60));
    EXPECT_FALSE(other.try_charge(41));
    EXPECT_TRUE(other.try_charge(40));
    EXPECT_EQ(one.bytes_left(), 0U);
    EXPECT_EQ(other.peak_bytes(), 40U) << "each counts for itself";
  }
  EXPECT_EQ(one.bytes_left(), 40U) << "what the other held came back";
}

TEST(ChildBudget, MayHaveLessThanItsParent) {
  const Budget parent(std::nullopt, 100);
  Budget child = parent.child({.seconds = {}, .cpu_seconds = {}, .bytes = 50, .stop = {}});
  EXPECT_TRUE(child.try_charge(50));
  EXPECT_FALSE(child.try_charge(1));
  EXPECT_EQ(parent.bytes_left(), 50U);
}

TEST(ChildBudget, EndsWithItsParentAndNotWithItsSister) {
  std::stop_source above;
  std::stop_source beside;
  const Budget parent(std::nullopt, std::nullopt, above.get_token());
  const Budget sister =
      parent.child({.seconds = {}, .cpu_seconds = {}, .bytes = {}, .stop = beside.get_token()});
  const Budget child = parent.child({});
  beside.request_stop();
  EXPECT_EQ(exhausted_by([&] { sister.check_limits_now(); }), Resource::cancelled);
  EXPECT_EQ(exhausted_by([&] { child.check_limits_now(); }), std::nullopt);
  above.request_stop();
  EXPECT_EQ(exhausted_by([&] { child.check_limits_now(); }), Resource::cancelled);
}

TEST(ChildBudget, HasTheEarlierDeadline) {
  const Budget late(1000.0, std::nullopt);
  const Budget over(0.0, std::nullopt);
  const Limits now{.seconds = 0.0, .cpu_seconds = {}, .bytes = {}, .stop = {}};
  const Limits later{.seconds = 1000.0, .cpu_seconds = {}, .bytes = {}, .stop = {}};
  EXPECT_EQ(exhausted_by([&] { late.child(now).check_limits_now(); }), Resource::time);
  EXPECT_EQ(exhausted_by([&] { over.child(later).check_limits_now(); }), Resource::time);
  EXPECT_EQ(exhausted_by([&] { late.child(later).check_limits_now(); }), std::nullopt);
}

TEST(ChildBudget, ManyThreadsTakeNoMoreThanThereIs) {
  const Budget parent(std::nullopt, 1000);
  std::atomic<std::uint64_t> taken = 0;
  {
    std::latch all_tried(4);
    std::vector<std::jthread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        Budget child = parent.child({});
        while (child.try_charge(1)) ++taken;
        all_tried.arrive_and_wait();
      });
  }
  EXPECT_EQ(taken, 1000U);
  EXPECT_EQ(parent.bytes_left(), 1000U);
}

TEST(Budget, AFormulaHasItsOwnLimitUntilItIsTakenOff) {
  Budget budget(1000.0, std::nullopt);
  budget.limit_formula(0.0);
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), Resource::time);
  budget.limit_formula(std::nullopt);
  EXPECT_EQ(exhausted_by([&] { budget.check_limits_now(); }), std::nullopt);
}

TEST(Budget, TheDeadlineOfAFormulaWaitsForWhatIsDoneForAll) {
  Budget budget;
  budget.limit_formula(0.2);
  {
    const Budget::Interlude interlude(budget);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_NO_THROW(budget.check_limits_now());
  }
  EXPECT_NO_THROW(budget.check_limits_now());
  budget.limit_formula(0.0);
  { const Budget::Interlude interlude(budget); }
  EXPECT_THROW(budget.check_limits_now(), Exhausted);
}

TEST(Budget, AfterAnOverrunThePeakIsAllThereWas) {
  Budget budget(std::nullopt, 100);
  budget.charge(30);
  budget.release(10);
  EXPECT_FALSE(budget.try_charge(90));
  EXPECT_EQ(budget.peak_bytes(), 30U);
  budget.note_overrun();
  EXPECT_EQ(budget.peak_bytes(), 100U);
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
    budget.check_limits_now();
    FAIL();
  } catch (const Exhausted& e) {
    EXPECT_STREQ(e.what(), "time: more than 0 s");
  }
}

TEST(Budget, KnowsWhatIsLeftOfItsTime) {
  EXPECT_EQ(Budget().seconds_left(), std::nullopt);
  const Budget budget(100.0, std::nullopt);
  EXPECT_GT(budget.seconds_left(), 90.0);
  EXPECT_LE(budget.seconds_left(), 100.0);
  EXPECT_EQ(Budget(0.0, std::nullopt).seconds_left(), 0.0);
}

TEST(Budget, ItsPulseIsFeltNowAndThen) {
  Budget budget;
  int felt = 0;
  budget.set_pulse([&] { ++felt; });
  for (int i = 0; i < 1000; ++i) budget.check_limits_now();
  EXPECT_GE(felt, 1);
  EXPECT_LT(felt, 100) << "not at every look";
}

TEST(Budget, MayHaveBegunBeforeItWasMade) {
  Limits limits{.seconds = 100, .cpu_seconds = {}, .bytes = {}, .stop = {}};
  limits.since = Budget::Clock::now() - std::chrono::seconds(60);
  const Budget budget(limits);
  EXPECT_NO_THROW(budget.check_limits_now());
  EXPECT_GE(budget.seconds(), 60);
  EXPECT_LE(budget.seconds_left(), 40);
  limits.since = Budget::Clock::now() - std::chrono::seconds(101);
  EXPECT_THROW(Budget(limits).check_limits_now(), Exhausted);
}

TEST(Budget, CpuTimeMayBeLimitedLater) {
  Budget budget;
  budget.limit_cpu(1000);
  EXPECT_NO_THROW(budget.check_limits_now());
  budget.limit_cpu(0);
  EXPECT_THROW(budget.check_limits_now(), Exhausted);
  budget.limit_cpu(1000);
  EXPECT_THROW(budget.check_limits_now(), Exhausted) << "what is over stays over";
}

}  // namespace
}  // namespace ken::base
