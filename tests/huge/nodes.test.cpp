// Decision diagrams beyond 2^26 nodes, where libraries with narrower numbers begin to confuse
// things. Takes about 13 GB and a few minutes.

#include <gtest/gtest.h>

#include "bdd/count.hpp"
#include "bdd/manager.hpp"

namespace ken::bdd {
namespace {

Variable var(std::size_t i) { return static_cast<Variable>(i); }

TEST(Huge, MoreThanTwoToThe26NodesAreAllRight) {
  constexpr std::size_t n = 26;
  base::Budget budget;
  Manager manager(2 * n, budget, {.reordering = Reordering::off});
  std::vector<Variable> all;
  for (std::size_t i = 0; i < 2 * n; ++i) all.push_back(var(i));
  const VariableSet set = manager.set(all);
  // Some i with x(i) and x(n+i): from every subset of the first half on something else is wanted.
  Bdd f = manager.constant(false);
  for (std::size_t i = 0; i < n; ++i) f |= manager.variable(var(i)) & manager.variable(var(n + i));
  EXPECT_GT(manager.nodes(), std::size_t{1} << 26U);
  EXPECT_EQ(nodes(f), (std::size_t{1} << (n + 1)) - 2);
  Natural without_a_pair = 1;
  for (std::size_t i = 0; i < n; ++i) without_a_pair *= 3;
  EXPECT_EQ(count(f, set), (Natural(1) << (2 * n)) - without_a_pair);

  // The same function another way finds the same nodes.
  Bdd g = manager.constant(true);
  for (std::size_t i = n; i-- > 0;) g &= !(manager.variable(var(i)) & manager.variable(var(n + i)));
  EXPECT_EQ(g, !f);
  EXPECT_TRUE(disjoint(f, g));
  EXPECT_TRUE(exists(f, set).is_true());

  // What is not needed any more leaves room.
  g = manager.constant(false);
  f = manager.variable(var(0));
  EXPECT_LT(manager.statistics().live_nodes, 1000U);
}

}  // namespace
}  // namespace ken::bdd
