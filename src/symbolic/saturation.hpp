#pragma once
#include <functional>
#include <optional>
#include <span>

#include "symbolic/relation.hpp"

namespace ken::symbolic {

enum class Direction : std::uint8_t { forward, backward };

// Whether saturate() can be asked about these relations.
[[nodiscard]] bool can_saturate(std::span<const Relation> disjuncts);

// The least set that holds 'from' and is closed under steps of the disjuncts into 'within', taken
// forward or backward; 'within' unset: anywhere.  Throws Exhausted.
[[nodiscard]] StateSet saturate(bdd::Manager& manager, std::span<const Relation> disjuncts,
                                Direction direction, const StateSet& from,
                                const StateSet& within = {});

// The least set closed under steps forward, unless 'go_on', asked now and then, says no.
[[nodiscard]] std::optional<StateSet> saturate_while(bdd::Manager& manager,
                                                     std::span<const Relation> disjuncts,
                                                     const StateSet& from,
                                                     const std::function<bool()>& go_on);

}  // namespace ken::symbolic
