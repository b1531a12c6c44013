// What every implementation of this folder's interface has to do, stated on truth tables: one test
// for each operation, in the order of declaration and in one that a reordering has left behind.
// What happens when something runs out is in guards.test.cpp.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "bdd/count.hpp"
#include "bdd/manager.hpp"
#include "bdd/truth_table.test.hpp"

namespace ken::bdd {
namespace {

constexpr std::size_t all = 20;  // variables of the manager; tables have 14 at most

// Circumstances in which every operation has to be right.
struct Circumstances {
  const char* name;
  bool other_order = false;
  Stress stress = {};
};

class Operations : public testing::TestWithParam<Circumstances> {
 protected:
  Operations()
      : manager_(all, budget_, {.reordering = Reordering::off, .stress = GetParam().stress}) {
    if (!GetParam().other_order) return;
    const Bdd partners = far_partners(manager_, 5) ^ far_partners(manager_, 5, 10);
    manager_.reorder();
    EXPECT_NE(manager_.order(), range(0, all));
  }
  Bdd of(const Table& f) { return diagram(manager_, f); }

  base::Budget budget_;
  Manager manager_;
};
std::vector<Circumstances> circumstances() {
  std::vector<Circumstances> result = {{"Declared"}, {"Changed", true}};
  if (!negation_is_free) return result;  // BuDDy has no such modes
  result.push_back({"Collecting", true, {.small_tables = true, .collect_every = 7}});
  result.push_back({"Forgetting", true, {.small_tables = true, .fixed_cache = 16}});
  result.push_back({"Growing", true, {.small_tables = true, .grow_always = true}});
  return result;
}
INSTANTIATE_TEST_SUITE_P(Bdd, Operations, testing::ValuesIn(circumstances()),
                         [](const auto& test) { return test.param.name; });

TEST_P(Operations, ADiagramIsTrueExactlyInTheRowsOfItsTable) {
  EXPECT_TRUE(rc::check([&] {
    const Table t = some_table(*rc::gen::inRange<std::size_t>(0, 7));
    const Bdd f = of(t);
    for (std::size_t row = 0; row < t.rows(); ++row) {
      Bdd point = manager_.constant(true);
      for (std::size_t i = 0; i < t.variables; ++i) point &= manager_.literal(var(i), bit(row, i));
      RC_ASSERT(subset(point, f) == t.values[row]);
      RC_ASSERT(disjoint(point, f) != t.values[row]);
    }
    RC_ASSERT(f.is_true() == (t.ones() == t.rows()));
    RC_ASSERT(f.is_false() == (t.ones() == 0));
  }));
}

TEST_P(Operations, ConnectivesActRowByRow) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Table s = some_table(n);
    const Table t = some_table(n);
    const Bdd f = of(s);
    const Bdd g = of(t);
    RC_ASSERT(!f == of(!s));
    RC_ASSERT((f & g) == of(s & t));
    RC_ASSERT((f | g) == of(s | t));
    RC_ASSERT((f ^ g) == of(s ^ t));
    RC_ASSERT((f - g) == of(s & !t));
    RC_ASSERT(equivalent(f, g) == of(!(s ^ t)));
  }));
}

TEST_P(Operations, AssigningConnectivesChangeTheirLeftSideOnly) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Bdd f = of(some_table(n));
    const Bdd g = of(some_table(n));
    Bdd both = f;
    Bdd either = f;
    Bdd only = f;
    RC_ASSERT((both &= g) == (f & g));
    RC_ASSERT((either |= g) == (f | g));
    RC_ASSERT((only -= g) == (f - g));
    RC_ASSERT(both == (f & g));
    RC_ASSERT(either == (f | g));
    RC_ASSERT(only == (f - g));
    RC_ASSERT((only &= only) == (f - g));
    RC_ASSERT((only -= only).is_false());
  }));
}

TEST_P(Operations, IfThenElseChoosesRowByRow) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Table c = some_table(n);
    const Table s = some_table(n);
    const Table t = some_table(n);
    const Bdd chosen = if_then_else(of(c), of(s), of(t));
    RC_ASSERT(chosen == of((c & s) | ((!c) & t)));
  }));
}

TEST_P(Operations, QuantifiersJoinAndMeetTheTwoHalves) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Table t = some_table(n);
    const std::vector<Variable> variables = some_variables(n);
    const VariableSet set = manager_.set(variables);
    RC_ASSERT(exists(of(t), set) == of(exists(t, variables)));
    RC_ASSERT(forall(of(t), set) == of(forall(t, variables)));
  }));
}

TEST_P(Operations, AndExistsQuantifiesTheConjunction) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Table s = some_table(n);
    const Table t = some_table(n);
    const std::vector<Variable> variables = some_variables(n);
    RC_ASSERT(and_exists(of(s), of(t), manager_.set(variables)) == of(exists(s & t, variables)));
  }));
}

TEST_P(Operations, AProductWithinSoManyNodesIsTheProductOrNothing) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Bdd f = of(some_table(n));
    const Bdd g = of(some_table(n));
    const VariableSet set = manager_.set(some_variables(n));
    const auto product = and_exists_within(1'000'000, f, g, set);
    RC_ASSERT(product.has_value());
    RC_ASSERT(*product == and_exists(f, g, set));
    const auto early = and_exists_within(1, f, g, set);
    RC_ASSERT(!early || *early == *product);
  }));
}

TEST_P(Operations, ASplitFunctionIsPutTogetherAgain) {
  EXPECT_TRUE(rc::check([&] {
    const Bdd f = of(some_table(some_size()));
    RC_PRE(!f.is_true() && !f.is_false());
    const auto [variable, low, high] = split(f);
    RC_ASSERT(manager_.level(variable) == top_level(f));
    RC_ASSERT(if_then_else(manager_.variable(variable), high, low) == f);
    RC_ASSERT(has_more_nodes(f, nodes(f) - 1));
    RC_ASSERT(!has_more_nodes(f, nodes(f)));
  }));
}

TEST(Manager, GivesUpAProductThatGrowsTooLarge) {
  if (!negation_is_free) return;  // BuDDy finishes it
  base::Budget budget;
  Manager manager(60, budget, {.reordering = Reordering::off});
  Bdd f = manager.constant(true);
  Bdd g = manager.constant(true);
  for (std::uint32_t i = 0; i < 15; ++i) {
    f &= equivalent(manager.variable(var(i)), manager.variable(var(15 + i)));
    g &= equivalent(manager.variable(var(30 + i)), manager.variable(var(45 + i)));
  }
  EXPECT_FALSE(and_exists_within(10, f, g, {}).has_value());
  EXPECT_TRUE(and_exists_within(10'000'000, f, g, {}).has_value());
}

TEST_P(Operations, QuantifyingOverVariablesTheFunctionLacksChangesNothing) {
  EXPECT_TRUE(rc::check([&] {
    const Bdd f = of(some_table(some_size()));
    for (const VariableSet& set : {VariableSet(), manager_.set({}), manager_.set(range(15, all))}) {
      RC_ASSERT(exists(f, set) == f);
      RC_ASSERT(forall(f, set) == f);
      RC_ASSERT(and_exists(f, f, set) == f);
    }
  }));
}

TEST_P(Operations, ASetIsSortedAndHasNothingTwice) {
  const VariableSet set = manager_.set({var(7), var(2), var(7), var(11), var(2)});
  EXPECT_EQ(set.variables(), (std::vector{var(2), var(7), var(11)}));
  EXPECT_FALSE(set.empty());
  EXPECT_TRUE(manager_.set({}).empty());
}

TEST_P(Operations, RenamingMovesNowToNextAndBack) {
  constexpr std::size_t bits = 4;  // now: even variables, next: odd ones
  Pairs forward;
  Pairs backward;
  Pairs swap;
  for (std::size_t i = 0; i < bits; ++i) {
    forward.emplace_back(var(2 * i), var(2 * i + 1));
    backward.emplace_back(var(2 * i + 1), var(2 * i));
  }
  swap = forward;
  swap.insert(swap.end(), backward.begin(), backward.end());
  const Renaming to_next = manager_.renaming(forward);
  const Renaming to_now = manager_.renaming(backward);
  const Renaming swapped = manager_.renaming(swap);
  const std::vector<Variable> next{var(1), var(3), var(5), var(7)};
  EXPECT_TRUE(rc::check([&] {
    const Table relation = some_table(2 * bits);
    const Table states = exists(relation, next);
    RC_ASSERT(rename(of(states), to_next) == of(rename(states, forward)));
    RC_ASSERT(rename(rename(of(states), to_next), to_now) == of(states));
    RC_ASSERT(rename(of(relation), swapped) == of(rename(relation, swap)));
    RC_ASSERT(rename(rename(of(relation), swapped), swapped) == of(relation));
  }));
}

TEST_P(Operations, RenamingReplacesAnyVariablesByAnyOthersAtOnce) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = *rc::gen::inRange<std::size_t>(1, 11);
    std::vector<std::size_t> image(n);
    std::iota(image.begin(), image.end(), 0);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    for (std::size_t i = n; i-- > 1;) std::swap(image[i], image[scramble(seed + i) % (i + 1)]);
    const std::vector<Variable> renamed = some_variables(n);
    Pairs pairs;
    std::vector<Variable> fresh;  // targets that are not renamed themselves
    for (const Variable v : renamed) {
      pairs.emplace_back(v, var(image[number(v)]));
      if (!std::binary_search(renamed.begin(), renamed.end(), pairs.back().second))
        fresh.push_back(pairs.back().second);
    }
    const Table t = exists(some_table(n), fresh);
    RC_ASSERT(rename(of(t), manager_.renaming(pairs)) == of(rename(t, pairs)));
  }));
}

TEST_P(Operations, RenamingNothingChangesNothing) {
  const Renaming none = manager_.renaming({});
  EXPECT_TRUE(rc::check([&] {
    const Bdd f = of(some_table(some_size()));
    RC_ASSERT(rename(f, none) == f);
  }));
}

TEST_P(Operations, AStepIsAProductQuantifiedAndRenamed) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t pairs = *rc::gen::inRange<std::size_t>(1, 4);
    const std::size_t n = 2 * pairs + 2;  // variables of now are even, two actions at the end
    const bool keep_an_action = *rc::gen::arbitrary<bool>();
    Pairs back;
    Pairs forth;
    std::vector<Variable> now;
    std::vector<Variable> next;
    for (std::size_t i = 0; i < pairs; ++i) {
      now.push_back(var(2 * i));
      next.push_back(var(2 * i + 1));
      forth.emplace_back(var(2 * i), var(2 * i + 1));
      back.emplace_back(var(2 * i + 1), var(2 * i));
    }
    std::vector<Variable> gone = {var(n - 1)};
    if (!keep_an_action) gone.push_back(var(n - 2));
    std::vector<Variable> with_now = now;
    with_now.insert(with_now.end(), gone.begin(), gone.end());
    std::vector<Variable> with_next = next;
    with_next.insert(with_next.end(), gone.begin(), gone.end());
    const Table relation = some_table(n);
    const Table states = exists(some_table(n), [&] {
      std::vector<Variable> others = next;
      others.push_back(var(n - 1));
      others.push_back(var(n - 2));
      return others;
    }());
    RC_ASSERT(image(of(states), of(relation), manager_.set(with_now), manager_.renaming(back)) ==
              of(rename(exists(states & relation, with_now), back)));
    RC_ASSERT(
        preimage(of(states), of(relation), manager_.set(with_next), manager_.renaming(forth)) ==
        of(exists(rename(states, forth) & relation, with_next)));
  }));
}

TEST_P(Operations, CompositionReplacesAllVariablesAtOnce) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Table t = some_table(n);
    std::vector<Table> by;
    Substitution substitution;
    for (std::size_t i = 0; i < n; ++i) {
      const bool replaced = *rc::gen::arbitrary<bool>();
      by.push_back(replaced ? some_table(n)
                            : Table::of(n, [&](std::size_t row) { return bit(row, i); }));
      if (replaced) substitution.emplace_back(var(i), of(by.back()));
    }
    const Table expected = Table::of(n, [&](std::size_t row) {
      std::size_t source = 0;
      for (std::size_t i = 0; i < n; ++i) source = with_bit(source, i, by[i].values[row]);
      return t.values[source];
    });
    RC_ASSERT(compose(of(t), substitution) == of(expected));
  }));
}

TEST_P(Operations, SimplifyAgreesWhereItMattersAndBringsInNoVariable) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Bdd f = of(some_table(n));
    const Bdd care = of(some_table(n));
    RC_PRE(!care.is_false());
    const Bdd simple = simplify(f, care);
    RC_ASSERT((simple & care) == (f & care));
    const std::vector<Variable> before = support(f);
    const std::vector<Variable> after = support(simple);
    RC_ASSERT(std::includes(before.begin(), before.end(), after.begin(), after.end()));
  }));
}

TEST_P(Operations, ConstrainReadsTheFunctionAtAPointInsideThatDependsOnNothingElse) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Bdd f = of(some_table(n));
    const Bdd g = of(some_table(n));
    const Bdd care = of(some_table(n));
    RC_PRE(!care.is_false());
    const Bdd there = constrain(f, care);
    RC_ASSERT((there & care) == (f & care));
    RC_ASSERT(constrain(!f, care) == !there);
    RC_ASSERT(constrain(f & g, care) == (there & constrain(g, care)));
    RC_ASSERT(constrain(f ^ g, care) == (there ^ constrain(g, care)));
    RC_ASSERT(constrain(care, care).is_true());
  }));
}

TEST_P(Operations, SubsetAndDisjointCompareTheRows) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const Table s = some_table(n);
    const Table t = some_table(n);
    RC_ASSERT(subset(of(s), of(t)) == ((s & !t).ones() == 0));
    RC_ASSERT(disjoint(of(s), of(t)) == ((s & t).ones() == 0));
    RC_ASSERT(subset(of(s & t), of(t)));
    RC_ASSERT(disjoint(of(s & !t), of(t)));
  }));
}

TEST_P(Operations, TheSupportIsExact) {
  EXPECT_TRUE(rc::check([&] {
    const Table t = some_table(some_size());
    RC_ASSERT(support(of(t)) == support(t));
  }));
}

TEST_P(Operations, SomeAssignmentSatisfiesWhateverTheOtherVariablesAre) {
  EXPECT_TRUE(rc::check([&] {
    const Table t = some_table(some_size());
    RC_PRE(t.ones() > 0);
    const Assignment assignment = some_assignment(of(t));
    for (std::size_t row = 0; row < t.rows(); ++row) {
      std::size_t assigned = row;
      for (const auto& choice : assignment)
        assigned = with_bit(assigned, number(choice.first), choice.second);
      RC_ASSERT(t.values[assigned]);
    }
    std::vector<Variable> variables;
    for (const auto& choice : assignment) variables.push_back(choice.first);
    std::sort(variables.begin(), variables.end());
    RC_ASSERT(std::adjacent_find(variables.begin(), variables.end()) == variables.end());
    const std::vector<Variable> allowed = support(t);
    RC_ASSERT(std::includes(allowed.begin(), allowed.end(), variables.begin(), variables.end()));
  }));
}

TEST_P(Operations, CountIsTheNumberOfRowsOverAnySetThatHasTheSupport) {
  EXPECT_TRUE(rc::check([&] {
    const Table t = some_table(some_size());
    const std::vector<Variable> needed = support(t);
    std::vector<Variable> variables = some_variables(all);
    variables.insert(variables.end(), needed.begin(), needed.end());
    const VariableSet set = manager_.set(variables);
    const Natural over_support = Natural(t.ones()) >> (t.variables - needed.size());
    RC_ASSERT(count(of(t), set) == over_support << (set.variables().size() - needed.size()));
  }));
}

TEST_P(Operations, NodesAreTheDifferentSubfunctions) {
  EXPECT_TRUE(rc::check([&] {
    const std::size_t n = some_size();
    const std::vector<Table> tables{some_table(n), some_table(n), some_table(n)};
    const std::vector<Bdd> several{of(tables[0]), of(tables[1]), of(tables[2])};
    for (std::size_t i = 0; i < tables.size(); ++i)
      RC_ASSERT(nodes(several[i]) == nodes({tables[i]}, manager_.order()));
    RC_ASSERT(nodes(several) == nodes(tables, manager_.order()));
  }));
  EXPECT_EQ(nodes(std::span<const Bdd>()), 0U);
}

// A computation as a list of steps: each takes its operands from the results so far.
TEST_P(Operations, WhateverWayAFunctionIsBuiltItIsTheSameValue) {
  constexpr std::size_t n = 8;
  EXPECT_TRUE(rc::check([&] {
    std::vector<std::pair<Table, Bdd>> results;
    for (std::size_t i = 0; i < n; ++i)
      results.emplace_back(Table::of(n, [&](std::size_t row) { return bit(row, i); }),
                           manager_.variable(var(i)));
    for (const auto step : *rc::gen::arbitrary<std::vector<std::uint32_t>>()) {
      const auto [s, f] = results[(step >> 3U) % results.size()];
      const auto [t, g] = results[(step >> 11U) % results.size()];
      const std::vector<Variable> some{var((step >> 19U) % n), var((step >> 22U) % n)};
      const VariableSet set = manager_.set(some);
      switch (step % 8) {
        case 0:
          results.emplace_back(!s, !f);
          break;
        case 1:
          results.emplace_back(s & t, f & g);
          break;
        case 2:
          results.emplace_back(s | t, f | g);
          break;
        case 3:
          results.emplace_back(s ^ t, f ^ g);
          break;
        case 4:
          results.emplace_back(s & !t, f - g);
          break;
        case 5:
          results.emplace_back(exists(s, some), exists(f, set));
          break;
        case 6:
          results.emplace_back(forall(s, some), forall(f, set));
          break;
        case 7:
          results.emplace_back(exists(s & t, some), and_exists(f, g, set));
          break;
      }
    }
    for (const auto& a : results) {
      RC_ASSERT(a.second == of(a.first));
      RC_ASSERT((a.second == results.back().second) == (a.first == results.back().first));
    }
  }));
}

TEST_P(Operations, FunctionsThatDifferInOnePointAreDifferentValues) {
  EXPECT_TRUE(rc::check([&] {
    const Table s = some_table(some_size());
    Table t = s;
    const auto row = *rc::gen::inRange<std::size_t>(0, t.rows());
    t.values[row] = !t.values[row];
    RC_ASSERT(of(s) != of(t));
  }));
}

// ---- large ----

TEST(Count, IsExactWhereNoMachineWordIs) {
  base::Budget budget;
  Manager manager(1500, budget);
  const VariableSet set = manager.set(range(0, 1500));
  EXPECT_EQ(count(manager.constant(true), set), Natural(1) << 1500U);
  EXPECT_EQ(count(manager.constant(false), set), 0);
  EXPECT_EQ(count(manager.literal(var(700), false), set), Natural(1) << 1499U);
  Bdd parity = manager.constant(false);
  Bdd point = manager.constant(true);
  for (std::size_t i = 1500; i-- > 0;) {
    parity = parity ^ manager.variable(var(i));
    point &= manager.literal(var(i), i % 3 == 0);
  }
  EXPECT_EQ(count(parity, set), Natural(1) << 1499U);
  EXPECT_EQ(count(point, set), 1);
  EXPECT_EQ(count(!point, set), (Natural(1) << 1500U) - 1);
  EXPECT_EQ(nodes(parity), negation_is_free ? 1500U : 2 * 1500U - 1);
  EXPECT_EQ(support(parity), range(0, 1500));
}

TEST(Count, OfAThresholdIsASumOfBinomials) {
  constexpr std::size_t n = 120;
  base::Budget budget;
  Manager manager(n, budget);
  std::vector<Bdd> exactly{manager.constant(true)};  // how many of the variables so far are true
  std::vector<Natural> binomial{1};
  for (std::size_t i = n; i-- > 0;) {
    exactly.push_back(manager.constant(false));
    binomial.emplace_back(0);
    const Bdd x = manager.variable(var(i));
    for (std::size_t k = exactly.size(); k-- > 0;) {
      exactly[k] = if_then_else(x, k > 0 ? exactly[k - 1] : manager.constant(false), exactly[k]);
      if (k > 0) binomial[k] += binomial[k - 1];
    }
  }
  Bdd threshold = manager.constant(false);
  Natural sum = 0;
  for (std::size_t k = 70; k <= n; ++k) {
    threshold |= exactly[k];
    sum += binomial[k];
  }
  EXPECT_EQ(count(threshold, manager.set(range(0, n))), sum);
  EXPECT_EQ(count(exactly[60], manager.set(range(0, n))), binomial[60]);
}

// ---- values ----

class Values : public testing::Test {
 protected:
  std::size_t live() { return manager_.statistics().live_nodes; }
  Bdd x(std::size_t i) { return manager_.variable(var(i)); }

  base::Budget budget_;
  Manager manager_{12, budget_};
  Bdd f_ = (x(0) & x(1)) | x(2);
};

TEST_F(Values, ACopyIsEqualAndOutlivesTheOriginal) {
  auto original = std::make_unique<Bdd>(f_ ^ x(5));
  const Bdd copy = *original;
  EXPECT_EQ(copy, *original);
  original.reset();
  EXPECT_GT(live(), 0U);  // collects what nobody holds
  EXPECT_EQ(copy, f_ ^ x(5));
}

TEST_F(Values, AMovedValueIsWhereItWasMovedTo) {
  Bdd source = f_;
  Bdd target(std::move(source));
  EXPECT_EQ(target, f_);
  source = x(3);  // may be assigned to again
  EXPECT_EQ(source, x(3));
  source = std::move(target);
  EXPECT_EQ(source, f_);
  target = x(4);
  EXPECT_EQ(target, x(4));
  EXPECT_EQ(source, f_);
}

TEST_F(Values, SelfAssignmentChangesNothing) {
  Bdd f = f_;
  Bdd& same = f;
  f = same;
  EXPECT_EQ(f, f_);
  f = std::move(same);
  EXPECT_EQ(f, f_);
}

TEST_F(Values, ADefaultIsNoFunction) {
  Bdd none;
  EXPECT_EQ(none, Bdd());
  EXPECT_NE(none, manager_.constant(false));
  EXPECT_NE(none, manager_.constant(true));
  EXPECT_FALSE(none.is_false());
  EXPECT_FALSE(none.is_true());
  const Bdd copy = none;
  EXPECT_EQ(copy, none);
  none = f_;
  EXPECT_EQ(none, f_);
  none = Bdd();
  EXPECT_EQ(none, copy);
}

TEST_F(Values, ContainersSortCopyAndEraseThem) {
  std::vector<Bdd> several;
  for (std::size_t i = 0; i < 12; ++i) several.push_back(x(i) ^ x((i * 5 + 1) % 12));
  const std::vector<Bdd> copy = several;
  std::reverse(several.begin(), several.end());
  std::rotate(several.begin(), several.begin() + 5, several.end());
  several.erase(several.begin() + 3);
  several.insert(several.begin(), f_);
  EXPECT_GT(live(), 0U);
  EXPECT_EQ(several[0], f_);
  for (std::size_t i = 1; i < several.size(); ++i)
    EXPECT_NE(std::find(copy.begin(), copy.end(), several[i]), copy.end());
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(copy[i], x(i) ^ x((i * 5 + 1) % 12));
}

TEST_F(Values, NothingStaysAliveThatNobodyHolds) {
  EXPECT_TRUE(rc::check([&] {
    const VariableSet set = manager_.set(some_variables(8));  // may take nodes, for ever
    const std::size_t before = live();
    {
      std::vector<Bdd> several;
      const auto size = *rc::gen::inRange<std::size_t>(1, 20);
      for (std::size_t i = 0; i < size; ++i) several.push_back(diagram(manager_, some_table(8)));
      std::vector<Bdd> copies = several;
      for (std::size_t i = 0; i < size; ++i) {
        copies[i] = exists(several[i], set) ^ several[scramble(i) % size];
        several[scramble(i + 1) % size] = std::move(copies[i]);
      }
      const auto order = *rc::gen::arbitrary<std::uint64_t>();
      while (!several.empty()) {
        const auto at =
            static_cast<std::ptrdiff_t>(scramble(order + several.size()) % several.size());
        several.erase(several.begin() + at);
      }
    }
    RC_ASSERT(live() == before);
  }));
}

TEST_F(Values, ThousandsOfCopiesAreOneFunction) {
  const Bdd f = f_ ^ x(7) ^ x(8);
  std::vector<Bdd> copies(5000, f);
  copies.resize(10);
  EXPECT_GT(live(), 0U);
  EXPECT_EQ(copies[3], f_ ^ x(7) ^ x(8));
}

TEST_F(Values, HundredsOfCopiesGoAwayWithoutATrace) {
  const std::size_t before = live();
  {
    const Bdd f = f_ ^ x(7) ^ x(8);
    const std::vector<Bdd> copies(900, f);
    EXPECT_GT(live(), before);
  }
  EXPECT_EQ(live(), before);
}

TEST_F(Values, LiveNodesAreThoseOfTheDiagramsHeld) {
  const std::size_t before = live();
  const Bdd f = diagram(manager_, Table::of(10, [](std::size_t row) { return scramble(row) % 2; }));
  EXPECT_LE(live() - before, nodes(f));
  EXPECT_GE(live() - before + 12 + nodes(f_), nodes(f));  // variables and f_ may be shared
}

TEST(Manager, OfNoVariablesKnowsTheConstants) {
  base::Budget budget;
  Manager manager(0, budget);
  const Bdd yes = manager.constant(true);
  EXPECT_EQ(!yes, manager.constant(false));
  EXPECT_EQ(count(yes, manager.set({})), 1);
  EXPECT_TRUE(support(yes).empty());
  EXPECT_TRUE(some_assignment(yes).empty());
  EXPECT_EQ(nodes(yes), 0U);
  manager.reorder();
  EXPECT_TRUE(manager.order().empty());
}

}  // namespace
}  // namespace ken::bdd
