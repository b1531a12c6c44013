#include "syntax/expectation.hpp"

#include <gtest/gtest.h>

namespace ken::syntax {
namespace {

void expect_verdict(std::string_view comment, bool verdict) {
  const auto read = read_expectation(comment);
  ASSERT_TRUE(read) << comment;
  EXPECT_TRUE(read->well_formed) << comment;
  EXPECT_EQ(read->verdict, verdict) << comment;
}

void expect_near_miss(std::string_view comment, std::optional<bool> meant) {
  const auto read = read_expectation(comment);
  ASSERT_TRUE(read) << comment;
  EXPECT_FALSE(read->well_formed) << comment;
  EXPECT_EQ(read->verdict, meant) << comment;
}

TEST(Expectation, IsReadInItsSpelling) {
  expect_verdict("-- expect: true", true);
  expect_verdict("--expect:false", false);
  expect_verdict("--- expect:\ttrue, length 3", true);
  expect_verdict("-- expect: false.", false);
  expect_verdict("-- expect: true (see the paper)", true);
  expect_verdict("-- expect: false; it deadlocks", false);
}

TEST(Expectation, ANearMissIsNoticed) {
  expect_near_miss("-- Expect: TRUE", true);
  expect_near_miss("-- expect: True", true);
  expect_near_miss("-- EXPECT: false", false);
  expect_near_miss("-- expected: false", false);
  expect_near_miss("-- expects: true, length 3", true);
  expect_near_miss("-- expectation: true", true);
  expect_near_miss("-- expect : false", false);
  expect_near_miss("-- expect true", true);
  expect_near_miss("-- expected true.", true);
  expect_near_miss("-- expect=true", true);
  expect_near_miss("-- expect -> false", false);
  expect_near_miss("-- expect:: true", true);
  expect_near_miss("-- expect; true", true);
  expect_near_miss("-- expcet: true", true);
  expect_near_miss("-- exepct: false", false);
}

TEST(Expectation, AValueThatIsNoVerdictIsNoticed) {
  expect_near_miss("-- expect: yes", true);
  expect_near_miss("-- expect: no", false);
  expect_near_miss("-- expect: 0", false);
  expect_near_miss("-- expect: maybe", std::nullopt);
  expect_near_miss("-- expect: unknown", std::nullopt);
  expect_near_miss("-- expect: truetrue", std::nullopt);
  expect_near_miss("-- expect:", std::nullopt);
  expect_near_miss("-- Expect: unknown", std::nullopt);
}

TEST(Expectation, ASentenceIsNone) {
  for (const std::string_view comment :
       {"", "--", "-- expect", "-- expected", "-- Expect the lock to be free here.",
        "-- expected: the train stops before the bridge", "-- Expected: nobody knows who paid",
        "-- expect no deadlock", "-- expect true alarms to be rare", "-- expecting false starts",
        "-- as expected", "-- We expect: true", "-- except: the second agent", "-- respect: true",
        "-- Expectations are below.", "-- expectedly true", "-- true", "-- safety: true",
        "-- expect a"})
    EXPECT_FALSE(read_expectation(comment)) << comment;
}

}  // namespace
}  // namespace ken::syntax
