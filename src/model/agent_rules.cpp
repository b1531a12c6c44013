// The protocol and the evolution of an agent.

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "model/agent_builder.hpp"
#include "model/derived.hpp"

namespace ken::model {

using base::Code;
using syntax::NodeId;

void AgentBuilder::build_rules(const Instance& instance) {
  if (instance.syntax == nullptr) return;
  if (instance.syntax->red_states.content != syntax::no_node) {
    ConditionResolver conditions(scope_, text_, {Position::red_states, instance.id});
    if (const auto red = conditions.condition(instance.syntax->red_states.content))
      agent(instance).red = Compiled(*red);
  }
  build_protocol(instance);
  for (const syntax::EvolutionLine& line : instance.syntax->evolution.content)
    repeat_for_each(line.repeat, [&] { build_evolution_line(instance, line); });
  mentions_.clear();
  for (const EvolutionRule& rule : agent(instance).evolution) mentions_.add(rule.condition.expr);
  agent(instance).tested = mentions_.actors();
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
    if (expr) rule.condition = Compiled(*expr);
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
  std::set<VarId> changed;
  for (const syntax::AssignmentSyntax& syntax : line.assignments) {
    auto cases = build_assignment(instance, syntax);
    sound = sound && cases;
    if (!cases) continue;
    if (const auto twice = add_targets(changed, *cases)) {
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
  if (n.child_count > 2) return refuse("it is not a variable");
  if (n.child_count == 2) {
    const NodeId owner = text_.nodes.child(node, 0);
    const std::string& self = agent(instance).name.shown;
    if (text_.text(text_.nodes[owner].mark) != base_name(self))
      return refuse("an agent changes only its own variables");
    const auto name = scope_.constants.spell_name(text_, owner);
    if (!name) return std::nullopt;
    if (name->shown != self) return refuse("an agent changes only its own variables");
    scope_.use(text_, owner, agent(instance).place);
  }
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
