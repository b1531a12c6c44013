#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace ken::tests::smv {

using StateId = std::uint32_t;
using Set = std::vector<char>;  // by state: 0 or 1

// Edges, grouped by where they start.
class Graph {
 public:
  // Of the states 0, 1, ... in this order.
  void add_state(std::span<const StateId> successors) {
    targets_.insert(targets_.end(), successors.begin(), successors.end());
    ends_.push_back(targets_.size());
  }
  [[nodiscard]] std::size_t size() const { return ends_.size() - 1; }
  [[nodiscard]] std::size_t edges() const { return targets_.size(); }
  [[nodiscard]] std::span<const StateId> successors(StateId state) const {
    return std::span(targets_).subspan(ends_[state], ends_[state + 1] - ends_[state]);
  }
  [[nodiscard]] Graph reverse() const;

 private:
  std::vector<StateId> targets_;
  std::vector<std::size_t> ends_ = {0};
};

// The states from which a walk inside 'within' ends in 'goal', which is taken to be inside.
[[nodiscard]] Set reach_backwards(const Graph& reversed, const Set& goal, const Set& within);

// The states on a cycle inside 'within' that meets each of the sets; more exactly, the states of
// the strong components where there is one.
[[nodiscard]] Set find_fair_cycles(const Graph& graph, const Set& within,
                                   std::span<const Set> each);

}  // namespace ken::tests::smv
