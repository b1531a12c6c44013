// Who decides alone.
//
// A joint action of some agents leaves one successor at most if nobody else has a say, and if no
// evolution has a choice of its own.  Another agent has none if no evolution tests its action, or
// if its protocol allows one action at most in each of the states.  An evolution has none if for
// each bit it writes no state and joint action allow both values.  Each is a question about one
// conjunct of the steps, so nothing large is built; that every conjunct is a function makes the
// steps one.

#include "symbolic/determinism.hpp"

#include <algorithm>

namespace ken::symbolic {
namespace {

// Where, over what remains, the relation allows both values of some of the bits.
Bdd find_both_values(bdd::Manager& manager, const Bdd& relation, const Bits& bits) {
  const bdd::VariableSet all = manager.set(bits);
  Bdd result = manager.constant(false);
  for (const Variable bit : bits)
    result |= and_exists(relation, manager.literal(bit, true), all) &
              and_exists(relation, manager.literal(bit, false), all);
  return result;
}

bool mentions_any(const Bdd& relation, const Bits& bits) {
  const Bits support = bdd::support(relation);
  return std::any_of(bits.begin(), bits.end(), [&](Variable bit) {
    return std::binary_search(support.begin(), support.end(), bit);
  });
}

}  // namespace

bool decide_alone(bdd::Manager& manager, const Encoding& encoding, const Conjuncts& conjuncts,
                  const logic::Group& agents, const StateSet& states) {
  for (std::size_t i = 0; i < conjuncts.protocols.size(); ++i) {
    const auto agent = static_cast<AgentId>(i);
    const Bits& action = encoding.action(agent);
    if (action.empty() || std::find(agents.begin(), agents.end(), agent) != agents.end()) continue;
    const bool matters =
        std::any_of(conjuncts.evolutions.begin(), conjuncts.evolutions.end(),
                    [&](const Conjunct& c) { return mentions_any(c.relation, action); });
    if (!matters) continue;
    const Bdd several = find_both_values(manager, conjuncts.protocols[i], action);
    if (!(several & states.function()).is_false()) return false;
  }
  for (const Conjunct& conjunct : conjuncts.evolutions) {
    Bits written;
    for (const BitPair& bit : conjunct.writes) written.push_back(bit.next);
    Bdd several = find_both_values(manager, conjunct.relation, written);
    for (std::size_t i = 0; i < conjuncts.protocols.size() && !several.is_false(); ++i)
      if (mentions_any(several, encoding.action(static_cast<AgentId>(i))))
        several &= conjuncts.protocols[i];
    if (!(several & states.function()).is_false()) return false;
  }
  return true;
}

}  // namespace ken::symbolic
