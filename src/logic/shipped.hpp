#pragma once
#include <span>
#include <string_view>

namespace ken::logic {

// The logic files of ken, the folder logics/, as they are: part of the program.
struct ShippedLogic {
  std::string_view name;  // "commitments.logic"
  std::string_view text;
};
[[nodiscard]] std::span<const ShippedLogic> shipped_logics();
// The one that defines an operator of this name; null if none does.
[[nodiscard]] const ShippedLogic* find_shipped_logic(std::string_view keyword);

}  // namespace ken::logic
