#include "base/marks.hpp"

#include <gtest/gtest.h>

namespace ken::base {
namespace {

TEST(Marks, AreSetOnceAndTakenOffTogether) {
  Marks<std::size_t> marks;
  EXPECT_TRUE(marks.set(3));
  EXPECT_FALSE(marks.set(3));
  EXPECT_TRUE(marks.set(100));
  EXPECT_TRUE(marks.set(4));
  marks.clear();
  EXPECT_TRUE(marks.set(3));
  EXPECT_FALSE(marks.set(3));
}

}  // namespace
}  // namespace ken::base
