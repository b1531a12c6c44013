#pragma once
#include <optional>
#include <span>
#include <vector>

#include "model/scope.hpp"

namespace ken::model {

struct ArrayElement {
  std::vector<Value> indices;
  VarId variable{};
};

// The variables that a name with indices may stand for when some of its indices change.
struct Array {
  std::vector<ExprId> indices;
  std::vector<ArrayElement> elements;  // ascending; never empty
};

// The variables of an agent that the part of a name can mean.  'varying' are the values of those of
// its indices that are listed; the others are constants.  Nothing after a mistake.
[[nodiscard]] std::optional<Array> find_array(Scope& scope, const syntax::System& text,
                                              syntax::NodeId part, AgentId owner,
                                              std::span<const syntax::NodeId> listed,
                                              std::span<const ExprId> varying);

}  // namespace ken::model
