#include "logic/shipped.hpp"

#include <string>

namespace ken::logic {

const ShippedLogic* find_shipped_logic(std::string_view keyword) {
  const std::string head = "\nOperator " + std::string(keyword) + "(";
  for (const ShippedLogic& logic : shipped_logics())
    if (logic.text.find(head) != std::string_view::npos) return &logic;
  return nullptr;
}

}  // namespace ken::logic
