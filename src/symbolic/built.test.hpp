#pragma once
#include <algorithm>
#include <set>

#include "model/step.hpp"
#include "model/text.test.hpp"
#include "symbolic/reach.hpp"

namespace ken::symbolic::test {

using States = std::set<model::State>;

// Every assignment of values to the variables.
inline States all_states(const model::Model& model) {
  std::vector<model::State> states{{}};
  for (const model::Variable& variable : model.variables) {
    std::vector<model::State> longer;
    for (const model::State& state : states)
      for (model::Value value = variable.type.low; value <= variable.type.high; ++value) {
        longer.push_back(state);
        longer.back().push_back(value);
      }
    states = std::move(longer);
  }
  return {states.begin(), states.end()};
}

// What follows a state, as the semantics has it.
inline States successors(const model::Model& model, const model::State& state) {
  States result;
  base::Budget budget;
  model::Steps steps(model, state, budget);
  steps.for_each_joint_action([&](const model::JointAction& action) {
    steps.for_each_successor(action, [&](const model::State& next) {
      result.insert(next);
      return true;
    });
    return true;
  });
  return result;
}

// A model with its diagrams.  There can be only one at a time.
class Built {
 public:
  explicit Built(const std::string& text, const std::vector<std::string>& formulae = {},
                 const Settings& settings = {})
      : model(model::test::model_of(text, formulae)), system(model, budget, settings) {}

  [[nodiscard]] StateSet diagram(const model::State& state) {
    return encode(system.manager(), system.encoding(), model, state);
  }
  [[nodiscard]] StateSet diagram(const States& states) {
    StateSet result = system.nothing();
    for (const model::State& state : states) result |= diagram(state);
    return result;
  }
  [[nodiscard]] States states(const StateSet& set) {
    States result;
    for (const model::State& state : all_states(model))
      if (!disjoint(diagram(state), set)) result.insert(state);
    return result;
  }

  model::Model model;
  base::Budget budget;
  System system;
};

}  // namespace ken::symbolic::test
