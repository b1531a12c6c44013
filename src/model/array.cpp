#include "model/array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace ken::model {
namespace {

using syntax::NodeId;

// The indices of cell[1,-2]; none of a name without brackets.
std::vector<Value> indices_of(const std::string& shown) {
  std::vector<Value> result;
  const std::size_t bracket = shown.find('[');
  if (bracket == std::string::npos) return result;
  const char* at = shown.data() + bracket;
  const char* const end = shown.data() + shown.size() - 1;
  while (at < end) {
    Value value = 0;
    at = std::from_chars(at + 1, end, value).ptr;
    result.push_back(value);
  }
  return result;
}

}  // namespace

std::optional<Array> find_array(Scope& scope, const syntax::System& text, NodeId part,
                                AgentId owner, std::span<const NodeId> listed,
                                std::span<const ExprId> varying) {
  Array array;
  std::vector<std::optional<Value>> fixed;
  for (const NodeId index : text.nodes.children(part)) {
    const auto at = std::find(listed.begin(), listed.end(), index);
    const auto value = at != listed.end() ? std::nullopt : scope.constants.number(text, index);
    if (at == listed.end() && !value) return std::nullopt;
    fixed.push_back(value);
    array.indices.push_back(value ? scope.model.exprs.constant(*value)
                                  : varying[static_cast<std::size_t>(at - listed.begin())]);
  }
  const std::string base(text.text(text.nodes[part].mark));
  const auto& registry = scope.variables[static_cast<std::size_t>(owner)];
  const base::Range range = text.nodes[part].range;
  for (const VarId id : registry.members(base)) {
    if (!scope.constants.spend(text, range, 1)) return std::nullopt;
    std::vector<Value> indices = indices_of(scope.model[id].name.shown);
    const bool fits = std::ranges::equal(
        indices, fixed, [](Value a, const std::optional<Value>& b) { return !b || a == *b; });
    if (fits) array.elements.push_back({std::move(indices), id});
  }
  std::ranges::sort(array.elements, {}, &ArrayElement::indices);
  if (!array.elements.empty()) {
    scope.use(text, part, scope.model[array.elements.front().variable].declared);
    return array;
  }
  const std::string shown = base::collapse_blanks(text.text(range));
  scope.unknown(text, range, fmt::format("variable of {}", scope.model[owner].name.shown),
                {shown, shown}, registry);
  return std::nullopt;
}

}  // namespace ken::model
