// The kernel itself: random sequences of operations against tables of values, with every invariant
// checked after every step, in every mode that makes rare things frequent.

#include "bdd/kernel/kernel.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <thread>

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
      {.small_tables = true, .tiny_cache = true, .check_every = 1},
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

TEST(Kernel, TakesAnyOrderFromOutside) {
  EXPECT_TRUE(rc::check([&] {
    base::Budget budget;
    kernel::Kernel kernel(n, budget);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    kernel::Edge f = kernel.literal(var(0), true);
    for (std::size_t i = 1; i < n; ++i) {
      const kernel::Edge x = kernel.literal(var(i), true);
      f = scramble(seed + i) % 2 == 0 ? kernel.conjunction(f, x) : kernel.exclusive(f, x);
    }
    kernel.hold(f);
    std::vector<Variable> order = range(0, n);
    for (std::size_t i = n; i-- > 1;) std::swap(order[i], order[scramble(seed * 31 + i) % (i + 1)]);
    kernel.reorder_to(order);
    kernel.check();
    RC_ASSERT(kernel.order().variables() == order);
    kernel::Edge again = kernel.literal(var(0), true);
    for (std::size_t i = 1; i < n; ++i) {
      const kernel::Edge x = kernel.literal(var(i), true);
      again =
          scramble(seed + i) % 2 == 0 ? kernel.conjunction(again, x) : kernel.exclusive(again, x);
    }
    RC_ASSERT(again == f);
  }));
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
