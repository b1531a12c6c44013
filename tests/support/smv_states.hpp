#pragma once
#include <unordered_map>
#include <vector>

#include "smv_graph.hpp"
#include "smv_judge.hpp"
#include "smv_model.hpp"

namespace ken::tests::smv {

// What can be reached.  The relation is total.
struct StateSpace {
  std::size_t initial = 0;  // the states 0 .. initial - 1 are the initial ones
  Graph graph;
  std::vector<Set> justice;                // one for each condition
  std::unordered_map<GateId, Set> labels;  // of every atom of a formula: where it is true
};

[[nodiscard]] StateSpace explore(const Model& model, const Limits& limits);

}  // namespace ken::tests::smv
