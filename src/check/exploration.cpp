// Deadlocks, lost steps and open choices.
//
// Deadlocks are the reachable states outside those with a successor.  A step is lost where a
// line applies with a value out of range under a joint action that all protocols allow; the
// protocols are conjoined one by one, each agent's action quantified with its own.  A choice is
// open where the actions an agent's protocol allows are none or at least two: going through the
// actions once, we keep the states with at least one so far and with at least two.

#include "check/exploration.hpp"

#include <algorithm>

namespace ken::check {
namespace {

using bdd::Bdd;
using symbolic::Reachable;
using symbolic::System;

evidence::Trace trace_to(System& system, const Reachable& reachable, const Bdd& target) {
  symbolic::Run run = symbolic::shortest_run(system, reachable, target);
  return {std::move(run.states), std::move(run.actions)};
}

// The reachable states where some joint action that all protocols allow satisfies the condition.
Bdd under_some_action(System& system, const Reachable& reachable, const Bdd& condition) {
  Bdd result = condition & reachable.states;
  const auto& protocols = system.parts().protocols;
  for (std::size_t i = 0; i < protocols.size() && !result.is_false(); ++i)
    result = and_exists(result, protocols[i], system.action_bits({static_cast<model::AgentId>(i)}));
  return result;
}

}  // namespace

std::optional<evidence::Trace> first_deadlock(System& system, const Reachable& reachable) {
  const Bdd stuck = reachable.states - system.steps().with_successor(reachable.states);
  if (stuck.is_false()) return {};
  return trace_to(system, reachable, stuck);
}

std::optional<LostStep> first_lost(System& system, const Reachable& reachable) {
  const symbolic::LostLine* first = nullptr;
  Bdd where;
  std::size_t distance = reachable.rings.size();
  for (const symbolic::LostLine& line : system.parts().lost) {
    const Bdd lost = under_some_action(system, reachable, line.where);
    const auto ring = std::find_if(reachable.rings.begin(),
                                   reachable.rings.begin() + static_cast<std::ptrdiff_t>(distance),
                                   [&](const Bdd& states) { return !disjoint(states, lost); });
    const auto found = static_cast<std::size_t>(ring - reachable.rings.begin());
    if (found == distance) continue;
    first = &line;
    where = lost;
    distance = found;
  }
  if (first == nullptr) return {};
  return LostStep{first->assignment, trace_to(system, reachable, where)};
}

std::optional<OpenChoice> first_open_choice(System& system, const Reachable& reachable) {
  const model::Model& model = system.model();
  for (std::size_t i = 0; i < model.agents.size(); ++i) {
    const auto agent = static_cast<model::AgentId>(i);
    const Bdd& protocol = system.parts().protocols[i];
    Bdd one = system.nothing();
    Bdd two = system.nothing();
    for (std::size_t a = 0; a < model.agents[i].actions.size(); ++a) {
      const Bdd code = symbolic::equals(system.manager(), system.encoding().action(agent), a);
      const Bdd allowed = and_exists(protocol, code, system.action_bits({agent}));
      two |= one & allowed;
      one |= allowed;
    }
    const Bdd open = reachable.states & (two | !one);
    if (!open.is_false())
      return OpenChoice{agent, symbolic::some_state(system.encoding(), model, open)};
  }
  return {};
}

}  // namespace ken::check
