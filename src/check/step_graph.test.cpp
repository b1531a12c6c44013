#include "check/step_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ken::check {
namespace {

using Cycles = std::vector<std::vector<std::size_t>>;

const auto all = [](std::size_t) { return true; };

StepGraph make_graph(std::size_t nodes, const std::vector<std::pair<int, int>>& steps) {
  StepGraph graph;
  for (std::size_t i = 0; i < nodes; ++i) graph.add_node();
  for (const auto& [from, to] : steps)
    graph.add_step(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
  return graph;
}

TEST(StepGraph, HasNoCycleWithoutAWayBack) {
  const StepGraph graph = make_graph(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  EXPECT_EQ(graph.find_cycles(std::vector<std::size_t>{0}, all), Cycles());
}

TEST(StepGraph, FindsTheShortestWayAround) {
  const StepGraph graph = make_graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {2, 1}});
  EXPECT_EQ(graph.find_cycles(std::vector<std::size_t>{0}, all), (Cycles{{1, 4}}));
}

TEST(StepGraph, SeesOnlyWhatCanBeReached) {
  const StepGraph graph = make_graph(4, {{0, 1}, {2, 3}, {3, 2}});
  EXPECT_EQ(graph.find_cycles(std::vector<std::size_t>{0}, all), Cycles());
  EXPECT_EQ(graph.find_cycles(std::vector<std::size_t>{0, 3}, all).size(), 1U);
}

TEST(StepGraph, StepsThatAreNotTakenCloseNothing) {
  const StepGraph graph = make_graph(2, {{0, 1}, {1, 0}, {1, 1}});
  const auto taken = [](std::size_t step) { return step == 0; };
  EXPECT_EQ(graph.find_cycles(std::vector<std::size_t>{0}, taken), Cycles());
  const auto loop = [](std::size_t step) { return step != 1; };
  EXPECT_EQ(graph.find_cycles(std::vector<std::size_t>{0}, loop), (Cycles{{2}}));
}

// Whether a node can be reached from itself, by closing the relation.
bool has_cycle(const std::vector<std::pair<int, int>>& steps, const std::vector<bool>& taken,
               std::size_t nodes, std::size_t start) {
  std::vector<std::vector<bool>> after(nodes, std::vector<bool>(nodes));
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (taken[i])
      after[static_cast<std::size_t>(steps[i].first)][static_cast<std::size_t>(steps[i].second)] =
          true;
  for (std::size_t k = 0; k < nodes; ++k)
    for (std::size_t i = 0; i < nodes; ++i)
      for (std::size_t j = 0; j < nodes; ++j)
        if (after[i][k] && after[k][j]) after[i][j] = true;
  for (std::size_t i = 0; i < nodes; ++i)
    if (after[i][i] && (i == start || after[start][i])) return true;
  return false;
}

TEST(StepGraph, FindsACycleWheneverThereIsOne) {
  std::mt19937 dice(7);
  std::size_t found = 0;
  for (int round = 0; round < 300; ++round) {
    const std::size_t nodes = 2 + dice() % 6;
    std::vector<std::pair<int, int>> steps(dice() % 12);
    std::vector<bool> taken;
    for (auto& [from, to] : steps) {
      from = static_cast<int>(dice() % nodes);
      to = static_cast<int>(dice() % nodes);
      taken.push_back(dice() % 3 > 0);
    }
    const auto cycles =
        make_graph(nodes, steps).find_cycles(std::vector<std::size_t>{0}, [&](std::size_t step) {
          return bool{taken[step]};
        });
    ASSERT_EQ(!cycles.empty(), has_cycle(steps, taken, nodes, 0)) << "round " << round;
    for (const auto& cycle : cycles) {
      ++found;
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        ASSERT_TRUE(taken[cycle[i]]) << "round " << round;
        ASSERT_EQ(steps[cycle[i]].second, steps[cycle[(i + 1) % cycle.size()]].first);
      }
    }
  }
  EXPECT_GT(found, 50U);
}

}  // namespace
}  // namespace ken::check
