#pragma once
#include <compare>
#include <variant>

#include "concrete/context.hpp"

namespace ken::concrete {

// Strategies of some agents, one action in each of their local states, as a depth-first search goes
// through them: what is decided so far, and what can still be tried.  The context must outlive it.
class PartialStrategy {
 public:
  PartialStrategy(Context& context, const logic::Group& agents);

  // The agents' actions in a state, in the order of the group; or the first of them for whose local
  // state there nothing is decided.
  [[nodiscard]] std::variant<model::JointAction, logic::AgentId> choose(StateId state) const;
  // Decides the local state that this agent has in this state: the first action that its protocol
  // allows there.  It must allow one.
  void decide(logic::AgentId agent, StateId state);
  // Takes the next action in the local state decided last that has one left, and forgets what was
  // decided after it.  False if everything has been tried; then nothing is decided.
  [[nodiscard]] bool try_next();

 private:
  struct Point {
    logic::AgentId agent{};
    std::uint32_t view = 0;  // the number of its local state
    auto operator<=>(const Point&) const = default;
  };
  struct Decision {
    Point point;
    std::vector<model::ActionIndex> options;
    std::size_t taken = 0;  // the place of the one decided
  };
  [[nodiscard]] Point point_of(logic::AgentId agent, StateId state) const;

  const Context& context_;
  logic::Group agents_;
  std::map<logic::AgentId, const std::vector<std::uint32_t>*> views_;  // by state
  std::vector<Decision> decisions_;                                    // in the order made
  std::map<Point, model::ActionIndex> decided_;
  base::Charge charge_;
};

}  // namespace ken::concrete
