#pragma once
#include <span>
#include <string>
#include <vector>

#include "report/info.hpp"

namespace ken::report {

// Agents that one line speaks of: an agent, or neighbouring instances of a template that are alike.
struct AgentGroup {
  std::string name;  // Crypt[1..200]
  std::size_t size = 1;
  AgentInfo each;
};

// In their order.
[[nodiscard]] std::vector<AgentGroup> group_agents(std::span<const AgentInfo> agents);

}  // namespace ken::report
