// Named definitions.
//
// "Define low = Environment.level < 3;" gives an expression a name.  The name stands for the
// expression wherever it is used, so what the expression may name is decided there: inside an agent
// it reads what the agent sees, in the Evaluation it names variables with their agents.  Of the
// indices in force only those of the agent are known in it, not those of comprehensions and
// repeated lines around the use; so a definition has one meaning in each agent and position, and is
// resolved once for them.
//
// A definition uses only those above it.  Before one is resolved, all it needs are, in the order of
// the text: chains of definitions cost no recursion, and "Define b = a + a; Define c = b + b; ..."
// stays as small as it is written, because equal expressions are one in the store.
//
// One that is made of numbers and parameters alone is a constant, and fits wherever a constant
// does.

#include "model/definitions.hpp"

#include <algorithm>

#include "base/post_order.hpp"
#include "model/condition_resolver.hpp"
#include "model/scope.hpp"

namespace ken::model {

using syntax::NodeId;
using syntax::NodeKind;

void Definitions::read(Scope& scope, const syntax::System& text) {
  text_ = &text;
  for (const syntax::DefinitionSyntax& syntax : text.definitions) {
    const std::string name(text.text(syntax.name));
    scope.index.define(SymbolKind::definition, {}, syntax.name);
    if (!scope.check_name(text, syntax.name, name, "a definition")) continue;
    if (const auto earlier = find(name)) {
      scope.declared_twice(text, "definition", {name, name}, syntax.range,
                           entries_[*earlier].range);
      continue;
    }
    if (scope.constants.is_constant(text, syntax.value)) {
      const auto value = scope.constants.evaluate(text, syntax.value);
      if (value)
        scope.constants.define({name, value->boolean, value->value, syntax.name, true});
      else
        scope.constants.give_up_on(name);
    }
    by_name_.emplace(name, entries_.size());
    entries_.push_back({syntax.range, syntax.name, syntax.value, list_uses(syntax.value)});
  }
}

std::optional<std::size_t> Definitions::find(std::string_view name) const {
  const auto at = by_name_.find(name);
  if (at == by_name_.end()) return std::nullopt;
  return at->second;
}

std::vector<std::size_t> Definitions::list_uses(NodeId value) const {
  std::vector<std::size_t> result;
  const auto for_each_child = [&](NodeId id, const auto& part) {
    for (const NodeId child : text_->nodes.children(id)) part(child);
  };
  for (const NodeId id : base::collect_parts(value, for_each_child)) {
    if (text_->nodes[id].kind != NodeKind::name) continue;
    // Its own name is not there yet.
    if (const auto used = find(text_->text(text_->nodes[id].range))) result.push_back(*used);
  }
  return result;
}

std::vector<std::size_t> Definitions::list_needed(std::size_t which) const {
  return base::collect_parts(which, [&](std::size_t id, const auto& part) {
    for (const std::size_t used : entries_[id].uses) part(used);
  });
}

Typed Definitions::resolve(Scope& scope, std::size_t which, const Where& where) {
  const auto found = known_.find({which, where.position, where.agent});
  if (found != known_.end()) return found->second;
  const auto hidden = scope.constants.hide(where.inside() ? scope.agent_indices : 0);
  for (const std::size_t i : list_needed(which)) {
    const Key key{i, where.position, where.agent};
    if (known_.contains(key)) continue;
    ConditionResolver resolver(scope, *text_, {where.position, where.agent, i});
    Typed typed = resolver.resolve(entries_[i].value);
    if (typed.meaning == Meaning::invalid)
      scope.constants.give_up_on(std::string(text_->text(entries_[i].name)));
    known_.emplace(key, std::move(typed));
  }
  for (const Constants::Binding& binding : hidden) scope.constants.bind(binding);
  return known_.at({which, where.position, where.agent});
}

}  // namespace ken::model
