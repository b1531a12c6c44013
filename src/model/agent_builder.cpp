// The agents of a model.
//
// An agent with indices is a template: "Agent Crypt[i: 1..N]" becomes N agents that are built
// alike, each with its indices bound while its text is read again.  The Environment comes first,
// and there is one even if nobody declared it, with no variables and one silent action.
//
// The agents are built in rounds, not one after the other, because rules may name what other agents
// declare: all variables, then all actions, then what each agent sees, then all rules.  What an
// agent sees, its local state, is its own variables, the Obsvars of the Environment, and those
// variables of the Environment that its Lobsvars list; the Environment sees exactly its own.

#include "model/agent_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "model/derived.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using syntax::NodeId;
using syntax::NodeKind;

void AgentBuilder::run() {
  declare_agents();
  for_each_instance(&AgentBuilder::build_variables);
  for_each_instance(&AgentBuilder::build_actions);
  for_each_instance(&AgentBuilder::build_view);
  for_each_instance(&AgentBuilder::check_value_names);
  for_each_instance(&AgentBuilder::build_rules);
}

void AgentBuilder::for_each_instance(void (AgentBuilder::*build)(const Instance&)) {
  for (const Instance& instance : instances_) {
    if (scope_.diagnostics.closed()) return;
    const std::size_t outside = scope_.constants.binding_count();
    for (const Constants::Binding& binding : instance.indices) scope_.constants.bind(binding);
    scope_.agent_indices = scope_.constants.binding_count();
    (this->*build)(instance);
    scope_.constants.unbind(outside);
  }
}

// ---- which agents there are ----

void AgentBuilder::declare_agents() {
  const auto declare_where = [&](bool environment) {
    for (const syntax::AgentSyntax& agent : text_.agents) {
      if (agent.environment != environment || agent.name == syntax::no_node ||
          text_.nodes[agent.name].kind != NodeKind::name)
        continue;
      const NodeId part = text_.nodes.child(agent.name, 0);
      scope_.define(text_, SymbolKind::agent, {}, agent.name);
      const bool sound = scope_.constants.for_each(text_, text_.nodes.children(part), [&] {
        const auto name = scope_.constants.spell_name(text_, part, Constants::Spelling::instance);
        if (name) declare(agent, *name);
      });
      if (!sound) scope_.give_up_on(text_, agent.name);
    }
  };
  declare_where(true);
  if (instances_.empty()) {
    const Name name{"Environment", "Environment"};
    scope_.agents.add(name, AgentId{0}, {});
    Agent agent;
    agent.name = name;
    agent.environment = true;
    agent.declared = false;
    scope_.model.agents.push_back(std::move(agent));
    scope_.variables.emplace_back();
    scope_.actions.emplace_back();
    instances_.push_back({nullptr, AgentId{0}, {}});
  }
  declare_where(false);
}

void AgentBuilder::declare(const syntax::AgentSyntax& syntax, const Name& name) {
  const auto id = static_cast<AgentId>(scope_.model.agents.size());
  const Range place = text_.nodes[syntax.name].range;
  if (!scope_.check_name(text_, place, name.shown, "an agent")) return;
  if (const auto earlier = scope_.agents.add(name, id, syntax.range)) {
    scope_.declared_twice(text_, "agent", name, syntax.range, earlier->place);
    return;
  }
  scope_.check_clash(text_, scope_.agents, name, place);
  Agent agent;
  agent.name = name;
  agent.environment = syntax.environment;
  agent.place = place;
  scope_.model.agents.push_back(std::move(agent));
  scope_.variables.emplace_back();
  scope_.actions.emplace_back();
  instances_.push_back({&syntax, id, scope_.constants.bindings()});
}

bool AgentBuilder::for_each_name(NodeId element, const std::function<void(const Name&)>& body) {
  const syntax::Node& node = text_.nodes[element];
  if (node.kind != NodeKind::name || node.child_count != 1) {
    auto& d =
        scope_.diagnostics.add(text_.source, node.range, Code::expected, "a name",
                               fmt::format("'{}'", base::shorten(text_.text(node.range), 40)));
    if (node.kind == NodeKind::name)
      d.hint = fmt::format("write '{}' alone",
                           text_.text(text_.nodes[text_.nodes.children(element).back()].range));
    return false;
  }
  const NodeId part = text_.nodes.child(element, 0);
  bool sound = true;
  return scope_.constants.for_each(text_, text_.nodes.children(part), [&] {
    const auto name = scope_.constants.spell_name(text_, part, Constants::Spelling::instance);
    sound = sound && name;
    if (name) body(*name);
  }) && sound;
}

bool AgentBuilder::repeat_for_each(NodeId node, const std::function<void()>& body) {
  const auto binders =
      node == syntax::no_node ? std::span<const NodeId>{} : text_.nodes.children(node);
  return scope_.constants.for_each(text_, binders, body);
}

// ---- variables ----

void AgentBuilder::build_variables(const Instance& instance) {
  if (instance.syntax == nullptr) return;
  const syntax::AgentSyntax& syntax = *instance.syntax;
  if (syntax.observable.keyword && !syntax.environment)
    scope_.diagnostics.add(text_.source, *syntax.observable.keyword, Code::no_environment_section,
                           "Obsvars");
  if (syntax.environment)
    for (const auto& declaration : syntax.observable.content)
      build_variable(instance, declaration, true);
  for (const auto& declaration : syntax.variables.content)
    build_variable(instance, declaration, false);
}

void AgentBuilder::build_variable(const Instance& instance, const syntax::VariableSyntax& syntax,
                                  bool observable) {
  scope_.define(text_, SymbolKind::variable, base_name(agent(instance).name.shown), syntax.name);
  const std::string values = owner_of_values(instance, syntax.name);
  for (const NodeId value : syntax.type.values)
    scope_.define(text_, SymbolKind::value, values, value);
  const bool sound = for_each_name(syntax.name, [&](const Name& name) {
    const auto found = read_type(syntax.type);  // it may depend on the index
    if (found)
      declare_variable(instance, syntax, name, *found, observable);
    else
      scope_.constants.give_up_on(base_name(name.shown));
  });
  if (!sound) scope_.give_up_on(text_, syntax.name);
}

std::string AgentBuilder::owner_of_values(const Instance& instance, NodeId name) {
  const Range word = text_.nodes[text_.nodes.child(name, 0)].mark;
  return fmt::format("{}.{}", base_name(agent(instance).name.shown), text_.text(word));
}

void AgentBuilder::declare_variable(const Instance& instance, const syntax::VariableSyntax& syntax,
                                    const Name& name, const Type& type, bool observable) {
  const Range place = text_.nodes[syntax.name].range;
  if (!scope_.check_name(text_, place, name.shown, "a variable")) return;
  auto& registry = scope_.variables[static_cast<std::size_t>(instance.id)];
  const auto id = static_cast<VarId>(scope_.model.variables.size());
  if (const auto earlier = registry.add(name, id, syntax.range)) {
    scope_.declared_twice(text_, "variable", name, syntax.range, earlier->place);
    return;
  }
  scope_.check_clash(text_, registry, name, place);
  scope_.model.variables.push_back({name, instance.id, type, observable, place});
  agent(instance).variables.push_back(id);
}

std::optional<Type> AgentBuilder::read_type(const syntax::TypeSyntax& syntax) {
  if (syntax.kind == syntax::TypeKind::boolean) return Type{};
  if (syntax.kind == syntax::TypeKind::enumeration) return read_enumeration(syntax);
  const auto low = scope_.constants.number(text_, syntax.low);
  const auto high = low ? scope_.constants.number(text_, syntax.high) : std::nullopt;
  if (!high) return std::nullopt;
  if (*low <= *high) return Type{TypeKind::range, *low, *high, {}};
  auto& d = scope_.diagnostics.add(text_.source, syntax.range, Code::reversed_bounds, *low, *high);
  d.hint = fmt::format("write {}..{}", *high, *low);
  return std::nullopt;
}

// {0, 1, 5}
bool AgentBuilder::refuse_numbers(const syntax::TypeSyntax& syntax) {
  const auto is_number = [&](NodeId value) { return text_.nodes[value].kind == NodeKind::integer; };
  if (std::none_of(syntax.values.begin(), syntax.values.end(), is_number)) return false;
  auto& d = scope_.diagnostics.add(
      text_.source, syntax.range, Code::expected, "names",
      fmt::format("'{}'", base::shorten(base::collapse_blanks(text_.text(syntax.range)), 40)));
  d.hint =
      "numbers have a range, such as 0..5; the values of an enumeration are names: {low, high}";
  return true;
}

std::optional<Type> AgentBuilder::read_enumeration(const syntax::TypeSyntax& syntax) {
  if (refuse_numbers(syntax)) return std::nullopt;
  std::vector<std::pair<std::string, NodeId>> values;
  std::unordered_map<std::string, std::string> plain;  // what each name was first written as
  bool sound = true;
  for (const NodeId value : syntax.values)
    sound = for_each_name(value,
                          [&](const Name& name) {
                            values.emplace_back(name.shown, value);
                            const auto [first, fresh] = plain.emplace(name.plain, name.shown);
                            if (fresh || first->second == name.shown) return;
                            scope_.diagnostics.add(text_.source, text_.nodes[value].range,
                                                   Code::name_clash, name.shown, first->second,
                                                   name.plain);
                          }) &&
            sound;
  if (!sound) return std::nullopt;
  if (values.empty()) {
    scope_.diagnostics.add(text_.source, syntax.range, Code::expected, "at least one value", "{}");
    return std::nullopt;
  }
  Type type{TypeKind::enumeration, 0, 0, {}};
  std::sort(values.begin(), values.end());
  for (const auto& [name, node] : values) {
    const Range place = text_.nodes[node].range;
    scope_.check_name(text_, place, name, "a value");
    if (type.names.empty() || type.names.back() != name)
      type.names.push_back(name);
    else
      scope_.diagnostics.add(text_.source, place, Code::identical_twice, "value", name);
  }
  type.high = static_cast<Value>(type.names.size()) - 1;
  return type;
}

// A name that is both a variable of the agent and a value the agent can write would leave doubt.
void AgentBuilder::check_value_names(const Instance& instance) {
  const Agent& owner = agent(instance);
  std::unordered_set<std::string_view> values;
  for (const VarId id : owner.visible)
    for (const std::string& value : scope_.model[id].type.names) values.insert(value);
  for (const VarId id : owner.variables)
    if (values.contains(scope_.model[id].name.shown))
      scope_.diagnostics.add(text_.source, scope_.model[id].declared, Code::name_is_value,
                             scope_.model[id].name.shown);
}

// ---- actions and views ----

void AgentBuilder::build_actions(const Instance& instance) {
  Agent& owner = agent(instance);
  auto& registry = scope_.actions[static_cast<std::size_t>(instance.id)];
  if (instance.syntax != nullptr) {
    for (const NodeId element : instance.syntax->actions.content) {
      scope_.define(text_, SymbolKind::action, base_name(owner.name.shown), element);
      const bool sound = for_each_name(element, [&](const Name& name) {
        const Range place = text_.nodes[element].range;
        const auto index = static_cast<ActionIndex>(owner.actions.size());
        if (!scope_.check_name(text_, place, name.shown, "an action")) return;
        if (const auto earlier = registry.add(name, index, place)) {
          scope_.declared_twice(text_, "action", name, place, earlier->place);
          return;
        }
        scope_.check_clash(text_, registry, name, place);
        owner.actions.push_back({name, place});
      });
      if (!sound) scope_.give_up_on(text_, element);
    }
  }
  owner.silent = owner.actions.empty();
  if (owner.silent) owner.actions.push_back({{"silent", "silent"}, owner.place});
}

void AgentBuilder::build_view(const Instance& instance) {
  Agent& owner = agent(instance);
  owner.visible = owner.variables;
  if (owner.environment) {
    if (instance.syntax != nullptr && instance.syntax->locally_observable.keyword)
      scope_.diagnostics.add(text_.source, *instance.syntax->locally_observable.keyword,
                             Code::misplaced_section, "Lobsvars",
                             "to the agents: the Environment sees all its variables");
  } else {
    const auto& environment = scope_.variables.front();
    for (const VarId id : scope_.model.agents.front().variables)
      if (scope_.model[id].observable) owner.visible.push_back(id);
    for (const NodeId element : instance.syntax->locally_observable.content) {
      for_each_name(element, [&](const Name& name) {
        const auto id = environment.find(name.shown);
        if (!id) {
          scope_.unknown(text_, text_.nodes[element].range, "variable of the Environment", name,
                         environment, Scope::Use::element);
          return;
        }
        scope_.use(text_, text_.nodes.child(element, 0), scope_.model[*id].declared);
        owner.visible.push_back(*id);
        owner.locally_observable.push_back(*id);
      });
    }
  }
  std::sort(owner.visible.begin(), owner.visible.end());
  owner.visible.erase(std::unique(owner.visible.begin(), owner.visible.end()), owner.visible.end());
}

// ---- rules ----

void AgentBuilder::build_rules(const Instance& instance) {
  if (instance.syntax == nullptr) return;
  if (instance.syntax->red_states.content != syntax::no_node) {
    ConditionResolver conditions(scope_, text_, {Position::red_states, instance.id});
    if (const auto red = conditions.condition(instance.syntax->red_states.content))
      agent(instance).red = compile(*red);
  }
  build_protocol(instance);
  for (const syntax::EvolutionLine& line : instance.syntax->evolution.content)
    repeat_for_each(line.repeat, [&] { build_evolution_line(instance, line); });
  std::vector<AgentId>& tested = agent(instance).tested;
  for (const EvolutionRule& rule : agent(instance).evolution) {
    const auto actors = acting(scope_.model.exprs, rule.condition.expr);
    tested.insert(tested.end(), actors.begin(), actors.end());
  }
  std::sort(tested.begin(), tested.end());
  tested.erase(std::unique(tested.begin(), tested.end()), tested.end());
}

void AgentBuilder::build_protocol(const Instance& instance) {
  const auto& lines = instance.syntax->protocol.content;
  agent(instance).unrestricted = lines.empty();
  for (const syntax::ProtocolLine& line : lines)
    repeat_for_each(line.repeat, [&] { build_protocol_line(instance, line); });
}

std::vector<ActionIndex> AgentBuilder::list_actions(const Instance& instance,
                                                    const std::vector<NodeId>& names, bool& sound) {
  std::vector<ActionIndex> result;
  const auto& registry = scope_.actions[static_cast<std::size_t>(instance.id)];
  for (const NodeId element : names) {
    sound = for_each_name(element,
                          [&](const Name& name) {
                            if (const auto index = registry.find(name.shown)) {
                              scope_.use(text_, text_.nodes.child(element, 0),
                                         agent(instance).actions[*index].place);
                              return result.push_back(*index);
                            }
                            sound = false;
                            scope_.unknown(text_, text_.nodes[element].range, "action", name,
                                           registry, Scope::Use::element);
                          }) &&
            sound;
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void AgentBuilder::build_protocol_line(const Instance& instance, const syntax::ProtocolLine& line) {
  bool sound = true;
  ProtocolRule rule;
  rule.place = line.range;
  if (line.condition != syntax::no_node) {
    ConditionResolver conditions(scope_, text_, {Position::protocol, instance.id});
    const auto expr = conditions.condition(line.condition);
    sound = expr.has_value();
    if (expr) rule.condition = compile(*expr);
  }
  rule.actions = list_actions(instance, line.actions, sound);
  if (!sound) return;
  if (line.condition == syntax::no_node)
    agent(instance).other = std::move(rule);
  else
    agent(instance).protocol.push_back(std::move(rule));
}

void AgentBuilder::build_evolution_line(const Instance& instance,
                                        const syntax::EvolutionLine& line) {
  bool sound = true;
  if (scope_.model.assignment == syntax::AssignmentSemantics::single &&
      line.assignments.size() != 1) {
    scope_.diagnostics.add(text_.source, line.range, Code::one_assignment_only);
    sound = false;
  }
  std::vector<TargetCases> assigned;
  for (const syntax::AssignmentSyntax& syntax : line.assignments) {
    auto cases = build_assignment(instance, syntax);
    sound = sound && cases;
    if (!cases) continue;
    if (const auto twice = find_common_target(assigned, *cases)) {
      scope_.diagnostics.add(text_.source, text_.nodes[syntax.target].range, Code::assigned_twice,
                             scope_.model[*twice].name.shown);
      sound = false;
    }
    assigned.push_back(std::move(*cases));
  }
  ConditionResolver conditions(scope_, text_, {Position::evolution, instance.id});
  const auto expr = conditions.condition(line.condition);
  if (!expr || !sound) return;
  for (EvolutionRule& rule : combine_cases(scope_, text_, line.range, *expr, assigned))
    agent(instance).evolution.push_back(std::move(rule));
}

std::optional<TargetCases> AgentBuilder::build_assignment(const Instance& instance,
                                                          const syntax::AssignmentSyntax& syntax) {
  const auto targets = find_targets(instance, syntax.target);
  if (!targets) return std::nullopt;
  TargetCases result;
  result.place = base::span(text_.nodes[syntax.target].range, text_.nodes[syntax.value].range);
  ConditionResolver conditions(scope_, text_, {Position::assigned, instance.id});
  std::vector<std::pair<Type, ExprId>> values;  // of the targets, by their type
  for (const Target& target : *targets) {
    if (target.missed) {
      result.cases.push_back({target, undefined(scope_.model.exprs)});
      continue;
    }
    const Type& type = scope_.model[target.variable].type;
    auto known = std::find_if(values.begin(), values.end(),
                              [&](const auto& value) { return value.first == type; });
    if (known == values.end()) {
      const auto value = conditions.value_for(target.variable, syntax.value);
      if (!value) return std::nullopt;
      known = values.insert(values.end(), {type, *value});
    }
    result.cases.push_back({target, known->second});
  }
  return result;
}

std::optional<std::vector<Target>> AgentBuilder::find_targets(const Instance& instance,
                                                              NodeId node) {
  const syntax::Node& n = text_.nodes[node];
  const auto refuse = [&](std::string_view why) {
    scope_.diagnostics.add(text_.source, n.range, Code::cannot_assign,
                           base::shorten(text_.text(n.range), 40), why);
    return std::nullopt;
  };
  const bool qualified = n.child_count == 2;
  const bool own_environment =
      qualified && agent(instance).environment &&
      text_.text(text_.nodes[text_.nodes.child(node, 0)].range) == "Environment";
  if (qualified && !own_environment) return refuse("an agent changes only its own variables");
  if (n.child_count > 2) return refuse("it is not a variable");
  if (own_environment) scope_.use(text_, text_.nodes.child(node, 0), agent(instance).place);
  const NodeId part = text_.nodes.children(node).back();
  const Where where{Position::assigned, instance.id};
  const auto indices = text_.nodes.children(part);
  if (std::any_of(indices.begin(), indices.end(),
                  [&](NodeId index) { return scope_.varies(text_, index, where); }))
    return find_elements(instance, part);
  const auto name = scope_.constants.spell_name(text_, part);
  if (!name) return std::nullopt;
  const auto& registry = scope_.variables[static_cast<std::size_t>(instance.id)];
  if (const auto id = registry.find(name->shown)) {
    scope_.use(text_, part, scope_.model[*id].declared);
    return std::vector<Target>{{scope_.model.exprs.truth(true), *id}};
  }
  if (scope_.definitions.contains(name->shown)) return refuse("it is a definition");
  if (scope_.constants.lookup(text_, text_.nodes[part].range)) return refuse("it is a constant");
  scope_.unknown(text_, n.range, "variable", *name, registry);
  return std::nullopt;
}

// hand[turn] = v: every element that the indices may select.
std::optional<std::vector<Target>> AgentBuilder::find_elements(const Instance& instance,
                                                               NodeId part) {
  const Where where{Position::assigned, instance.id};
  std::vector<NodeId> listed;
  std::vector<ExprId> varying;
  for (const NodeId index : text_.nodes.children(part)) {
    if (!scope_.varies(text_, index, where)) continue;
    const auto value = ConditionResolver(scope_, text_, where).number(index);
    if (!value) return std::nullopt;
    listed.push_back(index);
    varying.push_back(*value);
  }
  const auto array = find_array(scope_, text_, part, instance.id, listed, varying);
  if (!array) return std::nullopt;
  return list_targets(scope_.model.exprs, *array);
}

}  // namespace ken::model
