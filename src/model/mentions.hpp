#pragma once
#include <span>
#include <vector>

#include "base/marks.hpp"
#include "model/expr.hpp"

namespace ken::model {

// What some expressions mention together: the variables they read and the agents whose actions
// they test.  A part is looked at once, however many of the expressions share it.  One of these
// serves for many questions: clear() begins the next one.  The store must outlive it, and may grow.
class Mentions {
 public:
  explicit Mentions(const ExprStore& store) : store_(store) {}

  void clear();
  void add(ExprId root);

  // Both ascending.
  [[nodiscard]] std::vector<VarId> variables() const;
  [[nodiscard]] std::vector<AgentId> actors() const;
  // Whether the variables are this one alone.
  [[nodiscard]] bool is_only(VarId variable) const {
    return variables_.size() == 1 && variables_[0] == variable;
  }

 private:
  const ExprStore& store_;
  base::Marks<ExprId> seen_;
  std::vector<ExprId> open_;
  std::vector<VarId> variables_;  // as they were found, each once
  std::vector<AgentId> actors_;   // as they were found, perhaps often
};

}  // namespace ken::model
