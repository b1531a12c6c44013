// Deadlocks, lost steps and open choices.
//
// Deadlocks are the reachable states outside those with a successor; where every evolution offers
// something whatever is done, those where some protocol allows nothing.  A step is lost where a
// line applies with a value out of range under a joint action that all protocols allow; the
// protocols are conjoined one by one, each agent's action quantified with its own.  A choice is
// open where the actions an agent's protocol allows are none or at least two.
//
// A step is deterministic if no conjunct of the transition relation leaves a bit both values; where
// one does, the others must still offer something, or there is no successor at all.  That takes two
// products for each bit, and no pair of successors is ever built.

#include "check/exploration.hpp"

#include <algorithm>

#include "check/choice.hpp"

namespace ken::check {
namespace {

using bdd::Bdd;
using evidence::LostStep;
using evidence::OpenChoice;
using symbolic::Reachable;
using symbolic::StateSet;
using symbolic::System;

// The reachable states where some joint action that all protocols allow satisfies the condition.
StateSet under_some_action(System& system, const Reachable& reachable, const Bdd& condition) {
  Bdd result = condition & reachable.states.function();
  const auto& protocols = system.steps().conjuncts().protocols;
  for (std::size_t i = 0; i < protocols.size() && !result.is_false(); ++i)
    result = and_exists(result, protocols[i], system.action_bits({static_cast<model::AgentId>(i)}));
  return StateSet(result);
}

bdd::VariableSet written_bits(System& system, const symbolic::Conjunct& conjunct) {
  symbolic::Bits next;
  for (const symbolic::BitPair& bit : conjunct.writes) next.push_back(bit.next);
  return system.manager().set(std::move(next));
}

// Where some bit may become either value; over now and actions.
Bdd leaves_open(System& system, const symbolic::Conjunct& conjunct) {
  const bdd::VariableSet next = written_bits(system, conjunct);
  Bdd result = system.manager().constant(false);
  for (const symbolic::BitPair& bit : conjunct.writes) {
    const Bdd set = system.manager().literal(bit.next, true);
    const Bdd clear = system.manager().literal(bit.next, false);
    result |= and_exists(conjunct.relation, set, next) & and_exists(conjunct.relation, clear, next);
  }
  return result;
}

// Where the evolution offers something; over now and actions.
Bdd offers(System& system, const symbolic::Conjunct& conjunct) {
  return exists(conjunct.relation, written_bits(system, conjunct));
}

}  // namespace

StateSet find_deadlocks(System& system, const Reachable& reachable) {
  const symbolic::Conjuncts& conjuncts = system.steps().conjuncts();
  const bool always_offer = std::ranges::all_of(
      conjuncts.evolutions,
      [&](const symbolic::Conjunct& conjunct) { return offers(system, conjunct).is_true(); });
  if (!always_offer)
    return reachable.states - system.steps().relation().with_successor(reachable.states);
  StateSet result = system.nothing();
  for (std::size_t i = 0; i < conjuncts.protocols.size(); ++i) {
    const Bdd able =
        exists(conjuncts.protocols[i], system.action_bits({static_cast<model::AgentId>(i)}));
    result |= StateSet(reachable.states.function() - able);
  }
  return result;
}

bool is_deterministic(System& system, const Reachable& reachable) {
  const std::vector<symbolic::Conjunct>& evolutions = system.steps().conjuncts().evolutions;
  std::vector<Bdd> open;
  Bdd all_offer = system.manager().constant(true);
  for (const symbolic::Conjunct& conjunct : evolutions) {
    open.push_back(leaves_open(system, conjunct));
    all_offer &= offers(system, conjunct);
  }
  return std::all_of(open.begin(), open.end(), [&](const Bdd& where) {
    return where.is_false() || under_some_action(system, reachable, where & all_offer).empty();
  });
}

std::optional<model::State> find_deadlock(System& system, const Reachable& reachable) {
  const StateSet stuck = find_deadlocks(system, reachable);
  if (stuck.empty()) return {};
  return symbolic::find_nearest(system, reachable, stuck);
}

std::optional<LostStep> find_lost_step(System& system, const Reachable& reachable) {
  const std::vector<symbolic::LostLine>& lines = system.steps().conjuncts().lost;
  StateSet anywhere = system.nothing();
  std::vector<StateSet> lost;
  for (const symbolic::LostLine& line : lines) {
    lost.push_back(under_some_action(system, reachable, line.where));
    anywhere |= lost.back();
  }
  if (anywhere.empty()) return {};
  model::State state = symbolic::find_nearest(system, reachable, anywhere);
  const StateSet end = encode(system.manager(), system.encoding(), system.model(), state);
  const auto first = std::find_if(lost.begin(), lost.end(),
                                  [&](const StateSet& set) { return !disjoint(set, end); });
  const auto line = static_cast<std::size_t>(first - lost.begin());
  return LostStep{lines[line].assignment, std::move(state)};
}

std::optional<OpenChoice> find_open_choice(System& system, const Reachable& reachable) {
  for (std::size_t i = 0; i < system.model().agents.size(); ++i) {
    const auto agent = static_cast<model::AgentId>(i);
    const Choice choice = find_choice(system, system.steps(), agent);
    const StateSet open = (reachable.states & choice.several) | (reachable.states - choice.some);
    if (!open.empty())
      return OpenChoice{agent, symbolic::some_state(system.encoding(), system.model(), open)};
  }
  return {};
}

evidence::Trace trace_to(System& system, const Reachable& reachable, const model::State& state) {
  const StateSet target = encode(system.manager(), system.encoding(), system.model(), state);
  symbolic::Run run = symbolic::run_to(system, reachable, target);
  return {std::move(run.states), std::move(run.actions)};
}

}  // namespace ken::check
