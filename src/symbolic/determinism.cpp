// Who decides.
//
// A joint action of some agents leaves one successor at most where nobody else has a say, and no
// evolution has a choice of its own.  Another agent has none if no evolution tests its action, or
// where its protocol allows one action at most.  An evolution has none where for each bit it writes
// no joint action allows both values.  Each is a question about one conjunct of the steps, so
// nothing large is built; that every conjunct is a function makes the steps one.
//
// In a game in which players take turns every state is one player's, and neither the alternation of
// choices nor moves are needed: in one's own states something has to lead to a good state, in the
// others' everything.

#include "symbolic/determinism.hpp"

#include <algorithm>

namespace ken::symbolic {
namespace {

// The states where the evolution leaves a choice under some joint action that protocols allow.
Bdd find_choice(bdd::Manager& manager, const Encoding& encoding, const Conjuncts& conjuncts,
                const Conjunct& evolution) {
  Bits written;
  for (const BitPair& bit : evolution.writes) written.push_back(bit.next);
  Bdd several = find_both_values(manager, evolution.relation, written);
  for (std::size_t i = 0; i < conjuncts.protocols.size() && !several.is_false(); ++i) {
    const Bits& action = encoding.action(static_cast<AgentId>(i));
    if (mentions_any(several, action))
      several = and_exists(several, conjuncts.protocols[i], manager.set(action));
  }
  return several;
}

}  // namespace

Turns find_turns(bdd::Manager& manager, const Encoding& encoding, const Conjuncts& conjuncts,
                 const logic::Group& agents, const StateSet& states) {
  Turns turns{states, states};
  for (std::size_t i = 0; i < conjuncts.protocols.size(); ++i) {
    const auto agent = static_cast<AgentId>(i);
    const Bits& action = encoding.action(agent);
    const bool matters =
        !action.empty() &&
        std::any_of(conjuncts.evolutions.begin(), conjuncts.evolutions.end(),
                    [&](const Conjunct& c) { return mentions_any(c.relation, action); });
    if (!matters) continue;
    const bool is_ours = std::find(agents.begin(), agents.end(), agent) != agents.end();
    (is_ours ? turns.theirs : turns.ours) -=
        StateSet(find_both_values(manager, conjuncts.protocols[i], action));
  }
  for (const Conjunct& evolution : conjuncts.evolutions) {
    if (turns.ours.empty()) break;
    turns.ours -= StateSet(find_choice(manager, encoding, conjuncts, evolution));
  }
  return turns;
}

}  // namespace ken::symbolic
