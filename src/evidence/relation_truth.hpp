#pragma once
#include <optional>

#include "evidence/reason.hpp"

namespace ken::evidence {

// Whether the relation leads from the state to the one that the hop means, as far as the values in
// both and the steps of its run tell.
[[nodiscard]] std::optional<bool> find_related(const model::Model& model,
                                               logic::RelationId relation, const model::State& from,
                                               const Hop& hop);

}  // namespace ken::evidence
