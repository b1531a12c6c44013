#include "report/shown_values.hpp"

#include <algorithm>

namespace ken::report {

using Values = evidence::EvidenceAnswer::Values;

std::string owner_of(const std::string& variable) { return variable.substr(0, variable.find('.')); }

Values choose_values(const Values& values, const std::vector<std::string>& agents) {
  if (agents.empty()) return values;
  Values result;
  for (const auto& value : values)
    if (std::find(agents.begin(), agents.end(), owner_of(value.first)) != agents.end())
      result.push_back(value);
  return result;
}

Values find_changes(const Values& before, const Values& now) {
  Values changed;
  for (std::size_t i = 0; i < now.size(); ++i)
    if (i >= before.size() || before[i].second != now[i].second) changed.push_back(now[i]);
  return changed;
}

}  // namespace ken::report
