#include "concrete/arena.hpp"

namespace ken::concrete {

Graph::Graph(std::span<const std::vector<StateId>> successors, base::Budget& budget) : offsets_{0} {
  for (const std::vector<StateId>& next : successors) {
    budget.charge(next.size() * sizeof(StateId) + sizeof(std::size_t));
    edges_.insert(edges_.end(), next.begin(), next.end());
    offsets_.push_back(edges_.size());
  }
  note_predecessors(budget);
}

Graph::Graph(std::vector<std::size_t> offsets, std::vector<StateId> edges, base::Budget& budget)
    : offsets_(std::move(offsets)), edges_(std::move(edges)) {
  note_predecessors(budget);
}

void Graph::note_predecessors(base::Budget& budget) {
  budget.charge(edges_.size() * sizeof(StateId) + offsets_.size() * sizeof(std::size_t));
  origin_offsets_.assign(size() + 1, 0);
  for (const StateId target : edges_) ++origin_offsets_[static_cast<std::size_t>(target) + 1];
  for (std::size_t i = 1; i < origin_offsets_.size(); ++i)
    origin_offsets_[i] += origin_offsets_[i - 1];
  std::vector<std::size_t> next(origin_offsets_.begin(), origin_offsets_.end() - 1);
  origins_.resize(edges_.size());
  for (std::size_t i = 0; i < size(); ++i)
    for (const StateId target : successors(static_cast<StateId>(i)))
      origins_[next[static_cast<std::size_t>(target)]++] = static_cast<StateId>(i);
}

std::shared_ptr<const Graph> turn_around(const Graph& graph, base::Budget& budget) {
  std::vector<std::vector<StateId>> successors;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const auto before = graph.predecessors(static_cast<StateId>(i));
    successors.emplace_back(before.begin(), before.end());
  }
  return std::make_shared<const Graph>(successors, budget);
}

}  // namespace ken::concrete
