#pragma once
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"
#include "symbolic/settings.hpp"

namespace ken::symbolic {

// Who has to do with whom.  The vertices are the variables, by VarId, then the actions of each
// agent, by AgentId; an edge joins what one condition or one assignment mentions, with a weight
// that is small if the edge is wide.
struct Interaction {
  struct Edge {
    std::vector<std::size_t> vertices;  // ascending, at least two
    double weight = 1;
  };
  std::size_t variables = 0;
  std::size_t agents = 0;
  std::vector<Edge> edges;
  // For each agent that selects among many flags the vertices its protocol reads: its actions
  // should stand above them.
  std::vector<std::vector<std::size_t>> chosen_by;
  // What is compared with a count of conditions: it should stand below what they mention.
  struct Tally {
    std::vector<std::size_t> compared;
    std::vector<std::size_t> counted;
  };
  std::vector<Tally> tallies;

  // Numbers that are compared with each other, or assigned to each other, whose bits are to
  // alternate.
  std::vector<std::vector<std::size_t>> braids;

  // For each vertex the first one whose name ends in the same index; itself if there is none.
  std::vector<std::size_t> index_leader;

  [[nodiscard]] std::size_t size() const { return variables + agents; }
  [[nodiscard]] std::size_t action(std::size_t agent) const { return variables + agent; }
};

// Both throw Exhausted.
[[nodiscard]] Interaction find_interactions(const model::Model& model, Braiding braiding,
                                            base::Budget& budget);

// The vertices in a linear order in which edges are short: see order.cpp.
[[nodiscard]] std::vector<std::size_t> compute_order(const Interaction& graph,
                                                     base::Budget& budget);

}  // namespace ken::symbolic
