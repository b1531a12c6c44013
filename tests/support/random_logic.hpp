#pragma once
#include <string>
#include <vector>

#include "base/source.hpp"
#include "dice.hpp"

namespace ken::tests {

// A logic file with operators U0, U1, ... of two agents and a formula each, about relations of its
// own.
struct RandomLogic {
  std::string text;
  std::size_t operators = 0;
};
[[nodiscard]] RandomLogic random_logic(Dice& dice);

// A model carries its logic file in comments, so that one text is all there is to keep.
[[nodiscard]] std::string carry_logic(const std::string& logic);
// The logic file that a model carries.
[[nodiscard]] base::Source find_carried_logic(const base::Source& model);

}  // namespace ken::tests
