#include "bdd/kernel/suggestions.hpp"

#include <algorithm>
#include <numeric>

#include "base/check.hpp"

namespace ken::bdd {

// Groups inside a group move with it, so the widest one counts.
std::vector<std::uint32_t> number_groups(std::span<const VariableGroup> groups,
                                         std::size_t places) {
  std::vector<std::uint32_t> result(places);
  std::iota(result.begin(), result.end(), 0U);
  std::vector<VariableGroup> widest_first(groups.begin(), groups.end());
  const auto width = [](const VariableGroup& g) {
    return static_cast<std::uint32_t>(g.last) - static_cast<std::uint32_t>(g.first);
  };
  std::stable_sort(widest_first.begin(), widest_first.end(),
                   [&](const auto& a, const auto& b) { return width(a) > width(b); });
  std::vector<bool> grouped(places, false);
  for (const VariableGroup& group : widest_first) {
    const auto first = static_cast<std::uint32_t>(group.first);
    if (grouped[first]) continue;
    for (std::uint32_t v = first; v <= static_cast<std::uint32_t>(group.last); ++v) {
      grouped[v] = true;
      result[v] = first;
    }
  }
  return result;
}

SuggestedOrder::SuggestedOrder(std::span<const Variable> variables,
                               std::span<const VariableGroup> groups)
    : order(variables.begin(), variables.end()), group_of(variables.size()) {
  const std::vector<std::uint32_t> group_at = number_groups(groups, variables.size());
  for (std::size_t place = 0; place < order.size(); ++place)
    group_of[static_cast<std::size_t>(order[place])] = group_at[place];
}

void SuggestedOrder::put_below(Variable fresh, Variable upper) {
  CHECK(static_cast<std::size_t>(fresh) == group_of.size(), "the next number");
  order.insert(std::find(order.begin(), order.end(), upper) + 1, fresh);
  group_of.push_back(group_of[static_cast<std::size_t>(upper)]);
}

void SuggestedOrder::put_on_top(Variable fresh, std::uint32_t group) {
  CHECK(static_cast<std::size_t>(fresh) == group_of.size(), "the next number");
  order.insert(order.begin(), fresh);
  group_of.push_back(group);
}

}  // namespace ken::bdd
