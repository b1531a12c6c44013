// Walks and cycles.
//
// An infinite walk in a finite graph stays, from some time on, in one strong component, and can
// visit all of it for ever.  So there is a walk inside a set that meets each of some sets again and
// again exactly if a component of the graph cut down to that set has an edge and meets each of
// them; and the walk can begin wherever that component can be reached.  Components by Tarjan's
// algorithm (SIAM J. Comput. 1972) with a stack of our own.

#include "smv_graph.hpp"

#include <algorithm>
#include <limits>

namespace ken::tests::smv {
namespace {

class Components {
 public:
  Components(const Graph& graph, const Set& within, std::span<const Set> each)
      : graph_(graph), within_(within), each_(each), number_(graph.size()), low_(graph.size()) {
    result_.resize(graph.size());
  }

  Set find() {
    for (StateId state = 0; state < graph_.size(); ++state)
      if (within_[state] != 0 && number_[state] == 0) walk_from(state);
    return std::move(result_);
  }

 private:
  static constexpr StateId finished = std::numeric_limits<StateId>::max();
  struct Visit {
    StateId state;
    std::size_t next_edge;
  };

  void enter(StateId state) {
    number_[state] = low_[state] = ++count_;
    stack_.push_back(state);
    visits_.push_back({state, 0});
  }

  void walk_from(StateId start) {
    enter(start);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const StateId state = visit.state;
      const std::span<const StateId> successors = graph_.successors(state);
      if (visit.next_edge < successors.size()) {
        const StateId target = successors[visit.next_edge++];
        if (within_[target] == 0) continue;
        if (number_[target] == 0) {
          enter(target);
        } else if (number_[target] != finished) {
          low_[state] = std::min(low_[state], number_[target]);
        }
        continue;
      }
      visits_.pop_back();
      if (!visits_.empty()) {
        StateId& above = low_[visits_.back().state];
        above = std::min(above, low_[state]);
      }
      if (low_[state] == number_[state]) finish_component(state);
    }
  }

  void finish_component(StateId root) {
    const auto begin = std::find(stack_.rbegin(), stack_.rend(), root).base() - 1;
    const std::span<const StateId> members(begin, stack_.end());
    if (is_fair(members))
      for (const StateId member : members) result_[member] = 1;
    for (const StateId member : members) number_[member] = finished;
    stack_.erase(begin, stack_.end());
  }

  [[nodiscard]] bool is_fair(std::span<const StateId> members) const {
    const std::span<const StateId> first = graph_.successors(members.front());
    if (members.size() == 1 && std::ranges::find(first, members.front()) == first.end())
      return false;
    return std::ranges::all_of(each_, [&](const Set& set) {
      return std::ranges::any_of(members, [&](StateId member) { return set[member] != 0; });
    });
  }

  const Graph& graph_;
  const Set& within_;
  std::span<const Set> each_;
  std::vector<StateId> number_, low_;  // from 1 in order of discovery; 0: not seen
  StateId count_ = 0;
  std::vector<StateId> stack_;
  std::vector<Visit> visits_;
  Set result_;
};

}  // namespace

Graph Graph::reverse() const {
  std::vector<std::vector<StateId>> sources(size());
  for (StateId state = 0; state < size(); ++state)
    for (const StateId target : successors(state)) sources[target].push_back(state);
  Graph result;
  for (const std::vector<StateId>& list : sources) result.add_state(list);
  return result;
}

Set reach_backwards(const Graph& reversed, const Set& goal, const Set& within) {
  Set result = goal;
  std::vector<StateId> open;
  for (StateId state = 0; state < goal.size(); ++state)
    if (goal[state] != 0) open.push_back(state);
  while (!open.empty()) {
    const StateId state = open.back();
    open.pop_back();
    for (const StateId source : reversed.successors(state)) {
      if (within[source] == 0 || result[source] != 0) continue;
      result[source] = 1;
      open.push_back(source);
    }
  }
  return result;
}

Set find_fair_cycles(const Graph& graph, const Set& within, std::span<const Set> each) {
  return Components(graph, within, each).find();
}

}  // namespace ken::tests::smv
