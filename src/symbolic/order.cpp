// A static order.
//
// Diagrams are small when bits that decide things together stand together, so we look for a linear
// arrangement of the interaction graph in which the weighted sum of the lengths of edges is small.
// Finding the best one is NP-hard.  Two heuristics complement each other (Aloul, Markov and
// Sakallah, "FORCE: a fast and easy-to-implement variable-ordering heuristic", GLSVLSI 2003;
// Cuthill and McKee, "Reducing the bandwidth of sparse symmetric matrices", 1969):
//  - Cuthill-McKee: breadth first from a vertex at the rim, neighbours with few edges first.  The
//    global shape (a ring, a line, a star) is found, but it is coarse.
//  - FORCE: put every edge at the centre of its vertices and every vertex at the weighted centre of
//    its edges; sort; repeat while the sum shrinks.  It polishes, but from a bad start it ends in a
//    bad local minimum.
// So: FORCE from the order of declaration and FORCE from Cuthill-McKee, and the shorter one wins.
// Each round costs the size of the graph and one sort.
//
// In the end the actions of an agent whose protocol selects among many flags move above all of
// them. A protocol "action i is allowed if flag i is set" is a multiplexer: linear in the number of
// flags when the selecting bits come first, exponential when they come last.  (But a door whose
// sensor says "late" or "in place", by the one command that all doors obey, is none: if all actions
// stood above the command, they would be far from their doors, and the relation between the two
// would be exponential in the number of doors.)  And what is compared with a count moves below what
// is counted: "as many as round says" takes n^2 nodes when the count is known before the round, n^3
// when it has to be made up for every round.

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>
#include <set>

#include "symbolic/interaction.hpp"

namespace ken::symbolic {
namespace {

using Sequence = std::vector<std::size_t>;

Sequence find_places(const Sequence& order) {
  Sequence place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  return place;
}

double length(const Interaction& graph, const Sequence& order) {
  const Sequence place = find_places(order);
  double sum = 0;
  for (const Interaction::Edge& edge : graph.edges) {
    std::size_t low = std::numeric_limits<std::size_t>::max();
    std::size_t high = 0;
    for (const std::size_t v : edge.vertices) {
      low = std::min(low, place[v]);
      high = std::max(high, place[v]);
    }
    sum += edge.weight * static_cast<double>(high - low);
  }
  return sum;
}

Sequence apply_force(const Interaction& graph, Sequence order, base::Budget& budget) {
  constexpr int most_rounds = 60;
  constexpr int patience = 6;
  Sequence best = order;
  double best_length = length(graph, order);
  int disappointments = 0;
  for (int round = 0; round < most_rounds && disappointments < patience; ++round) {
    budget.check_limits_now();
    const Sequence place = find_places(order);
    std::vector<double> pull(graph.size(), 0);
    std::vector<double> weight(graph.size(), 0);
    for (const Interaction::Edge& edge : graph.edges) {
      double centre = 0;
      for (const std::size_t v : edge.vertices) centre += static_cast<double>(place[v]);
      centre /= static_cast<double>(edge.vertices.size());
      for (const std::size_t v : edge.vertices) {
        pull[v] += edge.weight * centre;
        weight[v] += edge.weight;
      }
    }
    for (std::size_t v = 0; v < graph.size(); ++v)
      pull[v] = weight[v] > 0 ? pull[v] / weight[v] : static_cast<double>(place[v]);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return pull[a] < pull[b]; });
    const double now = length(graph, order);
    disappointments = now < best_length ? 0 : disappointments + 1;
    if (now < best_length) {
      best_length = now;
      best = order;
    }
  }
  return best;
}

// Neighbours by the edges at each vertex.  Edges wider than this are left out: they would make
// everything a neighbour of everything.
class CuthillMcKee {
 public:
  CuthillMcKee(const Interaction& graph, base::Budget& budget)
      : graph_(graph), budget_(budget), incident_(graph.size()), placed_(graph.size(), false) {
    const std::size_t limit = std::max<std::size_t>(8, graph.size() / 8);
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
      if (graph.edges[e].vertices.size() <= limit)
        for (const std::size_t v : graph.edges[e].vertices) incident_[v].push_back(e);
  }

  Sequence order() {
    Sequence result;
    for (std::size_t v = 0; v < graph_.size(); ++v) {
      if (placed_[v]) continue;
      for (const std::size_t u : sweep(find_rim(v))) {
        placed_[u] = true;
        result.push_back(u);
      }
    }
    return result;
  }

 private:
  // Breadth first through what is connected with the start.
  [[nodiscard]] Sequence sweep(std::size_t start) const {
    std::vector<bool> seen(graph_.size(), false);
    Sequence found{start};
    seen[start] = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
      budget_.check_limits();
      Sequence fresh;
      for (const std::size_t e : incident_[found[i]])
        for (const std::size_t u : graph_.edges[e].vertices)
          if (!seen[u]) {
            seen[u] = true;
            fresh.push_back(u);
          }
      std::stable_sort(fresh.begin(), fresh.end(), [&](std::size_t a, std::size_t b) {
        return incident_[a].size() < incident_[b].size();
      });
      found.insert(found.end(), fresh.begin(), fresh.end());
    }
    return found;
  }
  // The last vertex of a sweep is far from its start; twice is far enough.
  [[nodiscard]] std::size_t find_rim(std::size_t start) const {
    return sweep(sweep(start).back()).back();
  }

  const Interaction& graph_;
  base::Budget& budget_;
  std::vector<Sequence> incident_;
  std::vector<bool> placed_;
};

Sequence put_actions_first(const Interaction& graph, const Sequence& order) {
  const Sequence place = find_places(order);
  std::vector<std::pair<double, std::size_t>> keyed;
  for (const std::size_t v : order) {
    auto key = static_cast<double>(place[v]);
    if (v >= graph.variables)
      for (const std::size_t u : graph.chosen_by[v - graph.variables])
        key = std::min(key, static_cast<double>(place[u]) - 0.5);
    keyed.emplace_back(key, v);
  }
  for (const Interaction::Tally& tally : graph.tallies) {
    double lowest = 0;
    for (const std::size_t u : tally.counted)
      lowest = std::max(lowest, static_cast<double>(place[u]));
    for (const std::size_t u : tally.compared)
      keyed[place[u]].first = std::max(keyed[place[u]].first, lowest + 0.5);
  }
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Sequence result;
  result.reserve(keyed.size());
  for (const auto& entry : keyed) result.push_back(entry.second);
  return result;
}

// Vertices with very many neighbours: what everybody reads, the turn, the scheduler's action.
std::vector<bool> find_hubs(const Interaction& graph) {
  constexpr std::size_t never_too_many = 8;
  std::vector<std::set<std::size_t>> neighbours(graph.size());
  for (const Interaction::Edge& edge : graph.edges)
    for (const std::size_t v : edge.vertices)
      neighbours[v].insert(edge.vertices.begin(), edge.vertices.end());
  std::vector<bool> result;
  result.reserve(graph.size());
  for (const auto& n : neighbours)
    result.push_back(n.size() > std::max(never_too_many, graph.size() / 4));
  return result;
}

// The graph with some vertices taken out of its edges.
Interaction leave_out(const Interaction& graph, const std::vector<bool>& left_out) {
  Interaction rest = graph;
  for (Interaction::Edge& edge : rest.edges)
    std::erase_if(edge.vertices, [&](std::size_t v) { return left_out[v]; });
  std::erase_if(rest.edges, [](const auto& edge) { return edge.vertices.size() < 2; });
  return rest;
}

}  // namespace

std::vector<std::size_t> compute_order(const Interaction& graph, base::Budget& budget) {
  const std::vector<bool> hub = find_hubs(graph);
  const Interaction rest = leave_out(graph, hub);
  Sequence declared(graph.size());
  std::iota(declared.begin(), declared.end(), std::size_t{0});
  Sequence by_index = declared;
  std::stable_sort(by_index.begin(), by_index.end(), [&](std::size_t a, std::size_t b) {
    return graph.index_leader[a] < graph.index_leader[b];
  });
  Sequence best = declared;
  for (const Sequence& start : {declared, by_index, CuthillMcKee(rest, budget).order()})
    for (Sequence candidate : {start, apply_force(rest, start, budget)})
      if (length(rest, candidate) < length(rest, best)) best = std::move(candidate);
  std::stable_partition(best.begin(), best.end(), [&](std::size_t v) { return hub[v]; });
  return put_actions_first(graph, best);
}

}  // namespace ken::symbolic
