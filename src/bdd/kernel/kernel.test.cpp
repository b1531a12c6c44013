// The kernel itself: random sequences of operations against tables of values, with every invariant
// checked after every step, in every mode that makes rare things frequent.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <thread>

#include "bdd/count.hpp"
#include "bdd/truth_table.test.hpp"

#ifndef KEN_BDD_BUDDY

namespace ken::bdd {
namespace {

constexpr std::size_t n = 6;

// A few functions, as diagrams and as tables, that one random operation after the other changes.
class Sequence {
 public:
  explicit Sequence(Manager& manager) : manager_(manager) {
    for (std::size_t i = 0; i < n; ++i) {
      diagrams_.push_back(manager.variable(var(i)));
      tables_.push_back(Table::of(n, [&](std::size_t row) { return bit(row, i); }));
    }
  }

  // Throws Exhausted like the operations; then nothing has changed.
  void step(std::uint64_t random) {
    const std::size_t a = random % n;
    const std::size_t b = random / 8 % n;
    const std::size_t c = random / 64 % n;
    const std::vector<Variable> some = {var(random / 512 % n), var(random / 4096 % n)};
    const Bdd& f = diagrams_[a];
    const Bdd& g = diagrams_[b];
    const Table& s = tables_[a];
    const Table& t = tables_[b];
    switch (random / 65536 % 9) {
      case 0:
        return set(c, f & g, s & t);
      case 1:
        return set(c, f | g, s | t);
      case 2:
        return set(c, f ^ g, s ^ t);
      case 3:
        return set(c, !f, !s);
      case 4:
        return set(c, exists(f, manager_.set(some)), exists(s, some));
      case 5:
        return set(c, forall(f, manager_.set(some)), forall(s, some));
      case 6:
        return set(c, and_exists(f, g, manager_.set(some)), exists(s & t, some));
      case 7:
        return set(c, manager_.literal(some[0], b % 2 == 0) ^ g, Table::of(n, [&](std::size_t row) {
                     return bit(row, number(some[0])) == (b % 2 == 0) ? !t.values[row]
                                                                      : bool(t.values[row]);
                   }));
      default:
        if (random % 5 == 0) manager_.reorder();
        return set(c, if_then_else(f, g, diagrams_[c]), (s & t) | ((!s) & tables_[c]));
    }
  }

  void expect_right() {
    for (std::size_t i = 0; i < n; ++i) {
      RC_ASSERT(diagrams_[i] == diagram(manager_, tables_[i]));
      RC_ASSERT(nodes(diagrams_[i]) == nodes({tables_[i]}, manager_.order()));
    }
  }

 private:
  void set(std::size_t i, Bdd f, Table t) {
    diagrams_[i] = std::move(f);
    tables_[i] = std::move(t);
  }

  Manager& manager_;
  std::vector<Bdd> diagrams_;
  std::vector<Table> tables_;
};

void run(Manager& manager, std::uint64_t seed, int steps) {
  Sequence sequence(manager);
  for (int i = 0; i < steps; ++i) sequence.step(scramble(seed + static_cast<std::uint64_t>(i)));
  sequence.expect_right();
}

TEST(Kernel, KeepsEveryInvariantInEveryMode) {
  const std::array<Stress, 4> modes = {{
      {.small_tables = true, .check_every = 1},
      {.small_tables = true, .collect_every = 1, .check_every = 1},
      {.small_tables = true, .fixed_cache = 16, .check_every = 1},
      {.small_tables = true, .grow_always = true, .check_every = 1},
  }};
  for (const Stress& stress : modes) {
    EXPECT_TRUE(rc::check([&] {
      base::Budget budget;
      Manager manager(n, budget, {.reordering = Reordering::off, .stress = stress});
      run(manager, *rc::gen::arbitrary<std::uint64_t>(), 60);
    }));
  }
}

TEST(Kernel, SurvivesEveryFailureToAllocate) {
  EXPECT_TRUE(rc::check([&] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto fail_at = *rc::gen::inRange<std::uint64_t>(1, 60);
    base::Budget budget;
    try {
      Manager manager(n, budget,
                      {.reordering = Reordering::off,
                       .stress = {.small_tables = true, .check_every = 1, .fail_at = fail_at}});
      Sequence sequence(manager);
      for (std::uint64_t i = 0; i < 40; ++i) {
        try {
          sequence.step(scramble(seed + i));
        } catch (const base::Exhausted& reason) {
          RC_ASSERT(reason.resource() == base::Resource::memory);
        }
      }
      (void)manager.statistics();
    } catch (const base::Exhausted& reason) {
      RC_ASSERT(reason.resource() == base::Resource::memory);
    }
  }));
}

TEST(Kernel, DiagramsTooDeepForTheStackAreRefused) {
  constexpr std::size_t depth = 300'000;
  base::Budget budget;
  Manager manager(depth, budget, {.reordering = Reordering::off});
  std::array<Bdd, 2> every_second = {manager.constant(true), manager.constant(true)};
  for (std::size_t i = depth; i-- > 0;) every_second[i % 2] &= manager.variable(var(i));
  EXPECT_THROW((void)(every_second[0] & every_second[1]), base::Exhausted);
  EXPECT_THROW((void)disjoint(every_second[0], every_second[1]), base::Exhausted);
  EXPECT_EQ(nodes(every_second[0]), depth / 2);
  EXPECT_TRUE(subset(every_second[0], manager.variable(var(0))));
}

// Runs on a thread with a stack of one megabyte, whatever the limits of the process are.
void on_a_small_stack(void* (*work)(void*), void* argument) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, std::size_t{1} << 20U), 0);
  pthread_t thread{};
  ASSERT_EQ(pthread_create(&thread, &attributes, work, argument), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST(Kernel, DiagramsTooDeepForTheStackOfAnyThreadAreRefused) {
  constexpr std::size_t depth = 100'000;
  struct Work {
    base::Budget budget;
    Manager manager{depth, budget, {.reordering = Reordering::off}};
    std::array<Bdd, 2> every_second = {manager.constant(true), manager.constant(true)};
    bool refused = false;
  } work;
  for (std::size_t i = depth; i-- > 0;) work.every_second[i % 2] &= work.manager.variable(var(i));
  on_a_small_stack(
      [](void* argument) -> void* {
        auto& there = *static_cast<Work*>(argument);
        try {
          (void)(there.every_second[0] & there.every_second[1]);
        } catch (const base::Exhausted& reason) {
          there.refused = reason.resource() == base::Resource::memory;
        }
        return nullptr;
      },
      &work);
  EXPECT_TRUE(work.refused);
  EXPECT_EQ(nodes(work.every_second[0]), depth / 2) << "and the first thread goes on";
}

TEST(Kernel, ACacheThatForgetsTooMuchGrows) {
  // Counters that go on one at a time: each step asks for what the step before has found out.  In a
  // cache that stays as small as it begins this does not end within the limit.
  constexpr std::size_t counters = 8;
  constexpr std::size_t bits = 7;
  base::Budget budget(30, std::nullopt);
  Manager manager(2 * counters * bits, budget,
                  {.reordering = Reordering::off, .stress = {.fixed_cache = 0}});
  const auto now = [&](std::size_t i) { return manager.variable(var(2 * i)); };
  const auto next = [&](std::size_t i) { return manager.variable(var(2 * i + 1)); };
  Bdd relation = manager.constant(false);
  Bdd reached = manager.constant(true);
  Pairs to_now;
  std::vector<Variable> of_now;
  for (std::size_t i = 0; i < counters * bits; ++i) {
    reached -= now(i);
    of_now.push_back(var(2 * i));
    to_now.emplace_back(var(2 * i + 1), var(2 * i));
  }
  for (std::size_t c = 0; c < counters; ++c) {
    Bdd step = manager.constant(true);
    Bdd carry = manager.constant(true);
    for (std::size_t i = counters * bits; i-- > 0;)
      if (i / bits != c) step &= equivalent(now(i), next(i));
    for (std::size_t i = c * bits; i < (c + 1) * bits; ++i) {
      step &= equivalent(next(i), now(i) ^ carry);
      carry &= now(i);
    }
    relation |= step;
  }
  const VariableSet set = manager.set(of_now);
  const Renaming renaming = manager.renaming(to_now);
  for (Bdd frontier = reached; !frontier.is_false();) {
    frontier = image(frontier, relation, set, renaming) - reached;
    reached |= frontier;
  }
  EXPECT_TRUE(reached.is_true() || count(reached, set) == Natural(1) << (counters * bits));
}

TEST(Kernel, AnOperationThatExplodesBeginsAgainInABetterOrder) {
  constexpr std::size_t pairs = 24;  // far from each other: the conjunction has 2^24 nodes
  base::Budget budget(std::nullopt, std::uint64_t{50} << 20U);
  Manager manager(2 * pairs, budget, {.reordering = Reordering::automatic, .explosion = 20'000});
  std::array<Bdd, 2> every_second = {manager.constant(false), manager.constant(false)};
  for (std::size_t i = 0; i < pairs; ++i)
    every_second[i % 2] |= manager.variable(var(i)) & manager.variable(var(pairs + i));
  const Bdd both = every_second[0] & every_second[1];
  EXPECT_GE(manager.statistics().reorderings, 1U);
  EXPECT_LT(nodes(both), 5000U);
  const Natural some_pair = (Natural(1) << pairs) - Natural(531441);  // 3^12 have none
  EXPECT_EQ(count(both, manager.set(range(0, 2 * pairs))), some_pair * some_pair);
}

TEST(Kernel, AReorderingThatGainsLittleIsUndone) {
  const auto order_after = [](Reordering reordering) {
    base::Budget budget;
    Manager manager(
        4, budget,
        {.reordering = reordering, .explosion = 6, .early = 6, .stress = {.collect_every = 1}});
    const auto pair = [&](std::size_t i) {
      return manager.variable(var(i)) & manager.variable(var(2 + i));
    };
    const Bdd f = pair(0) | pair(1);  // 6 nodes, and 4 in the best order
    const Bdd g = !f;
    EXPECT_GE(manager.statistics().reorderings, 1U);
    EXPECT_EQ(nodes(f), reordering == Reordering::on ? 4U : 6U);
    return manager.order();
  };
  EXPECT_EQ(order_after(Reordering::automatic), range(0, 4));
  EXPECT_NE(order_after(Reordering::on), range(0, 4));
}

TEST(Kernel, ManagersInTwoThreadsKnowNothingOfEachOther) {
  std::array<Natural, 2> found;
  std::array<std::thread, 2> threads;
  for (std::size_t i = 0; i < 2; ++i) {
    threads[i] = std::thread([&found, i] {
      base::Budget budget;
      Manager manager(24, budget, {.reordering = Reordering::on, .early = 200});
      Bdd f = manager.constant(false);
      for (std::size_t k = 0; k < 12; ++k) {
        f |= manager.variable(var(k)) & manager.variable(var(12 + k));
        if (k % 4 == i) manager.reorder();
      }
      found[i] = count(f, manager.set(range(0, 24)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const Natural expected = (Natural(1) << 24U) - (Natural(531441));  // 3^12 have no pair
  EXPECT_EQ(found[0], expected);
  EXPECT_EQ(found[1], expected);
}

}  // namespace
}  // namespace ken::bdd

#endif
