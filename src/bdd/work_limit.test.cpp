#include "bdd/work_limit.hpp"

#include <gtest/gtest.h>

namespace ken::bdd {
namespace {

#ifndef KEN_BDD_BUDDY  // which does not count work

constexpr std::size_t pairs = 18;

// So bad an order that it takes millions of nodes: all of one half above all of the other.
Bdd equal_halves(Manager& manager) {
  Bdd result = manager.constant(true);
  for (std::size_t i = 0; i < pairs; ++i)
    result &= !(manager.variable(static_cast<Variable>(i)) ^
                manager.variable(static_cast<Variable>(i + pairs)));
  return result;
}

class WorkLimits : public ::testing::Test {
 protected:
  base::Budget budget_;
  Manager manager_{2 * pairs, budget_, {.reordering = Reordering::off}};
  // Before somebody looks.
  static constexpr std::uint64_t slack = 2048;
};

TEST_F(WorkLimits, EndWhatTakesMore) {
  const std::uint64_t before = manager_.work();
  EXPECT_FALSE(compute_within(manager_, 10'000, [&] { return equal_halves(manager_); }));
  EXPECT_LE(manager_.work(), before + 10'000 + slack);
}

TEST_F(WorkLimits, LetPassWhatTakesLess) {
  const auto found = compute_within(manager_, 10'000, [&] {
    return manager_.variable(Variable{0}) & manager_.variable(Variable{1});
  });
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->is_false());
}

TEST_F(WorkLimits, AreGoneAfterwards) {
  EXPECT_FALSE(compute_within(manager_, 10'000, [&] { return equal_halves(manager_); }));
  const Bdd all = equal_halves(manager_);
  EXPECT_TRUE(all == equal_halves(manager_));
}

TEST_F(WorkLimits, HoldTogether) {
  const std::uint64_t before = manager_.work();
  bool inner_ended = false;
  EXPECT_FALSE(compute_within(manager_, 20'000, [&] {
    inner_ended = !compute_within(manager_, 10'000, [&] { return equal_halves(manager_); });
    return equal_halves(manager_);
  }));
  EXPECT_TRUE(inner_ended);
  EXPECT_LE(manager_.work(), before + 20'000 + slack);
  // What an outer one ends no inner one takes for its own end.
  EXPECT_FALSE(compute_within(manager_, 10'000, [&] {
    static_cast<void>(compute_within(manager_, 1'000'000, [&] { return equal_halves(manager_); }));
    ADD_FAILURE() << "the outer limit was passed";
    return true;
  }));
}

#endif

}  // namespace
}  // namespace ken::bdd
