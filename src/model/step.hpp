#pragma once
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "base/charge.hpp"
#include "model/model.hpp"

namespace ken::model {

// An evolution line that applied but offered no successor, because a value did not fit.
struct LostAssignment {
  AgentId agent{};
  const Assignment* assignment = nullptr;
};

// The steps out of one state: which actions each protocol allows, and where each joint action
// leads.  Written straight from the semantics.  Joint actions and successors are never listed, but
// visited one by one; what is remembered is charged to the budget.  Model and budget must outlive
// it.
class Steps {
 public:
  Steps(const Model& model, State state, base::Budget& budget);

  [[nodiscard]] const State& state() const { return state_; }
  // Ascending; empty if the agent has no action here, and then nothing can happen at all.
  [[nodiscard]] const std::vector<ActionIndex>& allowed(AgentId agent) const {
    return allowed_[static_cast<std::size_t>(agent)];
  }
  // From now on the agent does only this, which it may do.
  void choose(AgentId agent, ActionIndex action) {
    allowed_[static_cast<std::size_t>(agent)] = {action};
  }
  // Every joint action whose components the protocols allow, until visit answers false; with the
  // first agent's action changing last.
  void for_each_joint_action(const std::function<bool(const JointAction&)>& visit) const;
  // The one that for_each_joint_action() visits behind so many others.
  [[nodiscard]] JointAction joint_action(std::uint64_t number) const;
  // The different successors under a joint action, ascending, until visit answers false.  The state
  // that is visited changes with the next one; visit asks for no other successors.
  void for_each_successor(const JointAction& action,
                          const std::function<bool(const State&)>& visit);
  // One of them: 'pick' is asked for numbers below others.  Nothing if there is none.
  [[nodiscard]] std::optional<State> pick_successor(
      const JointAction& action, const std::function<std::size_t(std::size_t)>& pick);
  // Whether the joint action, which the protocols allow, may lead there.
  [[nodiscard]] bool leads_to(const JointAction& action, const State& target);
  // The lines that were lost under the joint actions asked about so far, each once.
  [[nodiscard]] const std::vector<LostAssignment>& lost() const { return lost_; }

 private:
  // What some variables of an agent may become together.  Factors change different variables, so
  // the successors are their product.
  struct Factor {
    std::vector<VarId> variables;             // ascending
    std::vector<std::vector<Value>> choices;  // different, ascending
  };
  using Factors = std::vector<Factor>;
  using Update = std::map<VarId, Value>;  // what a line changes
  using Tested = std::vector<ActionIndex>;

  // What an agent can do under a joint action.  Depends only on the actions its evolution tests,
  // and is remembered by them until the agent is asked again.
  const Factors& factors(std::size_t agent, const JointAction& action);
  // Those of all agents.
  void collect_factors(const JointAction& action);
  [[nodiscard]] Factors multi_assignment(const Agent& agent, const JointAction& action);
  [[nodiscard]] Factors single_assignment(const Agent& agent, const JointAction& action);
  [[nodiscard]] Factor make_factor(const std::vector<Update>& updates) const;
  bool apply(const Agent& agent, const EvolutionRule& rule, const JointAction& action,
             Update& update);
  void note_lost(const Agent& agent, const Assignment& assignment);

  const Model& model_;
  State state_;
  std::vector<std::vector<ActionIndex>> allowed_;
  struct Memory {
    base::Charge charge;
    std::map<Tested, Factors> known;
  };
  std::vector<Memory> remembered_;        // by agent
  std::vector<const Factor*> collected_;  // of the joint action asked about
  std::vector<LostAssignment> lost_;
  base::Budget& budget_;
};

// What a state and a joint action of a run take, in bytes.
[[nodiscard]] std::uint64_t bytes_of_step(const Model& model);

// The actions an agent's protocol allows in a state.
[[nodiscard]] std::vector<ActionIndex> allowed_actions(const Model& model, const Agent& agent,
                                                       const State& state);

}  // namespace ken::model
