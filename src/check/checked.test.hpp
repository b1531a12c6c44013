#pragma once
#include "check/labeller.hpp"
#include "symbolic/built.test.hpp"

namespace ken::check::test {

using Where = std::set<model::Value>;
using symbolic::test::Built;
using symbolic::test::States;

inline std::vector<FormulaId> properties(const model::Model& model) {
  std::vector<FormulaId> result;
  for (const model::Property& property : model.properties) result.push_back(property.formula);
  return result;
}

// A model with its labels; the first variable tells the states apart.
struct Checked {
  Checked(const std::string& text, const std::vector<std::string>& formulae)
      : built(text, formulae),
        reachable(symbolic::explore(built.system)),
        context(make_context(built.system, reachable)),
        labeller(context, properties(built.model)) {}

  [[nodiscard]] StateSet label(std::size_t formula, Outcomes outcomes = Outcomes::fair) {
    return labeller.label(built.model.properties.at(formula).formula, outcomes);
  }
  [[nodiscard]] Where where(std::size_t formula = 0) {
    Where result;
    for (const model::State& state : built.states(label(formula))) result.insert(state.at(0));
    return result;
  }

  Built built;
  symbolic::Reachable reachable;
  Context context;
  Labeller labeller;
};

// A sees s div 2, B sees s mod 2.
inline constexpr const char* views = R"(
Agent Environment Vars: s : 0..3; end Vars end Agent
Agent A Vars: half : 0..1; end Vars end Agent
Agent B Vars: rest : 0..1; end Vars end Agent
InitStates Environment.s = 2 * A.half + B.rest; end InitStates
)";
// 0 -> 0, 0 -> 1 -> 1, 1 -> 2 -> 2; only P decides, and Q sees nothing.
inline constexpr const char* staircase = R"(
Agent P
  Vars: s : 0..2; end Vars
  Actions = {stay, up};
  Evolution: s = s + 1 if Action = up and s < 2; end Evolution
end Agent
Agent Q Vars: idle : boolean; end Vars Actions = {a, b};
  Protocol: idle : {a}; Other : {b}; end Protocol end Agent
Evaluation zero if P.s = 0; one if P.s = 1; two if P.s = 2; end Evaluation
InitStates P.s = 0 and Q.idle; end InitStates
)";
inline const std::string fair_staircase = std::string(staircase) + "Fairness one; end Fairness ";

}  // namespace ken::check::test
