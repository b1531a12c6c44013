// Cycles in a graph of which a part is taken.
//
// A search in depth comes upon a node that is still on its own path if and only if there is a
// cycle; each node where that happens lies on one.  A search in breadth from the node then finds
// the shortest.
//
// Cost: one pass over the steps, and one for each of at most 'most_cycles' nodes.

#include "check/step_graph.hpp"

#include <algorithm>
#include <deque>
#include <optional>

namespace ken::check {
namespace {

constexpr std::size_t most_cycles = 32;

}  // namespace

std::size_t StepGraph::add_node() {
  leaving_.emplace_back();
  return leaving_.size() - 1;
}

std::size_t StepGraph::add_step(std::size_t from, std::size_t to) {
  steps_.push_back({from, to});
  leaving_[from].push_back(steps_.size() - 1);
  return steps_.size() - 1;
}

std::vector<std::vector<std::size_t>> StepGraph::find_cycles(
    std::span<const std::size_t> starts, const std::function<bool(std::size_t)>& is_taken) const {
  // Each node is asked once for the steps that are taken there.
  std::vector<std::optional<std::vector<std::size_t>>> taken(leaving_.size());
  const auto leave = [&](std::size_t node) -> const std::vector<std::size_t>& {
    auto& steps = taken[node];
    if (!steps) {
      steps.emplace();
      std::copy_if(leaving_[node].begin(), leaving_[node].end(), std::back_inserter(*steps),
                   is_taken);
    }
    return *steps;
  };

  struct Frame {
    std::size_t node = 0;
    std::size_t next = 0;
  };
  enum class Mark : std::uint8_t { unseen, on_path, done };
  std::vector<Mark> marks(leaving_.size(), Mark::unseen);
  std::vector<std::size_t> closing;
  for (const std::size_t start : starts) {
    if (marks[start] != Mark::unseen) continue;
    std::vector<Frame> path{{start}};
    marks[start] = Mark::on_path;
    while (!path.empty() && closing.size() < most_cycles) {
      Frame& frame = path.back();
      const auto& steps = leave(frame.node);
      if (frame.next == steps.size()) {
        marks[frame.node] = Mark::done;
        path.pop_back();
        continue;
      }
      const std::size_t to = steps_[steps[frame.next++]].to;
      if (marks[to] == Mark::on_path &&
          std::find(closing.begin(), closing.end(), to) == closing.end())
        closing.push_back(to);
      if (marks[to] != Mark::unseen) continue;
      marks[to] = Mark::on_path;
      path.push_back({to});
    }
  }

  std::vector<std::vector<std::size_t>> cycles;
  for (const std::size_t node : closing) {
    std::vector<std::optional<std::size_t>> reached_by(leaving_.size());
    std::deque<std::size_t> waiting{node};
    while (!reached_by[node]) {
      const std::size_t from = waiting.front();
      waiting.pop_front();
      for (const std::size_t step : leave(from)) {
        const std::size_t to = steps_[step].to;
        if (reached_by[to]) continue;
        reached_by[to] = step;
        waiting.push_back(to);
      }
    }
    std::vector<std::size_t> cycle;
    std::size_t at = node;
    do {
      cycle.push_back(*reached_by[at]);
      at = steps_[cycle.back()].from;
    } while (at != node);
    std::reverse(cycle.begin(), cycle.end());
    cycles.push_back(std::move(cycle));
  }
  return cycles;
}

}  // namespace ken::check
