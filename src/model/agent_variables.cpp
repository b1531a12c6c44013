// The variables of an agent and their types.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "model/agent_builder.hpp"

namespace ken::model {

using base::Code;
using base::Range;
using syntax::NodeId;
using syntax::NodeKind;

void AgentBuilder::build_variables(const Instance& instance) {
  if (instance.syntax == nullptr) return;
  const syntax::AgentSyntax& syntax = *instance.syntax;
  if (syntax.observable.keyword && !syntax.environment) {
    auto& d = scope_.diagnostics.add(text_.source, *syntax.observable.keyword,
                                     Code::no_environment_section, "Obsvars");
    if (is_environment(syntax))
      d.hint = fmt::format("write 'Agent Environment' for 'Agent {}', or 'Vars' for 'Obsvars'",
                           agent(instance).name.shown);
  }
  if (is_environment(syntax))
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

}  // namespace ken::model
