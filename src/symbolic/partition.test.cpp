#include "symbolic/partition.hpp"

#include <fmt/format.h>

#include <random>

#include "symbolic/built.test.hpp"

namespace ken::symbolic {
namespace {

using test::Built;

constexpr std::size_t side = 6;
constexpr std::size_t moves = 2 * side * side + 1;

// A board for two, by turns; a move empties a cell and those below and to the right.  Simple once
// the move is fixed, while a product of all cells has to remember it.
std::string board() {
  std::string cells = "turn : boolean; ";
  std::string initial = "Environment.turn = true";
  std::string actions;
  std::string protocol;
  std::string evolution =
      "turn = false if Environment.turn = true; turn = true if Environment.turn = false; ";
  for (std::size_t i = 0; i < side; ++i)
    for (std::size_t j = 0; j < side; ++j) {
      const std::string name = fmt::format("{}_{}", i, j);
      cells += fmt::format("c{} : boolean; ", name);
      initial += fmt::format(" and Environment.c{} = true", name);
      actions += fmt::format("take{}, ", name);
      protocol +=
          fmt::format("Environment.turn = TURN and Environment.c{0} = true : {{take{0}}}; ", name);
      evolution += fmt::format("c{} = false if false", name);
      for (std::size_t k = 0; k <= i; ++k)
        for (std::size_t l = 0; l <= j; ++l)
          evolution += fmt::format(" or P.Action = take{0}_{1} or Q.Action = take{0}_{1}", k, l);
      evolution += "; ";
    }
  const auto player = [&](const char* name, const char* turn) {
    std::string own = protocol;
    for (std::size_t at; (at = own.find("TURN")) != std::string::npos;) own.replace(at, 4, turn);
    return fmt::format(
        "Agent {}\n  Actions = {{{}pass}};\n  Protocol: {} Other : {{pass}}; end Protocol\nend "
        "Agent\n",
        name, actions, own);
  };
  return fmt::format(
      "Semantics = SingleAssignment;\nAgent Environment\n  Obsvars: {}end Obsvars\n"
      "  Evolution: {}end Evolution\nend Agent\n{}{}InitStates {}; end InitStates\n",
      cells, evolution, player("P", "true"), player("Q", "false"), initial);
}

// Some of the boards that can be reached, of which no order of variables makes a small diagram.
Bdd some_boards(Built& built, unsigned seed) {
  std::mt19937 random(seed);
  Bdd result = built.system.manager().constant(false);
  for (int board = 0; board < 300; ++board) {
    model::State state{static_cast<model::Value>(random() % 2)};
    std::size_t left = side;  // in this row and in those below
    for (std::size_t row = 0; row < side; ++row) {
      if (random() % 3 == 0) left = std::min<std::size_t>(left, random() % side);
      for (std::size_t column = 0; column < side; ++column) state.push_back(column < left ? 1 : 0);
    }
    result |= built.diagram(state).function();
  }
  return result;
}

Partition partition(Built& built, Partitioning wanted, const Bdd& states) {
  constexpr std::uint64_t short_patience = 300'000;
  return {{built.system.manager(),
           built.system.encoding(),
           built.system.steps().conjuncts(),
           50,
           {},
           std::make_shared<OtherClusters>(OtherClusters{2000})},
          wanted,
          states,
          short_patience};
}

TEST(Partition, IsTheSameRelationWhateverItIsMadeOf) {
  Built built(board(), {}, {.partitioning = Partitioning::clusters});
  const ClusteredProduct& clusters = built.system.steps().relation().product();
  for (const Partitioning wanted :
       {Partitioning::computed, Partitioning::clusters, Partitioning::disjuncts}) {
    Partition some = partition(built, wanted, built.system.manager().constant(true));
    for (unsigned seed = 1; seed < 4; ++seed) {
      const Bdd boards = some_boards(built, seed);
      EXPECT_TRUE(some.image(clusters, boards) == clusters.image(boards));
      EXPECT_TRUE(some.preimage(clusters, boards) == clusters.preimage(boards));
    }
  }
}

TEST(Partition, HasJointActionsIfAskedTo) {
  Built built(board(), {}, {.partitioning = Partitioning::clusters});
  const ClusteredProduct& clusters = built.system.steps().relation().product();
  Partition some = partition(built, Partitioning::disjuncts, built.system.manager().constant(true));
  EXPECT_EQ(some.disjuncts_forwards(), 0U);
  static_cast<void>(some.image(clusters, some_boards(built, 1)));
  EXPECT_EQ(some.disjuncts_forwards(), moves);
  EXPECT_EQ(some.disjuncts_backwards(), 0U);
  static_cast<void>(some.preimage(clusters, some_boards(built, 1)));
  EXPECT_EQ(some.disjuncts_backwards(), moves);
}

#ifndef KEN_BDD_BUDDY  // which does not count work

TEST(Partition, TakesClustersOfAnotherSizeForMovesOnceThoseThatAreThereHaveCostMore) {
  Built built(board(), {}, {.partitioning = Partitioning::clusters, .cluster_nodes = 2});
  const Conjuncts& conjuncts = built.system.steps().conjuncts();
  const std::vector<AgentId> kept{AgentId{1}};
  bdd::Manager& manager = built.system.manager();
  const Encoding& encoding = built.system.encoding();
  const ClusteredProduct clusters(manager, build_clusters(manager, encoding, conjuncts, 2, kept),
                                  written_bits(conjuncts));
  Partition some(
      {manager, encoding, conjuncts, 2, kept, std::make_shared<OtherClusters>(OtherClusters{500})},
      Partitioning::computed, manager.constant(true), 1);
  for (unsigned seed = 1; seed < 20; ++seed) {
    const Bdd boards = some_boards(built, seed);
    EXPECT_TRUE(some.preimage(clusters, boards) == clusters.preimage(boards));
  }
  ASSERT_NE(some.other_clusters(), nullptr);
  EXPECT_LT(some.other_clusters()->clusters(), clusters.clusters());
  EXPECT_EQ(some.disjuncts_backwards(), 0U) << "the action is kept";
}

// Many small clusters are dear.
TEST(Partition, TakesJointActionsOnceClustersHaveCostMore) {
  Built built(board(), {}, {.partitioning = Partitioning::clusters, .cluster_nodes = 50});
  const StateSet reached = explore(built.system).states;
  built.system.steps().care_about(reached);
  const ClusteredProduct& clusters = built.system.steps().relation().product();
  Partition some = partition(built, Partitioning::computed, reached.function());
  for (unsigned seed = 1; seed < 100 && some.disjuncts_backwards() == 0; ++seed) {
    const Bdd boards = reached.function() & !some_boards(built, seed);
    const Bdd before = some.preimage(clusters, boards);
    EXPECT_TRUE((before & reached.function()) == (clusters.preimage(boards) & reached.function()));
  }
  // P's first move takes the last cell, so Q never can.
  EXPECT_EQ(some.disjuncts_backwards(), moves - 1);
  EXPECT_EQ(some.disjuncts_forwards(), 0U);
}

#endif

}  // namespace
}  // namespace ken::symbolic
