// The names in conditions: what each may stand for depends on where the condition stands.

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/text.hpp"
#include "model/condition_resolver.hpp"
#include "model/foreign_names.hpp"
#include "syntax/foreign_words.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using syntax::NodeId;

Typed ConditionResolver::resolve_name(NodeId node) {
  const std::size_t parts = text_.nodes[node].child_count;
  if (parts == 1) return resolve_bare_name(node);
  if (parts == 2) return resolve_qualified_name(node);
  return complain(text_.nodes[node].range, Code::expected, "Agent.variable",
                  "a name of more than two parts");
}

Typed ConditionResolver::resolve_variable(VarId id, Range range) {
  const Type& type = scope_.model[id].type;
  return type_value(id, exprs().variable(id, type.low, type.high), range);
}

// An expression whose value is one of the variable's type.
Typed ConditionResolver::type_value(VarId id, ExprId expr, Range range) {
  switch (scope_.model[id].type.kind) {
    case TypeKind::boolean:
      return of(Meaning::condition, expr, range);
    case TypeKind::range:
      return of(Meaning::number, expr, range);
    case TypeKind::enumeration:
      break;
  }
  return {Meaning::enumeration, expr, id, {}, {}, range};
}

// P.Action, if it may be tested here.
Typed ConditionResolver::resolve_action(AgentId agent, Range range) {
  if (where_.position == Position::evolution) return {Meaning::action, {}, {}, agent, {}, range};
  auto& d = scope_.diagnostics.add(text_.source, range, Code::no_actions_here);
  if (where_.position == Position::assigned)
    d.hint =
        "write a line for each case: 'b = true if Action = a;' and 'b = false if Action <> a;'";
  if (!where_.inside())
    d.hint = "states have no actions: let a variable remember it, 'last = a if Action = a;'";
  return {};
}

// x, coin[i], a parameter, an index, a proposition in a formula, or else a value.
Typed ConditionResolver::resolve_bare_name(NodeId node) {
  const Range range = text_.nodes[node].range;
  const NodeId part = text_.nodes.child(node, 0);
  if (text_.nodes[part].child_count == 0) {
    if (const auto constant = scope_.constants.lookup(text_, range)) {
      const Meaning meaning = constant->boolean ? Meaning::condition : Meaning::number;
      return {meaning, exprs().constant(constant->value), {},
              {},      std::string(text_.text(range)),    range};
    }
    if (text_.text(range) == "Action") return resolve_action(where_.agent, range);
    const auto definition = scope_.definitions.find(text_.text(range));
    if (definition && *definition < where_.definitions)
      return resolve_definition(*definition, range);
  }
  const auto name = scope_.constants.spell_name(text_, part);
  if (!name) return {};
  if (where_.inside()) {
    const auto& own = scope_.variables[static_cast<std::size_t>(where_.agent)];
    if (const auto id = own.find(name->shown)) {
      scope_.use(text_, part, scope_.model[*id].declared);
      Typed found = resolve_variable(*id, range);
      found.symbol = name->shown;
      return found;
    }
  }
  if (!where_.inside()) {
    if (const auto atom = scope_.propositions.find(name->shown)) {
      scope_.proposition_used[static_cast<std::size_t>(*atom)] = true;
      scope_.use(text_, part, scope_.model[*atom].place);
      // It stands for its whole condition, which counts.
      const ExprId expr = scope_.model[*atom].condition.expr;
      if (!scope_.constants.spend(text_, range, exprs()[expr].weight)) return {};
      return {Meaning::condition, scope_.model[*atom].condition.expr, {}, {}, name->shown, range};
    }
  }
  return {Meaning::symbol, {}, {}, {}, name->shown, range};
}

Typed ConditionResolver::resolve_definition(std::size_t which, Range range) {
  scope_.index.use(text_.source, range, scope_.definitions.place(which));
  if (scope_.constants.is_given_up(text_.text(range))) return {};
  Typed typed = scope_.definitions.resolve(scope_, which, where_);
  typed.range = range;
  for (NamedCase& one : typed.cases) one.range = range;
  return typed;
}

// The agent before the '.' of a name.
std::optional<AgentId> ConditionResolver::find_owner(NodeId node) {
  const NodeId part = text_.nodes.child(node, 0);
  const auto name = scope_.constants.spell_name(text_, part);
  if (!name) return std::nullopt;
  const auto agent = scope_.agents.find(name->shown);
  if (agent)
    scope_.use(text_, part, scope_.model[*agent].place);
  else
    report_unknown_owner(node, *name);
  return agent;
}

void ConditionResolver::report_unknown_owner(NodeId node, const Name& name) {
  const Range range = text_.nodes[text_.nodes.child(node, 0)].range;
  auto* const d = scope_.unknown(text_, range, "agent", name, scope_.agents);
  const std::string own(syntax::find_own_agent(name.shown));
  if (d != nullptr) scope_.suggest_member(*d, name);
  if (d == nullptr || !scope_.agents.find(own)) return;
  const std::string_view rest = text_.text({range.end, text_.nodes[node].range.end});
  d->hint = fmt::format("write '{}{}'", own, base::shorten(rest, 40));
}

// P.door where door belongs to somebody else; inside an agent only the Environment is seen.
void ConditionResolver::suggest_owner(base::Diagnostic& diagnostic, AgentId owner,
                                      const std::string& variable) {
  if (!scope_.model[owner].declared) return suggest_environment(diagnostic, "Obsvars", variable);
  for (std::size_t i = 0; i < scope_.variables.size(); ++i) {
    const Agent& agent = scope_.model.agents[i];
    if (where_.inside() && !agent.environment) continue;
    if (!scope_.variables[i].find(variable)) continue;
    diagnostic.hint = fmt::format("write '{}.{}'", agent.name.shown, variable);
    return;
  }
}

// Environment.w in a model without one, where perhaps 'Agent Env' is meant.
void ConditionResolver::suggest_environment(base::Diagnostic& diagnostic, std::string_view section,
                                            const std::string& wanted) {
  for (const Agent& agent : scope_.model.agents) {
    const std::string& name = agent.name.shown;
    const bool meant = !syntax::find_own_agent(name).empty() ||
                       base::find_nearest(name, std::vector<std::string>{"Environment"});
    if (!agent.declared || !meant) continue;
    diagnostic.hint = fmt::format("write 'Agent Environment' for 'Agent {}'", name);
    return;
  }
  diagnostic.hint = fmt::format(
      "the model has no Environment: declare 'Agent Environment' with '{}' among its {}", wanted,
      section);
}

// Agent.x or Agent.Action.
Typed ConditionResolver::resolve_qualified_name(NodeId node) {
  const NodeId second = text_.nodes.child(node, 1);
  const Range range = text_.nodes[node].range;
  const auto agent = find_owner(node);
  const auto name = agent ? scope_.constants.spell_name(text_, second) : std::nullopt;
  if (!name) return {};
  if (name->shown == "Action") return resolve_action(*agent, range);
  const auto& registry = scope_.variables[static_cast<std::size_t>(*agent)];
  const auto id = registry.find(name->shown);
  if (!id) {
    const std::string& owner = scope_.model[*agent].name.shown;
    const std::string what = fmt::format("variable of {}", owner);
    if (!registry.family(base_name(name->shown)) && is_action(*agent, name->shown))
      return complain_of_action(what, fmt::format("{}.Action", owner), name->shown,
                                text_.nodes[second].range);
    auto* const d = scope_.unknown(text_, text_.nodes[second].range, what, *name, registry);
    if (d == nullptr) return {};
    suggest_owner(*d, *agent, name->shown);
    const bool in_formula = where_.position == Position::formula;
    const std::string own = explain_part(owner, name->shown, in_formula);
    if (!own.empty()) d->hint = own;
    return {};
  }
  scope_.use(text_, second, scope_.model[*id].declared);
  if (!check_visible(*agent, *id, range, text_.text(range))) return {};
  return resolve_variable(*id, range);
}

bool ConditionResolver::check_visible(AgentId agent, VarId id, Range range,
                                      std::string_view shown) {
  if (!where_.inside()) return true;
  const Agent& viewer = scope_.model[where_.agent];
  if (std::binary_search(viewer.visible.begin(), viewer.visible.end(), id)) return true;
  auto& d =
      scope_.diagnostics.add(text_.source, range, Code::not_visible, viewer.name.shown, shown);
  if (scope_.model[agent].environment)
    d.hint = fmt::format("make '{}' an Obsvar, or list it in the Lobsvars of {}{}",
                         scope_.model[id].name.shown, viewer.name.shown,
                         where_.position == Position::evolution
                             ? "; an Evolution may test the Action of anybody besides"
                             : "");
  else if (where_.position == Position::evolution)
    d.hint = fmt::format(
        "an agent sees its own variables and what the Environment shows; of {} it sees only the "
        "Action",
        scope_.model[agent].name.shown);
  else
    d.hint = fmt::format(
        "an agent sees its own variables and what the Environment shows; let a variable of {} "
        "remember what it learns from the Action of {}",
        viewer.name.shown, scope_.model[agent].name.shown);
  return false;
}

bool ConditionResolver::is_action(AgentId agent, const std::string& name) const {
  return where_.position == Position::evolution &&
         scope_.actions[static_cast<std::size_t>(agent)].find(name);
}

// An action where a condition should be.
Typed ConditionResolver::complain_of_action(std::string_view what, const std::string& tested,
                                            const std::string& action, Range range) {
  scope_.diagnostics.add(text_.source, range, Code::unknown_name, what, action).hint =
      fmt::format("'{}' is an action: write '{} = {}'", action, tested, action);
  return {};
}

// A variable of the agent with other indices: bid[3] where there are bid[1] and bid[2].
bool ConditionResolver::report_wrong_index(const Typed& typed) {
  if (!where_.inside()) return false;
  const auto& own = scope_.variables[static_cast<std::size_t>(where_.agent)];
  if (!own.family(base_name(typed.symbol)) || own.find(typed.symbol)) return false;
  scope_.unknown(text_, typed.range, "variable", {typed.symbol, typed.symbol}, own);
  return true;
}

// An agent, a group or somebody else's action where a condition should be.
std::string ConditionResolver::explain_other_kind(const std::string& word) const {
  const bool in_formula = where_.position == Position::formula;
  if (const auto agent = scope_.agents.find(word)) {
    const Agent& found = scope_.model[*agent];
    if (!in_formula && where_.position == Position::evolution && !found.actions.empty())
      return fmt::format("'{0}' is an agent: write '{0}.Action = {1}'", word,
                         found.actions.front().name.shown);
    return in_formula ? fmt::format(
                            "'{0}' is an agent: write 'K({0}, f)' for what it knows, or "
                            "'{0}.x' for a variable of it",
                            word)
                      : std::string();
  }
  if (in_formula && scope_.groups.find(word))
    return fmt::format("'{0}' is a group: write 'GK({0}, f)', 'DK({0}, f)' or '<{0}>F f'", word);
  return where_.position == Position::evolution ? name_other_actor(word) : std::string();
}

std::string ConditionResolver::name_other_actor(const std::string& action) const {
  for (std::size_t i = 0; i < scope_.actions.size(); ++i)
    if (scope_.actions[i].find(action))
      return fmt::format("'{1}' is an action of {0}: write '{0}.Action = {1}'",
                         scope_.model.agents[i].name.shown, action);
  return {};
}

bool ConditionResolver::names_proposition(std::string_view word) const {
  return std::ranges::any_of(text_.evaluation.content, [&](const auto& proposition) {
    return text_.text(text_.nodes[text_.nodes.child(proposition.name, 0)].mark) == word;
  });
}

// What may be meant by a name that is nothing here, if the owner of a variable of that name is not
// the answer.
std::string ConditionResolver::explain_symbol(const Typed& typed, std::string hint) const {
  if (hint.empty()) hint = explain_truth(typed.symbol);
  if (hint.empty()) hint = explain_other_kind(typed.symbol);
  if (where_.position == Position::formula && hint.empty())
    hint = explain_name_in_formula(text_, typed.range);
  if (where_.position == Position::evolution && typed.symbol == "action") hint = "write 'Action'";
  if (where_.position != Position::formula && names_proposition(base_name(typed.symbol)))
    hint = where_.inside()
               ? fmt::format(
                     "'{0}' is a proposition; what conditions of agents share is a 'Define "
                     "{0} = ...;'",
                     typed.symbol)
               : "a proposition may use only those above it";
  if (scope_.definitions.contains(typed.symbol)) hint = "a definition may use only those above it";
  return hint;
}

void ConditionResolver::report_unknown_symbol(const Typed& typed) {
  if (typed.meaning == Meaning::choice) {
    const auto unknown = std::find_if(typed.cases.begin(), typed.cases.end(),
                                      [](const NamedCase& one) { return !one.known; });
    CHECK(unknown != typed.cases.end(), "a choice of names has one that is nothing else");
    return report_unknown_symbol({Meaning::symbol, {}, {}, {}, unknown->symbol, unknown->range});
  }
  if (scope_.constants.is_given_up(base_name(typed.symbol))) return;
  if (scope_.diagnostics.saturated()) return;
  if (report_wrong_index(typed)) return;
  if (where_.inside() && is_action(where_.agent, typed.symbol)) {
    complain_of_action("variable", "Action", typed.symbol, typed.range);
    return;
  }
  std::vector<std::string> candidates;
  std::string hint;
  const auto add = [&](const std::vector<std::string>& names) {
    candidates.insert(candidates.end(), names.begin(), names.end());
  };
  for (const auto& [name, parameter] : scope_.constants.parameters()) candidates.push_back(name);
  if (where_.inside()) {
    add(scope_.variables[static_cast<std::size_t>(where_.agent)].names());
    const auto environment = scope_.variables.front().find(typed.symbol);
    if (environment) hint = fmt::format("write 'Environment.{}'", typed.symbol);
  } else {
    add(scope_.propositions.names());
    for (std::size_t i = 0; i < scope_.variables.size() && hint.empty(); ++i)
      if (scope_.variables[i].find(typed.symbol))
        hint = fmt::format("write '{}.{}'", scope_.model.agents[i].name.shown, typed.symbol);
  }
  hint = explain_symbol(typed, std::move(hint));
  const std::string base = base_name(typed.symbol);
  if (where_.position == Position::formula && scope_.propositions.family(base)) {
    scope_.unknown(text_, typed.range, "proposition", {typed.symbol, typed.symbol},
                   scope_.propositions);
    return;
  }
  const std::string_view what = where_.position == Position::formula
                                    ? "proposition"
                                    : (where_.inside() ? "variable" : "name");
  auto& d =
      scope_.diagnostics.add(text_.source, typed.range, Code::unknown_name, what, typed.symbol);
  const bool otherwise = typed.symbol == "else" || typed.symbol == "otherwise" ||
                         typed.symbol == "other" || typed.symbol == "default" ||
                         typed.symbol == "Else" || typed.symbol == "Otherwise" ||
                         typed.symbol == "Others" || typed.symbol == "others";
  if (where_.position == Position::protocol && otherwise)
    d.hint = "what no other line allows is the last one: 'Other : {actions};'";
  else if (hint.empty())
    Scope::suggest(d, typed.symbol, candidates);
  else
    d.hint = hint;
}

}  // namespace ken::model
