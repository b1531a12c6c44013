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

// What is done has nothing below it that is not.
template <class IsDone>
std::vector<std::size_t> Definitions::list_needed(std::size_t which, const IsDone& is_done) const {
  return base::collect_parts(which, [&](std::size_t id, const auto& part) {
    for (const std::size_t used : entries_[id].uses)
      if (!is_done(used)) part(used);
  });
}

Typed Definitions::resolve(Scope& scope, std::size_t which, const Where& where) {
  const auto found = known_.find({which, where.position, where.agent});
  if (found != known_.end()) return found->second;
  const auto is_used = [this](std::size_t id) { return entries_[id].used; };
  for (const std::size_t i : list_needed(which, is_used)) entries_[i].used = true;
  resolve_needed(scope, which, where);
  return known_.at({which, where.position, where.agent});
}

void Definitions::resolve_needed(Scope& scope, std::size_t which, const Where& where) {
  const auto hidden = scope.constants.hide(where.inside() ? scope.agent_indices : 0);
  const auto is_known = [&](std::size_t id) {
    return known_.contains({id, where.position, where.agent});
  };
  for (const std::size_t i : list_needed(which, is_known)) {
    if (is_known(i)) continue;
    ConditionResolver resolver(scope, *text_, {where.position, where.agent, i});
    Typed typed = resolver.resolve(entries_[i].value);
    if (typed.meaning == Meaning::invalid)
      scope.constants.give_up_on(std::string(text_->text(entries_[i].name)));
    known_.emplace(Key{i, where.position, where.agent}, std::move(typed));
  }
  for (const Constants::Binding& binding : hidden) scope.constants.bind(binding);
}

// ---- those that nobody uses ----

namespace {

// The values of all enumerations and the actions of all agents.
std::vector<std::string> list_values_and_actions(const Scope& scope) {
  std::vector<std::string> result;
  for (const Variable& variable : scope.model.variables)
    result.insert(result.end(), variable.type.names.begin(), variable.type.names.end());
  for (const Agent& agent : scope.model.agents)
    for (const Action& action : agent.actions) result.push_back(action.name.shown);
  return result;
}

// A name that is no variable stands for nothing until something is compared with it, but somebody
// must have a value or an action of that name.
void report_nothing(Scope& scope, const syntax::System& text, const Typed& typed,
                    const Where& where) {
  std::vector<NamedCase> names = typed.cases;
  if (typed.meaning == Meaning::symbol) names.push_back({{}, typed.symbol, typed.range, false});
  if (names.empty()) return;
  std::vector<std::string> known = list_values_and_actions(scope);
  for (const NamedCase& one : names) {
    if (one.known || scope.constants.is_given_up(base_name(one.symbol)) ||
        std::find(known.begin(), known.end(), one.symbol) != known.end())
      continue;
    auto& d =
        scope.diagnostics.add(text.source, one.range, base::Code::unknown_name, "name", one.symbol);
    if (where.inside()) {
      const auto own = scope.variables[static_cast<std::size_t>(where.agent)].names();
      known.insert(known.end(), own.begin(), own.end());
    }
    Scope::suggest(d, one.symbol, known);
    if (scope.definitions.contains(one.symbol)) d.hint = "a definition may use only those above it";
    return;
  }
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
  report_nothing(scope, *text_, known_.at({which, where.position, where.agent}), where);
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
  std::vector<NamedDefinition> result;
  for (const Entry& entry : entries_) {
    const std::string name(text_->text(entry.name));
    result.push_back({name, entry.name, entry.used || scope.constants.is_used(name)});
  }
  for (const Entry& entry : entries_)
    for (const std::size_t i : entry.uses) result[i].used = true;
  return result;
}

}  // namespace ken::model
