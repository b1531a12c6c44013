// Functions leave a manager cube by cube, as text and as a picture, and come back from text,
// whatever the text is.

#include "bdd/storage.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "bdd/cubes.hpp"
#include "bdd/picture.hpp"
#include "bdd/truth_table.test.hpp"

namespace ken::bdd {
namespace {

std::vector<Variable> some_order(std::size_t n) {
  std::vector<Variable> order = range(0, n);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  for (std::size_t i = n; i-- > 1;) std::swap(order[i], order[scramble(seed + i) % (i + 1)]);
  return order;
}

TEST(Cubes, CoverEachPointOfTheFunctionOnce) {
  base::Budget budget;
  Manager manager(10, budget, {.reordering = Reordering::off});
  EXPECT_TRUE(rc::check([&] {
    const Table t = some_table(*rc::gen::inRange<std::size_t>(0, 9));
    const Bdd f = diagram(manager, t);
    std::vector<int> covered(t.rows());
    Cubes cubes(f);
    while (const std::optional<Assignment> cube = cubes.next())
      for (std::size_t row = 0; row < t.rows(); ++row)
        covered[row] += std::all_of(cube->begin(), cube->end(), [&](const auto& literal) {
          return bit(row, number(literal.first)) == literal.second;
        });
    for (std::size_t row = 0; row < t.rows(); ++row)
      RC_ASSERT(covered[row] == (t.values[row] ? 1 : 0));
    RC_ASSERT(!cubes.next().has_value());
  }));
}

TEST(Cubes, TheFirstIsTheOneOfSomeAssignment) {
  base::Budget budget;
  Manager manager(10, budget);
  EXPECT_TRUE(rc::check([&] {
    const Bdd f = diagram(manager, some_table(6));
    if (!f.is_false()) RC_ASSERT(Cubes(f).next() == some_assignment(f));
  }));
  EXPECT_EQ(Cubes(manager.constant(true)).next(), Assignment{});
  EXPECT_EQ(Cubes(manager.constant(false)).next(), std::nullopt);
}

TEST(Reordering, TakesAnyOrderFromOutside) {
  EXPECT_TRUE(rc::check([&] {
    base::Budget budget;
    Manager manager(8, budget, {.reordering = Reordering::off});
    const Table t = some_table(8);
    const Bdd f = diagram(manager, t);
    const std::vector<Variable> order = some_order(8);
    manager.reorder_to(order);
    RC_ASSERT(manager.order() == order);
    RC_ASSERT(f == diagram(manager, t));
    RC_ASSERT(nodes(f) == nodes({t}, order));
  }));
}

TEST(Storage, FunctionsComeBackInAnyManagerAndOrder) {
  EXPECT_TRUE(rc::check([&] {
    const std::vector<Table> tables = {some_table(7), some_table(7), some_table(0), some_table(3)};
    std::string text;
    {
      base::Budget budget;
      Manager manager(8, budget, {.reordering = Reordering::off});
      manager.reorder_to(some_order(8));
      std::vector<Bdd> functions;
      functions.reserve(tables.size());
      for (const Table& t : tables) functions.push_back(diagram(manager, t));
      text = save(functions);
    }
    base::Budget budget;
    Manager manager(9, budget, {.reordering = Reordering::off});
    manager.reorder_to(some_order(9));
    const Loaded loaded = load(text, manager);
    RC_ASSERT(loaded.mistake == "");
    RC_ASSERT(loaded.functions.size() == tables.size());
    for (std::size_t i = 0; i < tables.size(); ++i)
      RC_ASSERT(loaded.functions[i] == diagram(manager, tables[i]));
  }));
}

TEST(Storage, WhatIsSavedTwiceIsTheSame) {
  base::Budget budget;
  Manager manager(12, budget);
  const std::vector<Bdd> functions = {far_partners(manager, 6), manager.constant(true)};
  const std::string text = save(functions);
  EXPECT_EQ(save(load(text, manager).functions), text);
  EXPECT_EQ(save({}), "ken diagrams 1\n0 nodes of 0 variables\n0 functions\n");
  EXPECT_TRUE(load(save({}), manager).functions.empty());
}

TEST(Storage, MistakesAreToldWithTheirLine) {
  base::Budget budget;
  Manager manager(4, budget);
  const auto mistake = [&](std::string_view text) { return load(text, manager).mistake; };
  const std::string head = "ken diagrams 1\n";
  EXPECT_EQ(mistake(""), "line 1: the text ends here");
  EXPECT_EQ(mistake("ken"), "line 1: the last line has no end");
  EXPECT_EQ(mistake("hello\n"), "line 1: \"ken diagrams 1\" is expected");
  EXPECT_EQ(mistake(head + "1 nodes of 5 variables\n"), "line 2: a number up to 4 is expected");
  EXPECT_EQ(mistake(head + "x nodes of 4 variables\n"), "line 2: a number is expected");
  EXPECT_EQ(mistake(head + "1 nodes of 4 variables\n4 0 1\n"),
            "line 3: a number up to 3 is expected");
  EXPECT_EQ(mistake(head + "1 nodes of 4 variables\n3 0 2\n"),
            "line 3: a number up to 1 is expected");
  EXPECT_EQ(mistake(head + "1 nodes of 4 variables\n3 0 1 1\n"),
            "line 3: the line should end earlier");
  EXPECT_EQ(mistake(head + "1 nodes of 0 variables\n0 0 1\n0 functions\n"),
            "line 3: there are no variables");
  EXPECT_EQ(mistake(head + "1 nodes of 4 variables\n3 0 1\n"), "line 4: the text ends here");
  EXPECT_EQ(mistake(head + "4000000000 nodes of 4 variables\n"),
            "line 2: a number up to 1073741823 is expected");
  EXPECT_EQ(mistake(head + "1000000000 nodes of 4 variables\n"), "line 3: the text ends here");
  EXPECT_EQ(mistake(head + "0 nodes of 4 variables\n1 functions\n1\n1\n"),
            "line 5: the text should end here");
}

TEST(Storage, EveryPartOfATextIsRefused) {
  base::Budget budget;
  Manager manager(12, budget);
  const std::vector<Bdd> functions = {far_partners(manager, 4)};
  const std::string text = save(functions);
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_NE(load(std::string_view(text).substr(0, size), manager).mistake, "") << size;
}

TEST(Picture, ShowsEveryNodeAndEscapesNames) {
  base::Budget budget;
  Manager manager(3, budget);
  const Bdd f = manager.variable(var(0)) & !manager.variable(var(1));
  const std::vector<std::pair<std::string, Bdd>> functions = {{"say \"f\"", f}, {"not f", !f}};
  const std::string text =
      picture(functions, [](Variable v) { return "x" + std::to_string(number(v)); });
  const auto times = [&](std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(times("label=\"x0\""), negation_is_free ? 1U : 2U);
  EXPECT_EQ(times("label=\"x1\""), negation_is_free ? 1U : 2U);
  EXPECT_EQ(times("style=dashed"), nodes(std::vector{f, !f}));
  EXPECT_EQ(times("label=\"say \\\"f\\\"\""), 1U);
  EXPECT_TRUE(text.starts_with("digraph") && text.ends_with("}\n"));
}

}  // namespace
}  // namespace ken::bdd
