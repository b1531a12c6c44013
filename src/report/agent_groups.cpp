// Instances of a template in one line.
//
// Neighbours with one base name and equal figures are a group.  If their indices are all those of
// some ranges, Cell[1..3,1..2], the ranges name it; if a filter left some out, the first and the
// last instance do.

#include "report/agent_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace ken::report {
namespace {

using Indices = std::vector<std::int64_t>;

std::string_view base_name(std::string_view name) { return name.substr(0, name.find('[')); }

// The numbers between the brackets.
Indices read_indices(std::string_view name) {
  Indices result;
  const char* at = name.data() + std::min(name.find('['), name.size());
  const char* const end = name.data() + name.size();
  while (at != end) {
    std::int64_t index = 0;
    const auto [stop, error] = std::from_chars(at, end, index);
    if (error == std::errc{}) result.push_back(index);
    at = error == std::errc{} ? stop : at + 1;
  }
  return result;
}

bool are_alike(const AgentInfo& a, const AgentInfo& b) {
  return base_name(a.name) == base_name(b.name) && a.variables == b.variables &&
         a.state_bits == b.state_bits && a.actions == b.actions &&
         a.protocol_lines == b.protocol_lines && a.evolution_lines == b.evolution_lines;
}

// Instances are different, so they are all of the ranges if there are as many.
std::string name_group(std::span<const AgentInfo> agents) {
  if (agents.size() == 1) return agents[0].name;
  Indices low = read_indices(agents[0].name);
  Indices high = low;
  for (const AgentInfo& agent : agents) {
    const Indices indices = read_indices(agent.name);
    for (std::size_t i = 0; i < std::min(indices.size(), low.size()); ++i) {
      low[i] = std::min(low[i], indices[i]);
      high[i] = std::max(high[i], indices[i]);
    }
  }
  double all = 1;
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < low.size(); ++i) {
    all *= static_cast<double>(high[i] - low[i]) + 1;
    ranges.push_back(low[i] == high[i] ? fmt::format("{}", low[i])
                                       : fmt::format("{}..{}", low[i], high[i]));
  }
  if (all == static_cast<double>(agents.size()))
    return fmt::format("{}[{}]", base_name(agents[0].name), fmt::join(ranges, ","));
  return fmt::format("{} .. {}", agents.front().name, agents.back().name);
}

}  // namespace

std::vector<AgentGroup> group_agents(std::span<const AgentInfo> agents) {
  std::vector<AgentGroup> groups;
  for (std::size_t begin = 0; begin < agents.size();) {
    std::size_t end = begin + 1;
    while (end < agents.size() && are_alike(agents[begin], agents[end])) ++end;
    const auto alike = agents.subspan(begin, end - begin);
    groups.push_back({name_group(alike), alike.size(), alike[0]});
    begin = end;
  }
  return groups;
}

}  // namespace ken::report
