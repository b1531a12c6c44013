// Arrays indexed by what changes: hand[turn], Environment.cell[row, 2].
//
// An index that names a variable is resolved like any number, on the machine, before the name it
// belongs to.  The name then stands for the element the index selects (derived.cpp); every element
// that could be selected must be visible, and all must have one type.  Only variables are arrays:
// which agent, proposition or action is meant must be known without looking at a state.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "model/condition_resolver.hpp"
#include "model/derived.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using syntax::NodeId;

std::vector<NodeId> ConditionResolver::list_varying_indices(NodeId name) const {
  std::vector<NodeId> result;
  for (const NodeId part : text_.nodes.children(name))
    for (const NodeId index : text_.nodes.children(part))
      if (scope_.varies(text_, index, where_)) result.push_back(index);
  return result;
}

Typed ConditionResolver::refuse_varying_index(NodeId index, std::string_view what) {
  const Range range = text_.nodes[index].range;
  return complain(range, Code::not_indexed_by_variables, base::shorten(text_.text(range), 40),
                  what);
}

Typed ConditionResolver::resolve_element(const Frame& frame) {
  bool sound = true;
  for (Typed& index : stack_.results(frame)) sound = require_number(index) && sound;
  if (!sound) return {};
  const auto parts = text_.nodes.children(frame.node);
  const Range range = text_.nodes[frame.node].range;
  const NodeId first_index = frame.indices.front();
  if (parts.size() > 2) return resolve_name(frame.node);
  const auto in_last = text_.nodes.children(parts.back());
  if (std::find(in_last.begin(), in_last.end(), first_index) == in_last.end())
    return refuse_varying_index(first_index, "agents");
  std::optional<AgentId> owner;
  if (parts.size() == 2)
    owner = find_owner(frame.node);
  else if (where_.inside())
    owner = where_.agent;
  if (parts.size() == 2 && !owner) return {};
  const std::string base(text_.text(text_.nodes[parts.back()].mark));
  if (!owner) return refuse_varying_index(first_index, "propositions");
  const auto& registry = scope_.variables[static_cast<std::size_t>(*owner)];
  if (parts.size() == 1 && !registry.family(base))
    return refuse_varying_index(first_index, "values and actions");
  std::vector<ExprId> varying;
  for (const Typed& index : stack_.results(frame)) varying.push_back(index.expr);
  const auto array = find_array(scope_, text_, parts.back(), *owner, frame.indices, varying);
  if (!array) return {};
  for (const ArrayElement& element : array->elements)
    if (!check_visible(*owner, element.variable, range, qualified(scope_.model, element.variable)))
      return {};
  return type_element(base, *array, range);
}

Typed ConditionResolver::type_element(const std::string& base, const Array& array, Range range) {
  const VarId first = array.elements.front().variable;
  const Type& type = scope_.model[first].type;
  std::vector<Element> elements;
  for (const ArrayElement& element : array.elements) {
    const Type& other = scope_.model[element.variable].type;
    const bool same = other.kind == type.kind && (type.kind == TypeKind::range || other == type);
    if (!same) return complain(range, Code::mixed_elements, base, to_text(type), to_text(other));
    elements.push_back(
        {element.indices, exprs().variable(element.variable, other.low, other.high)});
  }
  return type_value(first, select_element(exprs(), array.indices, std::move(elements)), range);
}

}  // namespace ken::model
