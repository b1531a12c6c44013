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
using evidence::LostStep;
using evidence::OpenChoice;
using symbolic::Reachable;
using symbolic::System;

evidence::Trace trace_to(System& system, const Reachable& reachable, const Bdd& target) {
  symbolic::Run run = symbolic::run_to(system, reachable, target);
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
  Bdd anywhere = system.nothing();
  std::vector<Bdd> lost;
  for (const symbolic::LostLine& line : system.parts().lost) {
    lost.push_back(under_some_action(system, reachable, line.where));
    anywhere |= lost.back();
  }
  if (anywhere.is_false()) return {};
  evidence::Trace trace = trace_to(system, reachable, anywhere);
  const Bdd end = encoded(system.manager(), system.encoding(), system.model(), trace.states.back());
  const auto first =
      std::find_if(lost.begin(), lost.end(), [&](const Bdd& set) { return !disjoint(set, end); });
  const auto line = static_cast<std::size_t>(first - lost.begin());
  return LostStep{system.parts().lost[line].assignment, std::move(trace)};
}

Allowance allowance(System& system, model::AgentId agent) {
  const Bdd& protocol = system.parts().protocols[static_cast<std::size_t>(agent)];
  Allowance result{system.nothing(), system.nothing()};
  for (std::size_t a = 0; a < system.model()[agent].actions.size(); ++a) {
    const Bdd code = symbolic::equals(system.manager(), system.encoding().action(agent), a);
    const Bdd allowed = and_exists(protocol, code, system.action_bits({agent}));
    result.several |= result.some & allowed;
    result.some |= allowed;
  }
  return result;
}

std::optional<OpenChoice> first_open_choice(System& system, const Reachable& reachable) {
  for (std::size_t i = 0; i < system.model().agents.size(); ++i) {
    const auto agent = static_cast<model::AgentId>(i);
    const Allowance allowed = allowance(system, agent);
    const Bdd open = reachable.states & (allowed.several | !allowed.some);
    if (!open.is_false())
      return OpenChoice{agent, symbolic::some_state(system.encoding(), system.model(), open)};
  }
  return {};
}

}  // namespace ken::check
