#pragma once
#include <set>

#include "model/text.test.hpp"
#include "states/labeller.hpp"

namespace ken::states::test {

// A model with its states and labels; the first variable of the model tells the states apart.
class Explored {
 public:
  explicit Explored(const std::string& text, const std::vector<std::string>& formulae = {})
      : model(model::test::model_of(text, formulae)), effort(budget), space(model, effort) {
    space.explore();
    labeller.emplace(space);
  }

  // The values of the first variable where the formula holds.
  std::set<model::Value> where(std::size_t formula = 0, Outcomes outcomes = Outcomes::fair) {
    std::set<model::Value> values;
    labeller->label(model.properties.at(formula).formula, outcomes).for_each([&](StateId s) {
      values.insert(space.state(s).at(0));
    });
    return values;
  }

  model::Model model;
  base::Budget budget;
  Effort effort;
  StateSpace space;
  std::optional<Labeller> labeller;
};

}  // namespace ken::states::test
