#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "bdd/settings.hpp"

namespace ken::bdd {

// For each of so many places the group it belongs to: the widest around it, or one of its own.
[[nodiscard]] std::vector<std::uint32_t> number_groups(std::span<const VariableGroup> groups,
                                                       std::size_t places);

// An order of all variables, the root first, and for each variable its group there.
struct SuggestedOrder {
  // Groups are given by places in the order.
  SuggestedOrder(std::span<const Variable> variables, std::span<const VariableGroup> groups);

  // A variable that is new, with this number; where it stands does not matter much.
  void put_below(Variable fresh, Variable upper);
  void put_on_top(Variable fresh, std::uint32_t group);

  std::vector<Variable> order;
  std::vector<std::uint32_t> group_of;
};

}  // namespace ken::bdd
