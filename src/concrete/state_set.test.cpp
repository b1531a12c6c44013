#include "concrete/state_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>

namespace ken::concrete {
namespace {

using Numbers = std::set<std::size_t>;

StateSet of(std::size_t size, const Numbers& numbers) {
  StateSet set(size);
  for (const std::size_t n : numbers) set.insert(static_cast<StateId>(n));
  return set;
}

Numbers numbers(const StateSet& set) {
  Numbers result;
  set.for_each([&](StateId s) { result.insert(static_cast<std::size_t>(s)); });
  return result;
}

TEST(StateSet, AFullSetHasExactlyItsSize) {
  for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 128U, 1000U}) {
    EXPECT_EQ(StateSet(size, true).count(), size);
    EXPECT_EQ(StateSet(size).count(), 0U);
    EXPECT_EQ(StateSet(size, true).empty(), size == 0);
  }
}

TEST(StateSet, WhatIsRemovedIsGone) {
  StateSet set = of(100, {3, 64, 99});
  set.remove(StateId{64});
  EXPECT_FALSE(set.contains(StateId{64}));
  EXPECT_EQ(numbers(set), (Numbers{3, 99}));
}

TEST(StateSet, OperationsAreThoseOfSets) {
  EXPECT_TRUE(rc::check([] {
    const auto size = *rc::gen::inRange<std::size_t>(1, 200);
    const auto some = rc::gen::container<Numbers>(rc::gen::inRange<std::size_t>(0, size));
    const Numbers a = *some;
    const Numbers b = *some;
    Numbers both;
    Numbers either = a;
    Numbers only;
    for (const std::size_t n : a) (b.contains(n) ? both : only).insert(n);
    either.insert(b.begin(), b.end());
    RC_ASSERT(numbers(of(size, a) & of(size, b)) == both);
    RC_ASSERT(numbers(of(size, a) | of(size, b)) == either);
    RC_ASSERT(numbers(of(size, a) - of(size, b)) == only);
    RC_ASSERT((of(size, a) == of(size, b)) == (a == b));
    RC_ASSERT(of(size, a).count() == a.size());
  }));
}

}  // namespace
}  // namespace ken::concrete
