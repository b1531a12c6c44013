#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace ken::check {

// Nodes and steps between them, numbered as they come.
class StepGraph {
 public:
  struct Step {
    std::size_t from = 0;
    std::size_t to = 0;
  };
  std::size_t add_node();
  void add_step(std::size_t from, std::size_t to);

  // Cycles of the steps that are taken, which can be reached from these nodes: some if there are
  // any, each the shortest through one of its nodes.  As the numbers of their steps.
  [[nodiscard]] std::vector<std::vector<std::size_t>> find_cycles(
      std::span<const std::size_t> starts,
      const std::function<bool(std::size_t step)>& is_taken) const;

 private:
  std::vector<Step> steps_;
  std::vector<std::vector<std::size_t>> leaving_;  // steps by the node they leave
};

}  // namespace ken::check
