// Variables that come later: everything stays what it is, and the new ones are like the old ones.

#include <gtest/gtest.h>

#include <algorithm>

#include "bdd/count.hpp"
#include "bdd/manager.hpp"
#include "bdd/truth_table.test.hpp"

namespace ken::bdd {
namespace {

#ifdef KEN_BDD_BUDDY

TEST(NewVariables, AreRefusedByBuddy) {
  base::Budget budget;
  Manager manager(3, budget);
  EXPECT_THROW(static_cast<void>(manager.add_at(0, 1)), base::Exhausted);
  EXPECT_EQ(manager.variables(), 3U);
}

#else

TEST(NewVariables, ComeAtTheChosenPlace) {
  base::Budget budget;
  Manager manager(3, budget);
  EXPECT_EQ(manager.add_at(1, 2), (std::vector<Variable>{var(3), var(4)}));
  EXPECT_EQ(manager.order(), (std::vector<Variable>{var(0), var(3), var(4), var(1), var(2)}));
  EXPECT_EQ(manager.add_at(5, 1), std::vector<Variable>{var(5)});
  EXPECT_EQ(manager.add_at(0, 1), std::vector<Variable>{var(6)});
  EXPECT_EQ(manager.order().front(), var(6));
  EXPECT_EQ(manager.order().back(), var(5));
  const std::vector<Variable> upper{var(2), var(0)};
  EXPECT_EQ(manager.add_below(upper), (std::vector<Variable>{var(7), var(8)}));
  EXPECT_EQ(manager.level(var(7)), manager.level(var(2)) + 1);
  EXPECT_EQ(manager.level(var(8)), manager.level(var(0)) + 1);
  EXPECT_EQ(manager.variables(), 9U);
}

// Functions of the old variables, their sets and renamings, and what was computed with them.
TEST(NewVariables, ChangeNothing) {
  EXPECT_TRUE(rc::check([] {
    const std::size_t n = *rc::gen::inRange<std::size_t>(2, 7);
    base::Budget budget;
    Manager manager(n, budget, {.stress = {.small_tables = true, .check_every = 1}});
    const Table f = some_table(n);
    const Table g = some_table(n);
    const Bdd df = diagram(manager, f);
    const Bdd dg = diagram(manager, g);
    const std::vector<Variable> quantified = some_variables(n);
    const VariableSet set = manager.set(quantified);
    const Pairs swap{{var(0), var(1)}, {var(1), var(0)}};
    const Renaming renaming = manager.renaming(swap);
    const Bdd before = and_exists(df, dg, set);
    const auto level = *rc::gen::inRange<std::size_t>(0, n + 1);
    const auto fresh = manager.add_at(level, *rc::gen::inRange<std::size_t>(1, 4));
    const std::vector<Variable> all = range(0, n);
    const auto partners = manager.add_below(all);
    if (*rc::gen::arbitrary<bool>()) manager.reorder();
    RC_ASSERT(df == diagram(manager, f));
    RC_ASSERT(and_exists(df, dg, set) == before);
    RC_ASSERT(before == diagram(manager, exists(f & g, quantified)));
    RC_ASSERT(rename(df, renaming) == diagram(manager, rename(f, swap)));
    RC_ASSERT(count(df, manager.set(all)) == f.ones());
    // The new ones can be used like all others.
    Pairs forth;
    for (std::size_t i = 0; i < n; ++i) forth.emplace_back(var(i), partners[i]);
    Pairs back;
    for (const auto& [a, b] : forth) back.emplace_back(b, a);
    const Bdd away = rename(df, manager.renaming(forth));
    RC_ASSERT(rename(away, manager.renaming(back)) == df);
    const Bdd observed = away & manager.variable(fresh[0]);
    RC_ASSERT(exists(observed, manager.set(fresh)) == away);
    RC_ASSERT(support(observed).size() == support(df).size() + (df.is_false() ? 0 : 1));
  }));
}

TEST(NewVariables, StayWithTheirGroups) {
  base::Budget budget;
  Manager manager(8, budget, {.reordering = Reordering::off});
  const std::vector<VariableGroup> groups{
      {var(0), var(1)}, {var(2), var(3)}, {var(4), var(5)}, {var(6), var(7)}};
  manager.group(groups);
  const std::vector<Variable> last{var(1), var(5)};
  const auto joined = manager.add_below(last);
  const auto alone = manager.add_at(1, 2);  // would cut the first group
  EXPECT_EQ(manager.level(alone[0]), 3U);
  Bdd f = manager.constant(false);
  for (std::size_t i = 0; i < 4; ++i)
    f |= manager.variable(var(i)) & manager.variable(var(i + 4)) & manager.variable(alone[i % 2]);
  f |= manager.variable(joined[0]) & manager.variable(joined[1]);
  manager.reorder();
  EXPECT_EQ(manager.level(var(0)) + 1, manager.level(var(1)));
  EXPECT_EQ(manager.level(var(1)) + 1, manager.level(joined[0]));
  EXPECT_EQ(manager.level(var(5)) + 1, manager.level(joined[1]));
  EXPECT_EQ(manager.level(alone[0]) + 1, manager.level(alone[1]));
}

TEST(NewVariables, ThatDoNotFitTheBudgetChangeNothing) {
  base::Budget budget({}, std::uint64_t{1} << 22U);
  Manager manager(4, budget);
  const Bdd f = manager.variable(var(0)) & manager.variable(var(3));
  EXPECT_THROW(static_cast<void>(manager.add_at(0, std::size_t{1} << 21U)), base::Exhausted);
  EXPECT_EQ(manager.variables(), 4U);
  EXPECT_EQ(f, manager.variable(var(0)) & manager.variable(var(3)));
}

#endif

}  // namespace
}  // namespace ken::bdd
