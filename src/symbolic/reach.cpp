// Reachable states.
//
// The least set that contains the initial states and is closed under image, ring by ring: ring k
// holds the states whose shortest run has k steps.  The image may be taken of any set between the
// last ring and all states known; 'computed' takes whichever of the ring and its simplification
// against "not known before" has the smaller diagram (Coudert, Berthet and Madre 1989).  Rings are
// kept: a shortest run to any state is read off them backwards, one pre-image of a single state for
// each step.

#include "symbolic/reach.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace ken::symbolic {
namespace {

Bdd source(Reach choice, const Bdd& known, const Bdd& images, const Bdd& ring) {
  switch (choice) {
    case Reach::whole:
      return known;
    case Reach::images:
      return images;
    case Reach::new_states:
      return ring;
    case Reach::computed:
      break;
  }
  const Bdd before = known - ring;
  if (before.is_false()) return ring;
  const Bdd simple = bdd::simplify(ring, !before);
  return bdd::nodes(simple) < bdd::nodes(ring) ? simple : ring;
}

bool bit_of(std::uint64_t code, std::size_t i) { return ((code >> i) & 1U) != 0; }

// A joint action that leads from one state to the other.
model::JointAction action_between(System& system, const model::State& from,
                                  const model::State& to) {
  bdd::Manager& manager = system.manager();
  const Encoding& encoding = system.encoding();
  const model::Model& model = system.model();
  std::vector<std::pair<Variable, bool>> literals;
  const auto fix = [&](const Bits& bits, std::uint64_t code) {
    for (std::size_t k = 0; k < bits.size(); ++k) literals.emplace_back(bits[k], bit_of(code, k));
  };
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    const auto low = static_cast<std::uint64_t>(model.variables[i].type.low);
    fix(encoding.now(static_cast<VarId>(i)), static_cast<std::uint64_t>(from[i]) - low);
    if (encoding.changes(static_cast<VarId>(i)))
      fix(encoding.next(static_cast<VarId>(i)), static_cast<std::uint64_t>(to[i]) - low);
  }
  std::sort(literals.begin(), literals.end(), [&](const auto& a, const auto& b) {
    return manager.level(a.first) > manager.level(b.first);
  });
  Bdd both = manager.constant(true);
  Bits fixed;
  for (const auto& [variable, value] : literals) {
    both &= manager.literal(variable, value);
    fixed.push_back(variable);
  }
  const bdd::VariableSet all = manager.set(std::move(fixed));
  Bdd possible = manager.constant(true);
  for (const Bdd& protocol : system.parts().protocols) possible &= and_exists(protocol, both, all);
  for (const Part& part : system.parts().evolutions)
    possible &= and_exists(part.relation, both, all);
  CHECK(!possible.is_false(), "the states of a run follow each other");
  const bdd::Assignment chosen = bdd::some_assignment(possible);
  model::JointAction action;
  for (std::size_t i = 0; i < model.agents.size(); ++i)
    action.push_back(
        static_cast<model::ActionIndex>(decoded(chosen, encoding.action(static_cast<AgentId>(i)))));
  return action;
}

}  // namespace

Reachable explore(System& system, const std::function<void(const Reachable&)>& each_ring) {
  Reachable result{system.initial(), {}};
  Bdd ring = system.initial();
  Bdd images = ring;
  while (!ring.is_false()) {
    result.rings.push_back(ring);
    if (each_ring) each_ring(result);
    images = system.steps().image(source(system.settings().reach, result.states, images, ring));
    ring = images - result.states;
    result.states |= ring;
  }
  return result;
}

Run shortest_run(System& system, const Reachable& reachable, const Bdd& target) {
  const auto first = std::find_if(reachable.rings.begin(), reachable.rings.end(),
                                  [&](const Bdd& ring) { return !disjoint(ring, target); });
  CHECK(first != reachable.rings.end(), "the target is reachable");
  auto distance = static_cast<std::size_t>(first - reachable.rings.begin());
  Run run;
  run.states.push_back(some_state(system.encoding(), system.model(), *first & target));
  while (distance-- > 0) {
    const Bdd here =
        encoded(system.manager(), system.encoding(), system.model(), run.states.front());
    const Bdd before = system.steps().preimage(here) & reachable.rings[distance];
    run.states.insert(run.states.begin(), some_state(system.encoding(), system.model(), before));
  }
  for (std::size_t i = 0; i + 1 < run.states.size(); ++i)
    run.actions.push_back(action_between(system, run.states[i], run.states[i + 1]));
  return run;
}

}  // namespace ken::symbolic
