// What happens to diagrams when something runs out, when managers follow each other, and when
// variables change places.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include "bdd/count.hpp"
#include "bdd/manager.hpp"
#include "bdd/truth_table.test.hpp"

namespace ken::bdd {
namespace {

constexpr Settings fixed{.reordering = Reordering::off};
constexpr std::uint64_t megabyte = 1'000'000;

// What the action runs out of; nothing if it does not.
template <class Action>
std::optional<base::Resource> exhausted_by(const Action& action) {
  try {
    action();
  } catch (const base::Exhausted& e) {
    return e.resource();
  }
  return std::nullopt;
}

// Functions whose tables are known, to see later whether they are still the same.
class Witnesses {
 public:
  explicit Witnesses(Manager& manager) : manager_(manager) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      tables_.push_back(Table::of(
          10, [&](std::size_t row) { return scramble(seed ^ scramble(row)) % 8 < seed; }));
      diagrams_.push_back(diagram(manager, tables_.back()));
    }
  }
  void expect_intact() const {
    const VariableSet some = manager_.set({var(1), var(4), var(9)});
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      const std::size_t j = (i + 3) % tables_.size();
      EXPECT_EQ(diagram(manager_, tables_[i]), diagrams_[i]);
      EXPECT_EQ(count(diagrams_[i], manager_.set(range(0, 10))), tables_[i].ones());
      EXPECT_EQ(nodes(diagrams_[i]), nodes({tables_[i]}, manager_.order()));
      EXPECT_EQ(diagrams_[i] ^ diagrams_[j], diagram(manager_, tables_[i] ^ tables_[j]));
      EXPECT_EQ(exists(diagrams_[i], some),
                diagram(manager_, exists(tables_[i], some.variables())));
    }
  }

 private:
  Manager& manager_;
  std::vector<Table> tables_;
  std::vector<Bdd> diagrams_;
};

// ---- memory ----

TEST(MemoryLimit, EndsAnExplosionAgainAndAgainAndHurtsNoDiagram) {
  for (const std::uint64_t limit : {12 * megabyte, 16 * megabyte}) {
    base::Budget budget(std::nullopt, limit);
    Manager manager(48, budget, fixed);
    const Witnesses witnesses(manager);
    for (int round = 0; round < 3; ++round) {
      EXPECT_EQ(exhausted_by([&] { (void)far_partners(manager, 24); }), base::Resource::memory);
      witnesses.expect_intact();
      EXPECT_EQ(nodes(far_partners(manager, 10, 20)), 2046U);
    }
    EXPECT_LE(budget.peak_bytes(), limit);
    EXPECT_LE(manager.statistics().peak_bytes, limit);
  }
}

// Small functions whose combinations have hundreds of thousands of nodes in the order of
// declaration.
class Growth {
 public:
  static constexpr std::size_t n = 20;
  static constexpr std::size_t variables = 2 * n + 1;
  static constexpr std::size_t operations = 4;

  explicit Growth(Manager& manager) : manager_(manager) {
    Pairs apart;
    for (std::size_t i = n; i-- > 0;) {
      close_ |= manager.variable(var(2 * i)) & manager.variable(var(2 * i + 1));
      apart.emplace_back(var(2 * i), var(i));
      apart.emplace_back(var(2 * i + 1), var(n + i));
    }
    renaming_ = manager.renaming(apart);
    for (std::size_t i = 5; i < 15; ++i)
      mixed_ |= manager.variable(var(i)) & manager.variable(var(20 + i));
  }
  [[nodiscard]] Bdd run(std::size_t operation) const {
    switch (operation) {
      case 0:
        return rename(close_, renaming_);
      case 1:
        return left_ ^ right_ ^ mixed_;
      case 2:
        return if_then_else(right_ | x_, left_ ^ mixed_, left_);
      default:
        return and_exists(left_ ^ mixed_, right_ ^ mixed_ ^ x_, some_);
    }
  }
  // The same by other means.
  [[nodiscard]] Bdd again(std::size_t operation) const {
    switch (operation) {
      case 0:
        return far_partners(manager_, n);
      case 1:
        return !equivalent(mixed_ ^ left_, right_);
      case 2:
        return ((right_ | x_) & (mixed_ ^ left_)) | (left_ - right_ - x_);
      default:
        return exists((x_ ^ mixed_ ^ right_) & (mixed_ ^ left_), some_);
    }
  }

 private:
  Manager& manager_;
  Renaming renaming_{};
  VariableSet some_ = manager_.set({var(3), var(30)});
  Bdd x_ = manager_.variable(var(2 * n));
  Bdd close_ = manager_.constant(false);
  Bdd left_ = far_partners(manager_, 10);
  Bdd right_ = far_partners(manager_, 10, 20);
  Bdd mixed_ = manager_.constant(false);  // its variables lie between those of the two others
};

// A kernel whose nodes are smaller and fewer gets less.
constexpr std::uint64_t little = (negation_is_free ? 4 : 12) * megabyte;

TEST(MemoryLimit, EndsEveryOperationThatGrows) {
  base::Budget budget(std::nullopt, little);
  Manager manager(Growth::variables, budget, fixed);
  const Witnesses witnesses(manager);
  const Growth growth(manager);
  for (std::size_t i = 0; i < Growth::operations; ++i) {
    EXPECT_EQ(exhausted_by([&] { (void)growth.run(i); }), base::Resource::memory) << i;
    EXPECT_EQ(exhausted_by([&] { (void)growth.again(i); }), base::Resource::memory) << i;
  }
  witnesses.expect_intact();
}

TEST(MemoryLimit, WhatIsDroppedMakesRoomAgain) {
  base::Budget budget(std::nullopt, 12 * megabyte);
  Manager manager(48, budget, fixed);
  const std::size_t before = manager.statistics().live_nodes;
  for (int round = 0; round < 4; ++round) {
    std::vector<Bdd> kept;
    EXPECT_EQ(exhausted_by([&] {
                for (std::size_t i = 0;; ++i)
                  kept.push_back(far_partners(manager, 14) ^ manager.variable(var(28 + i % 20)) ^
                                 manager.variable(var(28 + i / 20)));
              }),
              base::Resource::memory);
    EXPECT_GE(kept.size(), 3U);
    kept.clear();
    (void)!manager.variable(var(0));  // what was interrupted may be held until the next operation
    EXPECT_EQ(manager.statistics().live_nodes, before);
  }
}

TEST(MemoryLimit, TooLowForTheTablesIsSaidByTheConstructor) {
  for (int round = 0; round < 3; ++round) {
    constexpr std::uint64_t too_little = 10'000;
    base::Budget small(std::nullopt, too_little);
    EXPECT_EQ(exhausted_by([&] { const Manager manager(10, small); }), base::Resource::memory);
    EXPECT_EQ(small.bytes_left(), too_little);
    base::Budget enough;
    Manager manager(10, enough);
    Witnesses(manager).expect_intact();
  }
}

TEST(MemoryLimit, TooLowForTheVariablesIsSaidByTheConstructor) {
  for (int round = 0; round < 3; ++round) {
    base::Budget small(std::nullopt, 12 * megabyte);
    EXPECT_EQ(exhausted_by([&] { const Manager manager(999'999, small); }), base::Resource::memory);
    EXPECT_EQ(small.bytes_left(), 12 * megabyte);
    Manager manager(10, small);
    Witnesses(manager).expect_intact();
  }
}

TEST(MemoryLimit, IsEitherTooLowOrEnoughToWork) {
  const auto works = [](std::uint64_t bytes) {
    base::Budget budget(std::nullopt, bytes);
    return !exhausted_by([&] { Witnesses(*std::make_unique<Manager>(12, budget)); });
  };
  std::uint64_t low = 0;
  std::uint64_t high = 12 * megabyte;
  while (high - low > 1) ((works((low + high) / 2)) ? high : low) = (low + high) / 2;
  for (std::uint64_t more = 0; more < 3000; more += 150) EXPECT_TRUE(works(high + more));
}

TEST(MemoryLimit, IsGivenBackWithTheManager) {
  base::Budget budget(std::nullopt, 30 * megabyte);
  for (int round = 0; round < 3; ++round) {
    {
      Manager manager(40, budget, fixed);
      EXPECT_LT(budget.bytes_left(), 30 * megabyte);
      EXPECT_EQ(exhausted_by([&] { (void)far_partners(manager, 20); }), base::Resource::memory);
    }
    EXPECT_EQ(budget.bytes_left(), 30 * megabyte);
  }
}

TEST(MemoryLimit, IsSharedWithWhoeverElseCharges) {
  base::Budget budget(std::nullopt, 60 * megabyte);
  budget.charge(45 * megabyte);
  Manager manager(40, budget, fixed);
  const Witnesses witnesses(manager);
  EXPECT_EQ(exhausted_by([&] { (void)far_partners(manager, 20); }), base::Resource::memory);
  EXPECT_LE(budget.peak_bytes(), 60 * megabyte);
  witnesses.expect_intact();
}

// ---- time and cancelling ----

// More work than anybody waits for, in few nodes at a time.
void toil(Manager& manager) {
  for (std::uint64_t seed = 0;; ++seed) {
    Bdd f = manager.constant(false);
    for (std::uint64_t i = 0; i < 20; ++i)
      f = f ^ (manager.variable(var(scramble(seed + i) % 30)) &
               manager.variable(var(scramble(seed - i) % 30)));
  }
}

TEST(TimeLimit, EndsAComputationAndHurtsNoDiagram) {
  base::Budget budget;
  Manager manager(30, budget, fixed);
  const Witnesses witnesses(manager);
  for (int round = 0; round < 3; ++round) {
    budget.limit_formula(0.05);
    EXPECT_EQ(exhausted_by([&] { toil(manager); }), base::Resource::time);
    budget.limit_formula(std::nullopt);
    witnesses.expect_intact();
  }
}

TEST(TimeLimit, EndsASingleLongOperation) {
  base::Budget budget;
  Manager manager(Growth::variables, budget, fixed);
  const Witnesses witnesses(manager);
  const Growth growth(manager);
  budget.limit_formula(0.02);
  EXPECT_EQ(exhausted_by([&] { (void)growth.run(0); }), base::Resource::time);
  budget.limit_formula(std::nullopt);
  witnesses.expect_intact();
}

TEST(Cancelling, EndsAComputationFromAnotherThread) {
  for (int round = 0; round < 3; ++round) {
    std::stop_source stop;
    base::Budget budget(std::nullopt, std::nullopt, stop.get_token());
    Manager manager(30, budget, fixed);
    const Witnesses witnesses(manager);
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      stop.request_stop();
    });
    EXPECT_EQ(exhausted_by([&] { toil(manager); }), base::Resource::cancelled);
    other.join();
    budget.lift();
    witnesses.expect_intact();
  }
}

TEST(Cancelling, LeavesWhatIsThereToBeReadAndReported) {
  std::stop_source stop;
  base::Budget budget(std::nullopt, std::nullopt, stop.get_token());
  Manager manager(30, budget, fixed);
  const Bdd f = far_partners(manager, 5);
  stop.request_stop();
  EXPECT_EQ(exhausted_by([&] { (void)!f; }), base::Resource::cancelled);
  EXPECT_EQ(exhausted_by([&] { EXPECT_GT(manager.statistics().live_nodes, 0U); }), std::nullopt);
  EXPECT_EQ(nodes(f), 62U);
}

// ---- managers ----

using ManagerDeathTest = testing::Test;

#ifdef KEN_BDD_BUDDY
TEST(ManagerDeathTest, ASecondAtTheSameTimeIsRefused) {
  base::Budget budget;
  const Manager first(3, budget);
  EXPECT_DEATH(Manager(3, budget), "one manager at a time");
}
#else
TEST(Managers, LiveBesideEachOther) {
  base::Budget budget;
  Manager one(8, budget);
  Manager other(8, budget);
  const Bdd f = far_partners(one, 4);
  const Bdd g = far_partners(other, 4);
  other.reorder();
  EXPECT_EQ(nodes(f), 30U);
  EXPECT_EQ(nodes(g), 8U);
  EXPECT_EQ(f, far_partners(one, 4));
  EXPECT_EQ(g, far_partners(other, 4));
}
#endif

TEST(ManagerDeathTest, AskingForTheImpossibleIsABug) {
  base::Budget budget;
  Manager manager(3, budget);
  const Bdd no = manager.constant(false);
  const Bdd x = manager.variable(var(0));
  EXPECT_DEATH((void)manager.variable(var(3)), "a variable of this manager");
  EXPECT_DEATH((void)some_assignment(no), "satisfies");
  EXPECT_DEATH((void)simplify(x, no), "nowhere");
  EXPECT_DEATH((void)constrain(x, no), "nowhere");
  EXPECT_DEATH((void)count(x, manager.set({var(1)})), "every variable");
}

TEST(Managers, WorkOneAfterTheOther) {
  base::Budget budget;
  for (const std::size_t variables : {10U, 1000U, 0U, 1U, 30U, 10U}) {
    Manager manager(variables, budget);
    EXPECT_EQ(manager.variables(), variables);
    EXPECT_EQ(manager.order(), range(0, variables));
    EXPECT_EQ(manager.statistics().reorderings, 0U);
    if (variables >= 10) Witnesses(manager).expect_intact();
    if (variables >= 30) {
      EXPECT_EQ(nodes(far_partners(manager, 10)), 2046U);
    }
    if (variables >= 2) manager.reorder();
  }
}

// ---- reordering ----

TEST(Reordering, MakesABadOrderGood) {
  for (const auto limit : {std::optional<std::uint64_t>(), std::optional(50 * megabyte)}) {
    base::Budget budget(std::nullopt, limit);
    Manager manager(24, budget, fixed);
    const Bdd f = far_partners(manager, 12);
    EXPECT_EQ(nodes(f), 8190U);
    manager.reorder();
    EXPECT_EQ(nodes(f), 24U);
    EXPECT_EQ(far_partners(manager, 12), f);
    EXPECT_EQ(manager.statistics().reorderings, 1U);
  }
}

TEST(Reordering, ChangesNoFunctionSetOrRenaming) {
  constexpr std::size_t n = 8;
  EXPECT_TRUE(rc::check([&] {
    base::Budget budget;
    Manager manager(n + 2, budget, fixed);
    const std::vector<Variable> variables = some_variables(n);
    const VariableSet set = manager.set(variables);
    const VariableSet every = manager.set(range(0, n));
    Pairs rotation;
    for (std::size_t i = 0; i < n; ++i) rotation.emplace_back(var(i), var((i + 3) % n));
    const Renaming renaming = manager.renaming(rotation);
    const Table s = some_table(n);
    const Table t = some_table(n);
    const Bdd f = diagram(manager, s);
    const Bdd g = diagram(manager, t);
    const Bdd partners = far_partners(manager, n / 2);
    manager.reorder();
    RC_ASSERT(f == diagram(manager, s));
    RC_ASSERT((f & g) == diagram(manager, s & t));
    RC_ASSERT(exists(f, set) == diagram(manager, exists(s, variables)));
    RC_ASSERT(and_exists(f, g, set) == diagram(manager, exists(s & t, variables)));
    RC_ASSERT(rename(f, renaming) == diagram(manager, rename(s, rotation)));
    RC_ASSERT(count(g, every) == t.ones());
    RC_ASSERT(support(g) == support(t));
    RC_ASSERT(nodes(g) == nodes({t}, manager.order()));
    RC_ASSERT(partners == far_partners(manager, n / 2));
  }));
}

// BuDDy overlooks what a diagram depends on below a node that somebody holds and that stands behind
// it in its table; then it exchanges variables without exchanging the nodes.
TEST(Reordering, LooksBelowNodesThatAreHeldAndComeLater) {
  constexpr std::size_t n = 4;
  base::Budget budget;
  Manager manager(2 * n + 2, budget, fixed);
  const Bdd a = manager.variable(var(n));
  const Bdd b = manager.variable(var(n + 1));
  const auto partner = [&](std::size_t i) { return manager.variable(var(n + 2 + i)); };
  std::vector<Bdd> in_front;
  for (std::size_t i = 0; i < n; ++i) in_front.push_back(manager.variable(var(i)) & a);
  std::vector<Bdd> below;
  for (std::size_t i = 0; i < n; ++i) below.push_back(b & partner(i));
  in_front.clear();
  (void)manager.statistics();  // collects
  std::vector<Bdd> above;
  for (std::size_t i = 0; i < n; ++i) above.push_back(a & below[i]);
  Bdd far = manager.constant(false);
  for (std::size_t i = 0; i < n; ++i) far |= manager.variable(var(i)) & partner(i);
  manager.reorder();
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(above[i], a & b & partner(i)) << i;
    EXPECT_TRUE((above[i] - partner(i)).is_false()) << i;
    EXPECT_TRUE((above[i] - a).is_false()) << i;
  }
}

TEST(Reordering, KeepsOrderAndLevelInverse) {
  base::Budget budget;
  Manager manager(24, budget, fixed);
  const Bdd f = far_partners(manager, 12);
  manager.reorder();
  std::vector<Variable> order = manager.order();
  EXPECT_NE(order, range(0, 24));
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(manager.level(order[i]), i);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, range(0, 24));
}

void expect_together(const Manager& manager, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i)
    EXPECT_EQ(manager.level(var(i)) + 1, manager.level(var(i + 1))) << "variable " << i;
}

TEST(Reordering, KeepsGroupsTogetherAndInOrder) {
  constexpr std::size_t n = 8;  // pairs; partners are whole groups apart
  base::Budget budget;
  Manager manager(4 * n, budget, fixed);
  std::vector<VariableGroup> groups;
  for (std::size_t i = 0; i < 2 * n; ++i) groups.push_back({var(2 * i), var(2 * i + 1)});
  manager.group(groups);
  Bdd f = manager.constant(false);
  for (std::size_t i = 0; i < n; ++i)
    f |= (manager.variable(var(2 * i)) ^ manager.variable(var(2 * i + 1))) &
         (manager.variable(var(2 * (n + i))) ^ manager.variable(var(2 * (n + i) + 1)));
  const std::size_t before = nodes(f);
  manager.reorder();
  EXPECT_LT(10 * nodes(f), before);
  for (std::size_t i = 0; i < 2 * n; ++i) expect_together(manager, 2 * i, 2 * i + 1);
}

TEST(Reordering, KeepsGroupsInsideGroupsAndMovesTheRest) {
  base::Budget budget;
  Manager manager(24, budget, fixed);
  const std::vector<VariableGroup> groups{
      {var(2), var(3)}, {var(0), var(3)}, {var(10), var(11)}, {var(17), var(19)}};
  manager.group(groups);
  const Bdd f = far_partners(manager, 12);
  manager.reorder();
  EXPECT_LT(nodes(f), 4000U);
  expect_together(manager, 0, 3);
  expect_together(manager, 10, 11);
  expect_together(manager, 17, 19);
  EXPECT_EQ(far_partners(manager, 12), f);
}

TEST(Reordering, LeavesNothingAliveThatNobodyHolds) {
  base::Budget budget;
  Manager manager(24, budget, fixed);
  manager.reorder();  // which may keep something for the next time
  const std::size_t before = manager.statistics().live_nodes;
  for (int round = 0; round < 3; ++round) {
    {
      const Bdd f = far_partners(manager, 12);
      manager.reorder();
      EXPECT_EQ(f, far_partners(manager, 12));
    }
    EXPECT_EQ(manager.statistics().live_nodes, before) << "round " << round;
  }
}

TEST(Reordering, HappensByItselfWhenItIsOn) {
  constexpr std::size_t n = 20;  // two million nodes in a bad order
  base::Budget budget;
  Manager manager(2 * n, budget, {.reordering = Reordering::on, .early = 1000});
  const Witnesses witnesses(manager);
  const Bdd f = far_partners(manager, n);
  EXPECT_GE(manager.statistics().reorderings, 1U);
  EXPECT_LT(nodes(f), 200'000U);
  EXPECT_EQ(far_partners(manager, n), f);
  witnesses.expect_intact();
}

TEST(Reordering, IsRightInTheMiddleOfAnyOperation) {
  for (const Reordering reordering : {Reordering::automatic, Reordering::on}) {
    for (std::size_t i = 0; i < Growth::operations; ++i) {
      base::Budget budget;
      Manager manager(Growth::variables, budget,
                      {.reordering = reordering, .explosion = 1000, .early = 1000});
      const Witnesses witnesses(manager);
      const Growth growth(manager);
      const Bdd f = growth.run(i);
      EXPECT_GE(manager.statistics().reorderings, 1U) << i;
      EXPECT_EQ(f, growth.again(i)) << i;
      witnesses.expect_intact();
    }
  }
}

TEST(Reordering, NeverHappensWhenItIsOff) {
  base::Budget budget;
  Manager manager(36, budget, {.reordering = Reordering::off, .explosion = 1, .early = 1});
  const Bdd f = far_partners(manager, 18);
  EXPECT_EQ(nodes(f), (std::size_t{1} << 19U) - 2);
  EXPECT_EQ(manager.order(), range(0, 36));
  EXPECT_EQ(manager.statistics().reorderings, 0U);
}

TEST(Reordering, InTooLittleMemoryHurtsNoDiagram) {
  base::Budget budget(std::nullopt, 12 * megabyte);
  Manager manager(48, budget, {.reordering = Reordering::on, .early = 1000});
  const Witnesses witnesses(manager);
  std::vector<Bdd> kept;  // together they fill the table, and no order is good for all
  EXPECT_EQ(exhausted_by([&] {
              for (std::uint64_t i = 0;; ++i) {
                Bdd f = manager.constant(false);
                for (std::uint64_t k = 0; k < 8; ++k)
                  f = f ^ (manager.variable(var(scramble(100 * i + k) % 48)) &
                           manager.variable(var(scramble(77 * i - k) % 48)));
                kept.push_back(f);
              }
            }),
            base::Resource::memory);
  (void)exhausted_by([&] { manager.reorder(); });  // may need more, and may say so
  kept.resize(kept.size() / 2);
  witnesses.expect_intact();
}

}  // namespace
}  // namespace ken::bdd
