#include "report/agent_groups.hpp"

#include <gtest/gtest.h>

namespace ken::report {
namespace {

// Agents with these names and as many variables as the number behind '/' says.
std::vector<std::string> names_of_groups(
    const std::vector<std::pair<std::string, std::size_t>>& agents) {
  std::vector<AgentInfo> infos;
  infos.reserve(agents.size());
  for (const auto& [name, variables] : agents) infos.push_back({name, variables, 1, 1, 1, 1});
  std::vector<std::string> result;
  for (const AgentGroup& group : group_agents(infos))
    result.push_back(group.name + " " + std::to_string(group.size));
  return result;
}
using Names = std::vector<std::string>;

TEST(AgentGroups, InstancesThatAreAlikeShareALine) {
  EXPECT_EQ(names_of_groups({{"Environment", 1}, {"P[1]", 2}, {"P[2]", 2}, {"P[3]", 2}, {"Q", 2}}),
            (Names{"Environment 1", "P[1..3] 3", "Q 1"}));
}

TEST(AgentGroups, AnInstanceThatDiffersStandsAlone) {
  EXPECT_EQ(names_of_groups({{"P[1]", 2}, {"P[2]", 3}, {"P[3]", 3}}),
            (Names{"P[1] 1", "P[2..3] 2"}));
}

TEST(AgentGroups, SeveralIndicesAreSeveralRanges) {
  EXPECT_EQ(names_of_groups({{"C[0,1]", 1}, {"C[0,2]", 1}, {"C[1,1]", 1}, {"C[1,2]", 1}}),
            (Names{"C[0..1,1..2] 4"}));
  EXPECT_EQ(names_of_groups({{"C[0,1]", 1}, {"C[0,2]", 1}}), (Names{"C[0,1..2] 2"}));
}

TEST(AgentGroups, WhereSomeAreLeftOutTheFirstAndTheLastAreNamed) {
  EXPECT_EQ(names_of_groups({{"L[1,2]", 1}, {"L[1,3]", 1}, {"L[2,1]", 1}}),
            (Names{"L[1,2] .. L[2,1] 3"}));
}

TEST(AgentGroups, NegativeIndicesAreNumbersToo) {
  EXPECT_EQ(names_of_groups({{"P[-1]", 1}, {"P[0]", 1}, {"P[1]", 1}}), (Names{"P[-1..1] 3"}));
}

}  // namespace
}  // namespace ken::report
