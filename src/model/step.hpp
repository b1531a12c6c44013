#pragma once
#include <functional>
#include <map>
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"

namespace ken::model {

// An evolution line that applied but offered no successor, because a value did not fit.
struct LostAssignment {
  AgentId agent{};
  const Assignment* assignment = nullptr;
};

// The steps out of one state: which actions each protocol allows, and where each joint action
// leads.  Written straight from the semantics; the model must outlive it.
class Steps {
 public:
  // Charges what it holds to the budget, if there is one, and gives it back at the end.
  Steps(const Model& model, State state, base::Budget* budget = nullptr);
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;
  ~Steps();

  [[nodiscard]] const State& state() const { return state_; }
  // Ascending; empty if the agent has no action here, and then nothing can happen at all.
  [[nodiscard]] const std::vector<ActionIndex>& allowed(AgentId agent) const {
    return allowed_[static_cast<std::size_t>(agent)];
  }
  // Every joint action whose components the protocols allow, until visit answers false.
  void for_each_joint_action(const std::function<bool(const JointAction&)>& visit) const;
  // The different successors under a joint action, ascending.
  [[nodiscard]] std::vector<State> successors(const JointAction& action);
  // The lines that were lost in the calls of successors() so far.
  [[nodiscard]] const std::vector<LostAssignment>& lost() const { return lost_; }

 private:
  using Update = std::vector<std::pair<VarId, Value>>;  // what an agent changes

  // What an agent can do under a joint action: one update is chosen.  Depends only on the actions
  // its evolution tests, and is remembered by them.
  const std::vector<Update>& updates(std::size_t agent, const JointAction& action);
  [[nodiscard]] std::vector<Update> multi_assignment(const Agent& agent, const JointAction& action);
  [[nodiscard]] std::vector<Update> single_assignment(const Agent& agent,
                                                      const JointAction& action);
  bool apply(const Agent& agent, const EvolutionRule& rule, const JointAction& action,
             Update& update);

  void charge(std::uint64_t bytes);

  const Model& model_;
  base::Budget* budget_;
  std::uint64_t charged_ = 0;
  State state_;
  std::vector<std::vector<ActionIndex>> allowed_;
  std::vector<std::map<std::vector<ActionIndex>, std::vector<Update>>> remembered_;
  std::vector<LostAssignment> lost_;
};

// The actions an agent's protocol allows in a state.
[[nodiscard]] std::vector<ActionIndex> allowed_actions(const Agent& agent, const State& state);

}  // namespace ken::model
