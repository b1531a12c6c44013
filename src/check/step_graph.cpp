// Cycles in a graph of which a part is taken.
//
// A search in depth comes upon a node that is still on its own path if and only if there is a
// cycle; each node where that happens lies on one.  A search in breadth from the node then finds
// the shortest.
//
// Cost: one pass over the steps, and one for each of at most 'most_cycles' nodes.

#include "check/step_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>

namespace ken::check {
namespace {

constexpr std::size_t most_cycles = 32;

using Numbers = std::vector<std::size_t>;

// The part that is taken; each step is asked about once.
class Taken {
 public:
  Taken(std::span<const StepGraph::Step> steps, std::span<const Numbers> leaving,
        const std::function<bool(std::size_t)>& is_taken)
      : steps_(steps),
        leaving_(leaving),
        is_taken_(is_taken),
        taken_(leaving.size()),
        marks_(leaving.size(), Mark::unseen) {}

  // Adds the nodes where the search from here comes upon its own path.
  void find_closing(std::size_t start, Numbers& closing) {
    if (marks_[start] != Mark::unseen) return;
    std::vector<Frame> path{{start}};
    marks_[start] = Mark::on_path;
    while (!path.empty() && closing.size() < most_cycles) {
      Frame& frame = path.back();
      const Numbers& steps = leave(frame.node);
      if (frame.next == steps.size()) {
        marks_[frame.node] = Mark::done;
        path.pop_back();
        continue;
      }
      const std::size_t to = steps_[steps[frame.next++]].to;
      const bool known = std::find(closing.begin(), closing.end(), to) != closing.end();
      if (marks_[to] == Mark::on_path && !known) closing.push_back(to);
      if (marks_[to] != Mark::unseen) continue;
      marks_[to] = Mark::on_path;
      path.push_back({to});
    }
  }

  // The steps of the shortest cycle through a node that is on one.
  [[nodiscard]] Numbers find_shortest(std::size_t node) {
    std::vector<std::optional<std::size_t>> reached_by(leaving_.size());
    std::deque<std::size_t> waiting{node};
    while (!reached_by[node]) {
      for (const std::size_t step : leave(waiting.front())) {
        const std::size_t to = steps_[step].to;
        if (reached_by[to]) continue;
        reached_by[to] = step;
        waiting.push_back(to);
      }
      waiting.pop_front();
    }
    Numbers cycle{*reached_by[node]};
    while (steps_[cycle.back()].from != node)
      cycle.push_back(*reached_by[steps_[cycle.back()].from]);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
  }

 private:
  struct Frame {
    std::size_t node = 0;
    std::size_t next = 0;
  };
  enum class Mark : std::uint8_t { unseen, on_path, done };

  const Numbers& leave(std::size_t node) {
    auto& steps = taken_[node];
    if (steps) return *steps;
    steps.emplace();
    std::copy_if(leaving_[node].begin(), leaving_[node].end(), std::back_inserter(*steps),
                 is_taken_);
    return *steps;
  }

  std::span<const StepGraph::Step> steps_;
  std::span<const Numbers> leaving_;
  const std::function<bool(std::size_t)>& is_taken_;
  std::vector<std::optional<Numbers>> taken_;
  std::vector<Mark> marks_;
};

}  // namespace

std::size_t StepGraph::add_node() {
  leaving_.emplace_back();
  return leaving_.size() - 1;
}

void StepGraph::add_step(std::size_t from, std::size_t to) {
  steps_.push_back({from, to});
  leaving_[from].push_back(steps_.size() - 1);
}

std::vector<Numbers> StepGraph::find_cycles(
    std::span<const std::size_t> starts, const std::function<bool(std::size_t)>& is_taken) const {
  Taken taken(steps_, leaving_, is_taken);
  Numbers closing;
  for (const std::size_t start : starts) taken.find_closing(start, closing);
  std::vector<Numbers> cycles;
  cycles.reserve(closing.size());
  for (const std::size_t node : closing) cycles.push_back(taken.find_shortest(node));
  return cycles;
}

}  // namespace ken::check
