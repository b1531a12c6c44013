#include "concrete/arena.hpp"

namespace ken::concrete {

Graph::Graph(std::span<const std::vector<StateId>> successors, base::Budget& budget)
    : offsets_(budget), edges_(budget), origin_offsets_(budget), origins_(budget) {
  offsets_.push_back(0);
  for (const std::vector<StateId>& next : successors) {
    edges_.append(next);
    offsets_.push_back(edges_.size());
  }
  note_predecessors();
}

Graph::Graph(base::ChargedVector<std::size_t> offsets, base::ChargedVector<StateId> edges)
    : offsets_(std::move(offsets)),
      edges_(std::move(edges)),
      origin_offsets_(offsets_.budget()),
      origins_(offsets_.budget()) {
  note_predecessors();
}

void Graph::note_predecessors() {
  base::Budget& budget = offsets_.budget();
  origin_offsets_.assign(size() + 1, 0);
  for (const StateId target : edges_) ++origin_offsets_[static_cast<std::size_t>(target) + 1];
  for (std::size_t i = 1; i < origin_offsets_.size(); ++i)
    origin_offsets_[i] += origin_offsets_[i - 1];
  Offsets next(budget);
  next.append(origin_offsets_.span().first(size()));
  origins_.assign(edges_.size(), StateId{0});
  for (std::size_t i = 0; i < size(); ++i) {
    budget.check_limits();
    for (const StateId target : successors(static_cast<StateId>(i)))
      origins_[next[static_cast<std::size_t>(target)]++] = static_cast<StateId>(i);
  }
}

std::shared_ptr<const Graph> turn_around(const Graph& graph, base::Budget& budget) {
  base::ChargedVector<std::size_t> offsets(budget);
  base::ChargedVector<StateId> edges(budget);
  offsets.push_back(0);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    edges.append(graph.predecessors(static_cast<StateId>(i)));
    offsets.push_back(edges.size());
  }
  return std::make_shared<const Graph>(std::move(offsets), std::move(edges));
}

}  // namespace ken::concrete
