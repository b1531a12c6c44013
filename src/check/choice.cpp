// Going through the actions of an agent once, we keep the states with at least one so far and with
// at least two.

#include "check/choice.hpp"

namespace ken::check {

using bdd::Bdd;
using symbolic::StateSet;

Choice find_choice(symbolic::System& system, const symbolic::Steps& steps, model::AgentId agent) {
  const Bdd& protocol = steps.conjuncts().protocols[static_cast<std::size_t>(agent)];
  Choice result{system.nothing(), system.nothing()};
  for (std::size_t a = 0; a < system.model()[agent].actions.size(); ++a) {
    const Bdd code = symbolic::equals(system.manager(), system.encoding().action(agent), a);
    const StateSet allowed(and_exists(protocol, code, system.action_bits({agent})));
    result.several |= result.some & allowed;
    result.some |= allowed;
  }
  return result;
}

}  // namespace ken::check
