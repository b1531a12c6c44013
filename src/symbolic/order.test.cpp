// Where variables and actions are put, seen on models whose good orders are known.

#include <fmt/format.h>

#include <numeric>
#include <random>

#include "symbolic/built.test.hpp"
#include "symbolic/interaction.hpp"

namespace ken::symbolic {
namespace {

struct Arranged {
  explicit Arranged(const std::string& text) : model(model::test::model_of(text)) {
    base::Budget budget;
    graph = find_interactions(model, Braiding::computed, budget);
    order = compute_order(graph, budget);
    place.resize(graph.size());
    for (std::size_t i = 0; i < order.size(); ++i) place.at(order[i]) = i;
  }

  [[nodiscard]] std::size_t variable(const std::string& name) const {
    for (std::size_t i = 0; i < model.variables.size(); ++i)
      if (qualified(model, static_cast<VarId>(i)) == name) return place.at(i);
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  [[nodiscard]] std::size_t action(const std::string& name) const {
    for (std::size_t i = 0; i < model.agents.size(); ++i)
      if (model.agents[i].name.shown == name) return place.at(graph.action(i));
    ADD_FAILURE() << "no agent " << name;
    return 0;
  }

  using VarId = model::VarId;
  model::Model model;
  Interaction graph;
  std::vector<std::size_t> order;
  std::vector<std::size_t> place;  // of each vertex
};

std::size_t apart(std::size_t a, std::size_t b) { return a < b ? b - a : a - b; }

std::vector<int> shuffled(int count, unsigned seed) {
  std::vector<int> result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), 0);
  std::mt19937 random(seed);
  for (std::size_t i = result.size(); i-- > 1;) std::swap(result[i], result[random() % (i + 1)]);
  return result;
}

// Each agent follows the action of its left neighbour; names without an index, declared in any
// order.
std::string ring(const std::vector<int>& declared) {
  const int n = static_cast<int>(declared.size());
  std::string text;
  for (const int i : declared)
    text += fmt::format(
        "Agent N{0}n Vars: x : boolean; end Vars Actions = {{pass, wait}}; "
        "Protocol: x : {{pass, wait}}; Other : {{wait}}; end Protocol "
        "Evolution: x = true if N{1}n.Action = pass; end Evolution end Agent\n",
        i, (i + n - 1) % n);
  return text;
}

// How far apart the variables of neighbours stand, all in all.
std::size_t stretch(const Arranged& a, int n) {
  std::size_t total = 0;
  for (int i = 0; i < n; ++i)
    total +=
        apart(a.variable(fmt::format("N{}n.x", i)), a.variable(fmt::format("N{}n.x", (i + 1) % n)));
  return total;
}

// With an action between any two variables a ring folds up to neighbours 4 apart; in a random order
// they stand n * 2 / 3 apart.
TEST(Order, NeighboursOnAShuffledRingStandNear) {
  constexpr int n = 40;
  for (const unsigned seed : {1U, 2U, 3U})
    EXPECT_LE(stretch(Arranged(ring(shuffled(n, seed))), n), 5U * n) << "seed " << seed;
}

TEST(Order, EveryVertexAppearsOnce) {
  for (const int n : {1, 2, 7, 40}) {
    const Arranged a(ring(shuffled(n, 5)));
    std::vector<std::size_t> sorted = a.order;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::size_t> expected(a.graph.size());
    std::iota(expected.begin(), expected.end(), std::size_t{0});
    EXPECT_EQ(sorted, expected);
    EXPECT_EQ(a.graph.size(), a.model.variables.size() + a.model.agents.size());
  }
}

// Everybody sees all flags but its own; no line joins mud[i] with said[i].
TEST(Order, WhatHasTheSameIndexStandsTogether) {
  const Arranged a(R"(
Agent Environment
  Obsvars: mud[i: 1..12] : boolean; said[i: 1..12] : boolean; end Obsvars
  Evolution: for (i: 1..12) said[i] = true if Child[i].Action = say; end Evolution
end Agent
Agent Child[i: 1..12]
  Actions = {say, wait};
  Protocol: and(k: 1..12 if k <> i) !Environment.mud[k] : {say}; Other : {wait}; end Protocol
end Agent
)");
  std::size_t total = 0;
  for (int i = 1; i <= 12; ++i)
    total += apart(a.variable(fmt::format("Environment.mud[{}]", i)),
                   a.variable(fmt::format("Environment.said[{}]", i)));
  EXPECT_LE(total, 2U * 12U) << "by declaration they stand 12 apart, 144 in all";
}

TEST(Order, ActionsStandAboveWhatTheySelectAmong) {
  const Arranged a(R"(
Agent Environment
  Obsvars: ready[i: 1..8] : boolean; end Obsvars
  Evolution: for (i: 1..8) ready[i] = !ready[i] if Scheduler.Action = pick[i]; end Evolution
end Agent
Agent Scheduler
  Vars: turn : 0..7; end Vars
  Actions = {pick[i: 1..8], idle};
  Protocol: for (i: 1..8) Environment.ready[i] : {pick[i]}; turn = 7 : {idle}; end Protocol
  Evolution: turn = (turn + 1) mod 8 if true; end Evolution
end Agent
Agent Worker[i: 1..8]
  Actions = {rest, work};
  Protocol: Environment.ready[i] : {work}; Other : {rest}; end Protocol
end Agent
)");
  EXPECT_LT(a.action("Scheduler"), a.variable("Scheduler.turn"));
  for (int i = 1; i <= 8; ++i) {
    EXPECT_LT(a.action("Scheduler"), a.variable(fmt::format("Environment.ready[{}]", i)));
    EXPECT_LE(apart(a.action(fmt::format("Worker[{}]", i)),
                    a.variable(fmt::format("Environment.ready[{}]", i))),
              16U);
  }
}

// Above the command, which all of them read, they would be exponentially far from their doors.
TEST(Order, ActionsThatSelectNothingStandBesideTheirAgents) {
  constexpr int n = 12;
  const Arranged a(R"(
Agent Environment
  Obsvars: open : boolean; pressure : boolean; end Obsvars
  Evolution:
    open = true if Pilot.Action = push;
    pressure = true if or(i: 1..12) Door[i].Action = late;
  end Evolution
end Agent
Agent Pilot
  Actions = {push, wait};
end Agent
Agent Door[i: 1..12]
  Vars: place : boolean; end Vars
  Actions = {late, inPlace};
  Protocol: Environment.open and !place : {late, inPlace}; Other : {inPlace}; end Protocol
  Evolution: place = true if Environment.open and Action = inPlace; end Evolution
end Agent
)");
  std::size_t total = 0;
  for (int i = 1; i <= n; ++i)
    total +=
        apart(a.action(fmt::format("Door[{}]", i)), a.variable(fmt::format("Door[{}].place", i)));
  EXPECT_LE(total, 2U * n);
}

TEST(Order, WhatIsComparedWithACountStandsBelowWhatIsCounted) {
  const Arranged a(R"(
Agent P
  Vars: round : 0..9; b[i: 1..9] : boolean; end Vars
  Actions = {go, stay};
  Evolution:
    round = round + 1 if count(i: 1..9) b[i] = round and round < 9;
    for (i: 1..9) b[i] = true if Action = go;
  end Evolution
end Agent
)");
  for (int i = 1; i <= 9; ++i)
    EXPECT_LT(a.variable(fmt::format("P.b[{}]", i)), a.variable("P.round"));
}

TEST(Interaction, JoinsWhatALineMentionsAndNothingElse) {
  const Arranged a(R"(
Agent P
  Vars: x : 0..3; y : 0..3; z : 0..3; w : 0..3; end Vars
  Actions = {go, stay};
  Evolution: x = y if Action = go; z = 1 if w = 1; end Evolution
end Agent
)");
  std::set<std::vector<std::size_t>> edges;
  for (const Interaction::Edge& edge : a.graph.edges) {
    edges.insert(edge.vertices);
    EXPECT_GT(edge.weight, 0);
  }
  const std::size_t go = a.graph.action(1);
  EXPECT_EQ(edges, (std::set<std::vector<std::size_t>>{{0, 1, go}, {2, 3}}));
}

TEST(Order, ALargeRingIsFoldedToo) {
  constexpr int n = 1000;
  EXPECT_LE(stretch(Arranged(ring(shuffled(n, 7))), n), 5U * n);
}

}  // namespace
}  // namespace ken::symbolic
