#pragma once
#include <vector>

#include "model/model.hpp"

namespace ken::check {

// A formula that must hold in all initial states, or in the whole domain.
struct Obligation {
  logic::FormulaId formula{};
  bool everywhere = false;
};

// What together is as good as that the formula holds in all initial states.
[[nodiscard]] std::vector<Obligation> take_apart(const model::Model& model,
                                                 logic::FormulaId formula);

}  // namespace ken::check
