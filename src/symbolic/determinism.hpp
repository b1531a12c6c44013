#pragma once
#include "symbolic/conjuncts.hpp"
#include "symbolic/state_set.hpp"

namespace ken::symbolic {

// Whether in each of these states a joint action of the agents leaves one successor at most,
// whatever the others do.  Never says so wrongly; may say no where it takes more to see it.
[[nodiscard]] bool decide_alone(bdd::Manager& manager, const Encoding& encoding,
                                const Conjuncts& conjuncts, const logic::Group& agents,
                                const StateSet& states);

}  // namespace ken::symbolic
