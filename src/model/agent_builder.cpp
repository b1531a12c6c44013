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

#include "base/text.hpp"

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

void AgentBuilder::try_definitions() { for_each_instance(&AgentBuilder::try_definitions_in); }

void AgentBuilder::try_definitions_in(const Instance& instance) {
  if (instance.syntax == nullptr) return;
  scope_.definitions.try_unused(scope_, {Position::evolution, instance.id});
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
  meant_as_environment_ = find_meant_environment();
  if (meant_as_environment_ != nullptr) scope_.constants.give_up_on("Environment");
  const auto declare_where = [&](bool environment) {
    for (const syntax::AgentSyntax& agent : text_.agents) {
      if (is_environment(agent) != environment || agent.name == syntax::no_node ||
          text_.nodes[agent.name].kind != NodeKind::name)
        continue;
      const NodeId part = text_.nodes.child(agent.name, 0);
      scope_.define(text_, SymbolKind::agent, {}, agent.name);
      const bool sound = scope_.constants.for_each(text_, text_.nodes.children(part), [&] {
        const auto name = scope_.constants.spell_name(text_, part, Constants::Spelling::instance);
        if (name)
          declare(agent, *name);
        else
          scope_.give_up_on(text_, agent.name);
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

// The only agent with Obsvars, where no agent is called Environment: it is read as one, so that
// its name is one mistake and not as many as it has uses.
const syntax::AgentSyntax* AgentBuilder::find_meant_environment() const {
  const syntax::AgentSyntax* found = nullptr;
  for (const syntax::AgentSyntax& agent : text_.agents) {
    if (agent.environment) return nullptr;
    if (!agent.observable.keyword) continue;
    const bool single = agent.name != syntax::no_node &&
                        text_.nodes[agent.name].kind == NodeKind::name &&
                        text_.nodes[text_.nodes.child(agent.name, 0)].child_count == 0;
    if (found != nullptr || !single) return nullptr;
    found = &agent;
  }
  return found;
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
  agent.environment = is_environment(syntax);
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
    if (node.kind == NodeKind::binary && node.op == syntax::Op::bit_or)
      d.hint = "write ',' for '|'";
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
  if (owner.actions.empty()) report_missing_actions(instance);
  owner.silent = owner.actions.empty();
  if (owner.silent) owner.actions.push_back({{"silent", "silent"}, owner.place});
}

// Of an agent that lists no actions, and a Protocol that names some.
void AgentBuilder::report_missing_actions(const Instance& instance) {
  if (instance.syntax == nullptr) return;
  std::vector<std::string> names;
  for (const syntax::ProtocolLine& line : instance.syntax->protocol.content)
    for (const NodeId element : line.actions) {
      scope_.give_up_on(text_, element);
      std::string name = base::collapse_blanks(text_.text(text_.nodes[element].range));
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
  if (names.empty()) return;
  const Range place =
      instance.syntax->actions.keyword.value_or(text_.nodes[instance.syntax->name].range);
  const std::string list = fmt::format("Actions = {{{}}};", fmt::join(names, ", "));
  scope_.diagnostics.add(text_.source, place, Code::missing, "a list of actions").hint =
      fmt::format("write '{}' before the Protocol", base::shorten(list, 100));
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

}  // namespace ken::model
