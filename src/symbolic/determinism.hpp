#pragma once
#include "symbolic/conjuncts.hpp"
#include "symbolic/state_set.hpp"

namespace ken::symbolic {

// Who decides what follows a state, and so whether there is a game to be played.  Never says so
// wrongly; may leave a state out where it takes more to see it.
struct Turns {
  StateSet ours;    // a joint action of the agents leaves one successor at most, whatever others do
  StateSet theirs;  // the agents have one joint action at most that makes a difference
};
[[nodiscard]] Turns find_turns(bdd::Manager& manager, const Encoding& encoding,
                               const Conjuncts& conjuncts, const logic::Group& agents,
                               const StateSet& states);

}  // namespace ken::symbolic
