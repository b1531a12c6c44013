#pragma once
#include <functional>
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"

namespace ken::model {

// All cases a set of expressions can distinguish: the values of the variables they read and the
// actions of the agents they test.
class LocalCases {
 public:
  LocalCases(const Model& model, const std::vector<ExprId>& exprs);

  // Whether there are few enough to look at each.
  [[nodiscard]] bool are_few() const { return few_; }
  // Calls visit(state, actions) for each; variables that nobody reads keep their lowest value.
  // Stops when visit answers false.
  void for_each(base::Budget& budget,
                const std::function<bool(const State&, const JointAction&)>& visit) const;
  // "x=1, Action=send": the case in words, for a message.
  [[nodiscard]] std::string in_words(const State& state, const JointAction& actions) const;

 private:
  const Model& model_;
  std::vector<VarId> variables_;
  std::vector<AgentId> actors_;
  bool few_ = true;
};

}  // namespace ken::model
