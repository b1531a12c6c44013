// Relations of logic files, for some agents.
//
// Booleans and 'converse' are resolved in a loop; only what binds names, another definition and
// 'each x in', goes a level deeper, and of that there is a limit.  The channels of two agents are
// the names of variables that both declare; names v_<agent> are trust variables and no channels.
// What depends on the agents, that a variable is missing or a channel has two types, is a mistake
// of the application.

#include "model/relation_resolver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/post_order.hpp"
#include "base/text.hpp"
#include "syntax/operators.hpp"

namespace ken::model {
namespace {

using base::Code;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Op;

constexpr std::size_t deepest_relation = 64;

bool is_inner(const syntax::System& text, NodeId id) {
  const Node& node = text.nodes[id];
  if (node.kind == NodeKind::group) return true;
  if (node.kind == NodeKind::unary) return node.op == Op::negation;
  if (node.kind == NodeKind::binary) return syntax::is_connective(node.op);
  return node.kind == NodeKind::prefix && text.text(node.mark) == "converse";
}

}  // namespace

std::string RelationResolver::shown(NodeId node) const {
  return base::shorten(base::collapse_blanks(text().text(text().nodes[node].range)), 40);
}

std::string RelationResolver::application_text() const {
  const Application& where = *bindings_.application;
  return base::shorten(base::collapse_blanks(where.text->text(where.range)), 40);
}

RelationResolver::Result RelationResolver::complain(NodeId node, std::string_view what) {
  if (text().nodes[node].kind != NodeKind::hole)
    scope_.diagnostics.add(text().source, text().nodes[node].range, Code::not_a_relation, what);
  return std::nullopt;
}

RelationResolver::Result RelationResolver::everywhere(bool value) {
  return scope_.model.relations.add(Everywhere{value}, value ? "true" : "false");
}

RelationResolver::Result RelationResolver::resolve(NodeId root) {
  std::map<NodeId, RelationId> known;
  bool sound = true;
  base::visit_post_order(
      root,
      [&](NodeId id, const auto& visit) {
        if (!is_inner(text(), id)) return;
        for (const NodeId child : text().nodes.children(id)) visit(child);
      },
      [&](NodeId id) { return known.contains(id) || !sound; },
      [&](NodeId id) {
        const Result result =
            limit_depth(id, is_inner(text(), id) ? resolve_inner(id, known) : resolve_leaf(id));
        sound = sound && result.has_value();
        if (result) known.emplace(id, *result);
      });
  return sound ? Result(known.at(root)) : std::nullopt;
}

// Who works on relations may recurse.
RelationResolver::Result RelationResolver::limit_depth(NodeId id, Result result) {
  constexpr std::size_t most = 200;
  if (!result || scope_.model.relations.depth(*result) <= most) return result;
  scope_.diagnostics.add(text().source, text().nodes[id].range, Code::too_large, "this relation",
                         fmt::format("more than {} relations inside each other", most), most);
  return std::nullopt;
}

RelationResolver::Result RelationResolver::resolve_inner(
    NodeId id, const std::map<NodeId, RelationId>& known) {
  scope_.constants.spend(text(), text().nodes[id].range, 1);
  RelationStore& store = scope_.model.relations;
  const Node& node = text().nodes[id];
  const RelationId first = known.at(text().nodes.child(id, 0));
  if (node.kind == NodeKind::group) return first;
  const auto negate = [&](RelationId of) {
    const auto* const twice = std::get_if<Complement>(&store[of]);
    if (twice != nullptr) return twice->of;
    return store.add(Complement{of}, fmt::format("!({})", store.text(of)));
  };
  const auto join = [&](bool all, RelationId a, RelationId b) {
    return store.add(Combination{all, {a, b}},
                     fmt::format("({} {} {})", store.text(a), all ? "and" : "or", store.text(b)));
  };
  if (node.kind == NodeKind::unary) return negate(first);
  if (node.kind == NodeKind::prefix)
    return store.add(Converse{first}, fmt::format("converse {}", store.text(first)));
  const RelationId second = known.at(text().nodes.child(id, 1));
  if (node.op == Op::conjunction || node.op == Op::disjunction)
    return join(node.op == Op::conjunction, first, second);
  if (node.op == Op::implication) return join(false, negate(first), second);
  return join(true, join(false, negate(first), second), join(false, first, negate(second)));
}

RelationResolver::Result RelationResolver::resolve_leaf(NodeId id) {
  scope_.constants.spend(text(), text().nodes[id].range, 1);
  const Node& node = text().nodes[id];
  const std::string_view word = text().text(node.mark);
  if (node.kind == NodeKind::truth) return everywhere(word == "true");
  if (node.kind == NodeKind::name) return resolve_word(id);
  if (node.kind == NodeKind::call) return resolve_call(id);
  if (node.kind == NodeKind::binary && (node.op == Op::equal || node.op == Op::not_equal))
    return resolve_comparison(id);
  if (node.kind == NodeKind::prefix && word == "exists") {
    const auto names = list_elements(text().nodes.child(id, 0));
    if (!names) return std::nullopt;
    return everywhere(!names->empty());
  }
  if (node.kind == NodeKind::scoped && (word == "each" || word == "exists"))
    return resolve_elements(id);
  return complain(id, fmt::format("'{}'", shown(id)));
}

// ---- words and calls ----

RelationResolver::Result RelationResolver::resolve_word(NodeId id) {
  RelationStore& store = scope_.model.relations;
  const std::string word(text().text(text().nodes[id].range));
  if (word == "step") return store.add(OneStep{}, word);
  if (word == "reach") return store.add(ManySteps{}, word);
  if (word == "self") return store.add(SameState{}, word);
  if (word == "other") return store.add(Complement{store.add(SameState{}, "self")}, word);
  const auto at = bindings_.logic->relations.find(word);
  if (at != bindings_.logic->relations.end()) return apply_definition(id, *at->second, {});
  if (scope_.logics.is_given_up(word)) return std::nullopt;
  auto& d = scope_.diagnostics.add(text().source, text().nodes[id].range, Code::not_a_relation,
                                   fmt::format("'{}'", shown(id)));
  if (word == "same") d.hint = "it is same for somebody: write 'same(i)'";
  return std::nullopt;
}

bool RelationResolver::is_defined_here(std::string_view word) const {
  const auto& definitions = bindings_.logic->file.definitions;
  return std::any_of(definitions.begin(), definitions.end(),
                     [&](const auto& one) { return bindings_.logic->text(one.name) == word; });
}

RelationResolver::Result RelationResolver::resolve_call(NodeId id) {
  const Node& node = text().nodes[id];
  const std::string word(text().text(node.mark));
  const auto arguments = text().nodes.children(id);
  if (word == "same") {
    if (arguments.size() != 1) {
      scope_.diagnostics.add(text().source, node.range, Code::wrong_arguments, "same", "an agent",
                             base::count_in_words(arguments.size(), "argument"));
      return std::nullopt;
    }
    const auto agent = find_agent(arguments[0]);
    if (!agent) return std::nullopt;
    return scope_.model.relations.add(LooksAlike{*agent},
                                      fmt::format("same({})", name_agent(*agent)));
  }
  const auto at = bindings_.logic->relations.find(word);
  if (at != bindings_.logic->relations.end()) return apply_definition(id, *at->second, arguments);
  if (scope_.logics.is_given_up(word)) return std::nullopt;
  auto& d = scope_.diagnostics.add(text().source, node.mark, Code::unknown_name, "relation", word);
  if (word == "step" || word == "reach" || word == "self" || word == "other") {
    d.hint = fmt::format("write '{}' alone", word);
    return std::nullopt;
  }
  std::vector<std::string> known{"same"};
  for (const auto& [name, definition] : bindings_.logic->relations) known.push_back(name);
  Scope::suggest(d, word, known);
  if (d.hint.empty() && is_defined_here(word))
    d.hint = "a definition uses only what stands above it";
  return std::nullopt;
}

RelationResolver::Result RelationResolver::apply_definition(
    NodeId id, const syntax::LogicDefinition& definition, std::span<const NodeId> arguments) {
  const std::string name = bindings_.logic->text(definition.name);
  if (arguments.size() != definition.parameters.size()) {
    scope_.diagnostics.add(text().source, text().nodes[id].range, Code::wrong_arguments, name,
                           base::count_in_words(definition.parameters.size(), "agent"),
                           base::count_in_words(arguments.size(), "argument"));
    return std::nullopt;
  }
  Bindings inner{bindings_.logic, nullptr, {}, bindings_.application};
  std::string called;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto agent = find_agent(arguments[i]);
    if (!agent) return std::nullopt;
    inner.meanings.emplace(bindings_.logic->text(definition.parameters[i].name),
                           logic::Group{*agent});
    called += (i == 0 ? "" : ", ") + name_agent(*agent);
  }
  if (depth_ >= deepest_relation) {
    scope_.diagnostics.add(text().source, text().nodes[id].range, Code::too_large, "this relation",
                           fmt::format("{} definitions inside each other", depth_ + 1),
                           deepest_relation);
    return std::nullopt;
  }
  RelationResolver resolver(scope_, inner);
  resolver.depth_ = depth_ + 1;
  const Result result = resolver.resolve(definition.body);
  if (result)
    scope_.model.relations.call(*result,
                                called.empty() ? name : fmt::format("{}({})", name, called));
  return result;
}

// ---- variables ----

std::string RelationResolver::name_agent(AgentId agent) const {
  const auto index = static_cast<std::size_t>(agent);
  if (!is_checking() && index < scope_.model.agents.size()) return scope_.model[agent].name.shown;
  return "agent";
}

std::optional<AgentId> RelationResolver::find_agent(NodeId id) {
  const Node& node = text().nodes[id];
  const std::string word(text().text(node.range));
  const auto at = bindings_.meanings.find(word);
  const auto* const group =
      at == bindings_.meanings.end() ? nullptr : std::get_if<logic::Group>(&at->second);
  if (group != nullptr && group->size() == 1) return group->front();
  if (node.kind != NodeKind::hole)
    scope_.diagnostics.add(text().source, node.range, Code::expected, "an agent",
                           fmt::format("'{}'", shown(id)));
  return std::nullopt;
}

// i.x, i.v_<j>, each perhaps behind 'next'.
std::optional<VariableAt> RelationResolver::find_variable(NodeId id) {
  Moment moment = Moment::now;
  if (text().nodes[id].kind == NodeKind::prefix && text().text(text().nodes[id].mark) == "next") {
    moment = Moment::next;
    id = text().nodes.inner(text().nodes.child(id, 0));
  }
  const Node& node = text().nodes[id];
  if (node.kind != NodeKind::name || node.child_count != 2) {
    scope_.diagnostics.add(text().source, node.range, Code::expected,
                           "a variable of an agent, such as i.x or next i.x",
                           fmt::format("'{}'", shown(id)));
    return std::nullopt;
  }
  const NodeId owner_name = text().nodes.child(id, 0);
  const auto owner = find_agent(owner_name);
  if (!owner) return std::nullopt;
  const NodeId segment = text().nodes.child(id, 1);
  std::string name(text().text(text().nodes[segment].mark));
  const bool is_view = text().nodes[segment].child_count == 1;
  if (is_view) {
    const auto after = find_agent(text().nodes.child(segment, 0));
    if (!after) return std::nullopt;
    name += name_agent(*after);
  } else if (const auto element = elements_.find(name); element != elements_.end()) {
    name = element->second;
  }
  if (is_checking()) return VariableAt{VarId{0}, moment};
  std::vector<std::string> names;
  for (const VarId v : scope_.model[*owner].variables) {
    Variable& variable = scope_.model.variables[static_cast<std::size_t>(v)];
    names.push_back(variable.name.shown);
    if (names.back() != name) continue;
    variable.asked_as_view = variable.asked_as_view || is_view;
    return VariableAt{v, moment};
  }
  Scope::suggest(
      blame_application(Code::no_such_variable, application_text(), name, name_agent(*owner)), name,
      names);
  return std::nullopt;
}

RelationResolver::Result RelationResolver::resolve_comparison(NodeId id) {
  const auto first = find_variable(text().nodes.inner(text().nodes.child(id, 0)));
  const auto second =
      first ? find_variable(text().nodes.inner(text().nodes.child(id, 1))) : std::nullopt;
  if (!second) return std::nullopt;
  if (is_checking()) return everywhere(true);
  const Model& model = scope_.model;
  if (model[first->variable].type != model[second->variable].type) {
    blame_application(Code::variable_types, application_text(), qualified(model, first->variable),
                      to_text(model[first->variable].type), qualified(model, second->variable),
                      to_text(model[second->variable].type));
    return std::nullopt;
  }
  const auto show = [&](const VariableAt& v) {
    return (v.moment == Moment::next ? "next " : "") + qualified(model, v.variable);
  };
  RelationStore& store = scope_.model.relations;
  const RelationId same =
      store.add(SameValue{*first, *second}, fmt::format("{} = {}", show(*first), show(*second)));
  if (text().nodes[id].op == Op::equal) return same;
  return store.add(Complement{same}, fmt::format("{} <> {}", show(*first), show(*second)));
}

RelationResolver::Result RelationResolver::resolve_elements(NodeId id) {
  const bool all = text().text(text().nodes[id].mark) == "each";
  const auto names = list_elements(text().nodes.child(id, 1));
  if (!names) return std::nullopt;
  const std::string variable(text().text(text().nodes[text().nodes.child(id, 0)].range));
  if (bindings_.meanings.contains(variable) || elements_.contains(variable)) {
    scope_.diagnostics.add(text().source, text().nodes[text().nodes.child(id, 0)].range,
                           Code::declared_twice, "name", variable);
    return std::nullopt;
  }
  if (depth_ >= deepest_relation) {
    scope_.diagnostics.add(text().source, text().nodes[id].range, Code::too_large, "this relation",
                           fmt::format("{} scopes inside each other", depth_ + 1),
                           deepest_relation);
    return std::nullopt;
  }
  ++depth_;
  Combination combination{all, {}};
  bool sound = true;
  for (const std::string& name : *names) {
    elements_[variable] = name;
    const Result one = resolve(text().nodes.child(id, 2));
    sound = one.has_value();
    if (!sound) break;
    combination.parts.push_back(*one);
  }
  elements_.erase(variable);
  --depth_;
  if (!sound) return std::nullopt;
  if (combination.parts.empty()) return everywhere(all);
  return scope_.model.relations.add(combination, shown(id));
}

// ---- channels ----

std::optional<RelationResolver::Names> RelationResolver::list_elements(NodeId domain) {
  const Node& node = text().nodes[domain];
  const std::string_view word =
      node.kind == NodeKind::call ? text().text(node.mark) : std::string_view();
  if ((word != "channel" && word != "private") || node.child_count != 2) {
    scope_.diagnostics.add(text().source, node.range, Code::expected,
                           "channel(i, j) or private(i, j)", fmt::format("'{}'", shown(domain)));
    return std::nullopt;
  }
  const auto i = find_agent(text().nodes.child(domain, 0));
  const auto j = i ? find_agent(text().nodes.child(domain, 1)) : std::nullopt;
  if (!j) return std::nullopt;
  if (is_checking()) return Names{"x"};
  auto channels = list_channels(*i, *j);
  if (!channels || word == "channel") return channels;
  Names own;
  for (const VarId v : scope_.model[*i].variables) {
    const std::string& name = scope_.model[v].name.shown;
    if (std::find(channels->begin(), channels->end(), name) == channels->end()) own.push_back(name);
  }
  return own;
}

std::optional<RelationResolver::Names> RelationResolver::list_channels(AgentId i, AgentId j) {
  const Model& model = scope_.model;
  const auto is_trust = [&](const std::string& name) {
    return name.starts_with("v_") && scope_.agents.find(name.substr(2)).has_value();
  };
  Names result;
  for (const VarId v : model[i].variables) {
    const std::string& name = model[v].name.shown;
    if (is_trust(name)) continue;
    for (const VarId w : model[j].variables) {
      if (model[w].name.shown != name) continue;
      if (model[v].type != model[w].type) {
        blame_application(Code::channel_types, name, to_text(model[v].type), name_agent(i),
                          to_text(model[w].type), name_agent(j));
        return std::nullopt;
      }
      result.push_back(name);
    }
  }
  if (result.empty()) warn_of_no_channel(i, j);
  return result;
}

// Once for an application, and not again for one around it.
void RelationResolver::warn_of_no_channel(AgentId i, AgentId j) {
  const Application& where = *bindings_.application;
  const auto pair = std::minmax(i, j);
  auto& places = scope_.logics.warned[{where.text->source.get(), pair.first, pair.second}];
  const bool said = std::any_of(places.begin(), places.end(), [&](base::Range earlier) {
    return where.range.begin <= earlier.begin && earlier.end <= where.range.end;
  });
  if (said) return;
  places.push_back(where.range);
  const std::string first = name_agent(pair.first);
  if (i == j)
    blame_application(Code::no_channel, first + " has no variable that could be a channel",
                      application_text(), "it");
  else
    blame_application(Code::no_channel,
                      fmt::format("{} and {} share no channel, no variable name that both declare",
                                  first, name_agent(pair.second)),
                      application_text(), "them");
}

}  // namespace ken::model
