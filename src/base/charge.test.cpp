#include "base/charge.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ken::base {
namespace {

TEST(Charge, IsGivenBackAtTheEnd) {
  Budget budget(std::nullopt, 100);
  {
    Charge charge(budget);
    charge.add(60);
    charge.add(30);
    charge.drop(20);
    EXPECT_EQ(budget.bytes_left(), 30U);
    EXPECT_THROW(charge.add(31), Exhausted);
    EXPECT_EQ(charge.bytes(), 70U);
    const Charge moved = std::move(charge);
    EXPECT_EQ(budget.bytes_left(), 30U);
  }
  EXPECT_EQ(budget.bytes_left(), 100U);
}

TEST(ChargedVector, ChargesBothPlacesWhileItMoves) {
  Budget budget(std::nullopt, 1000);
  {
    ChargedVector<std::uint64_t> list(budget);
    list.reserve(50);
    EXPECT_EQ(budget.bytes_left(), 600U);
    for (std::uint64_t i = 0; i < 50; ++i) list.push_back(i);
    EXPECT_EQ(budget.bytes_left(), 600U);
    EXPECT_THROW(list.push_back(50), Exhausted) << "91 places beside the 50";
    EXPECT_EQ(list.size(), 50U);
    EXPECT_EQ(list[49], 49U);
  }
  EXPECT_EQ(budget.bytes_left(), 1000U);
  EXPECT_GE(budget.peak_bytes(), 400U);
}

TEST(ChargedVector, HoldsWhatWasPut) {
  Budget budget;
  ChargedVector<int> list(budget);
  for (int i = 0; i < 1000; ++i) list.push_back(i);
  list.append(std::array{7, 8, 9});
  EXPECT_EQ(list.size(), 1003U);
  EXPECT_EQ(list[999], 999);
  EXPECT_EQ(list.back(), 9);
  list.truncate(2);
  EXPECT_EQ(std::vector<int>(list.begin(), list.end()), (std::vector<int>{0, 1}));
  list.assign(3, 5);
  EXPECT_EQ(std::vector<int>(list.begin(), list.end()), (std::vector<int>{5, 5, 5}));
}

}  // namespace
}  // namespace ken::base
