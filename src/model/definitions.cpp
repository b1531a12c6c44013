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
//
// A definition that nobody uses should make sense somewhere.  When all else is known it is tried
// where most can be named: in the Evaluation, and in the Evolution of each agent.  If it has a
// mistake in every one of them, those of the place with the fewest are reported; of several such
// places, the first with advice.

#include "model/definitions.hpp"

#include <algorithm>
#include <utility>

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
    const bool constant = scope.constants.is_constant(text, syntax.value);
    if (constant) {
      const auto value = scope.constants.evaluate(text, syntax.value);
      if (value)
        scope.constants.define({name, value->boolean, value->value, syntax.name, true});
      else
        scope.constants.give_up_on(name);
    }
    by_name_.emplace(name, entries_.size());
    entries_.push_back({syntax.range, syntax.name, syntax.value, list_uses(syntax.value)});
    entries_.back().fits = constant;
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
  for (const std::size_t i : list_needed(which)) entries_[i].used = true;
  resolve_needed(scope, which, where);
  return known_.at({which, where.position, where.agent});
}

void Definitions::resolve_needed(Scope& scope, std::size_t which, const Where& where) {
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
}

// ---- those that nobody uses ----

namespace {

// A value of some enumeration, or an action of some agent.
bool is_value_or_action(const Scope& scope, const std::string& symbol) {
  const auto& variables = scope.model.variables;
  const auto& actions = scope.actions;
  return std::any_of(variables.begin(), variables.end(),
                     [&](const Variable& v) {
                       const auto& names = v.type.names;
                       return std::find(names.begin(), names.end(), symbol) != names.end();
                     }) ||
         std::any_of(actions.begin(), actions.end(),
                     [&](const auto& registry) { return registry.find(symbol).has_value(); });
}

// Names that stand for nothing until something is compared with them.
bool is_nothing(const Scope& scope, const Typed& typed) {
  if (typed.meaning == Meaning::symbol) return !is_value_or_action(scope, typed.symbol);
  return typed.meaning == Meaning::choice &&
         std::any_of(typed.cases.begin(), typed.cases.end(), [&](const NamedCase& one) {
           return !one.known && !is_value_or_action(scope, one.symbol);
         });
}

bool gives_advice(const base::Diagnostics& mistakes) {
  return std::any_of(mistakes.all().begin(), mistakes.all().end(),
                     [](const base::Diagnostic& d) { return !d.hint.empty(); });
}

bool is_better(const base::Diagnostics& mistakes, const base::Diagnostics& than) {
  if (!than.has_errors() || mistakes.errors() != than.errors())
    return !than.has_errors() || mistakes.errors() < than.errors();
  return gives_advice(mistakes) && !gives_advice(than);
}

}  // namespace

base::Diagnostics Definitions::find_mistakes(Scope& scope, std::size_t which, const Where& where) {
  const base::Diagnostics before = std::exchange(scope.diagnostics, {});
  const Constants::Names given_up = scope.constants.given_up();
  resolve_needed(scope, which, where);
  if (is_nothing(scope, known_.at({which, where.position, where.agent})))
    (void)ConditionResolver(scope, *text_, {where.position, where.agent, which})
        .condition(entries_[which].value);
  scope.constants.set_given_up(given_up);
  return std::exchange(scope.diagnostics, before);
}

void Definitions::try_unused(Scope& scope, const Where& where) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].used || entries_[i].fits) continue;
    base::Diagnostics mistakes = find_mistakes(scope, i, where);
    entries_[i].fits = !mistakes.has_errors();
    if (!entries_[i].fits && is_better(mistakes, entries_[i].mistakes))
      entries_[i].mistakes = std::move(mistakes);
  }
}

void Definitions::report_unusable(Scope& scope) {
  for (const Entry& entry : entries_)
    if (!entry.used && !entry.fits) scope.diagnostics.append(entry.mistakes);
}

std::vector<NamedDefinition> Definitions::list(const Scope& scope) const {
  const auto& constants = scope.constants.used_parameters();
  std::vector<NamedDefinition> result;
  for (const Entry& entry : entries_) {
    const std::string name(text_->text(entry.name));
    const bool constant = std::find(constants.begin(), constants.end(), name) != constants.end();
    result.push_back({name, entry.name, entry.used || constant});
  }
  for (const Entry& entry : entries_)
    for (const std::size_t i : entry.uses) result[i].used = true;
  return result;
}

}  // namespace ken::model
