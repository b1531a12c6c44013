// Operators of logic files: what an application stands for, and what only their bodies have.
//
// The body of a definition is resolved anew for each application, with its names bound to the
// agents and formulas given, by a resolver of its own; definitions rest on earlier ones only, so
// this ends, at a depth that Logics limits.  Equal applications share their body.
//
// A variable of a fixpoint gets the first number that is free in no formula given and belongs to no
// fixpoint around it, so that what is given never means another variable than before.

#include <fmt/format.h>

#include <bit>

#include "base/text.hpp"
#include "model/formula_resolver.hpp"
#include "model/relation_resolver.hpp"

namespace ken::model {

using base::Code;
using Param = logic::Parameter;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;

// ---- applications ----

namespace {

std::vector<std::uint64_t> make_key(const logic::Modal& modal) {
  std::vector<std::uint64_t> key{static_cast<std::uint64_t>(modal.modality)};
  for (const logic::Group& group : modal.subjects) {
    key.push_back(group.size());
    for (const AgentId agent : group) key.push_back(static_cast<std::uint64_t>(agent));
  }
  for (const FormulaId arg : modal.args) key.push_back(static_cast<std::uint64_t>(arg));
  return key;
}

}  // namespace

FormulaResolver::Result FormulaResolver::apply_definition(const OperatorDefinition& definition,
                                                          logic::Modal modal, NodeId call) {
  deepest_ = std::max(deepest_, definition.depth);
  auto key = make_key(modal);
  const auto known = scope_.logics.bodies.find(key);
  if (known != scope_.logics.bodies.end()) {
    modal.body = known->second;
    return store().add(modal);
  }
  Bindings inner{definition.logic, &definition, {}, {}};
  inner.application = bindings_ != nullptr
                          ? bindings_->application
                          : std::optional(Application{text_, text().nodes[call].range});
  if (!bind(definition, modal, call, inner.meanings)) return std::nullopt;
  const syntax::System& file = definition.logic->file.text;
  scope_.constants.spend(file, file.nodes[definition.syntax->body].range, file.nodes.size());
  FormulaResolver resolver(scope_, &inner);
  modal.body = resolver.resolve(file, definition.syntax->body, syntax::PrefixWord::none);
  if (!modal.body) return std::nullopt;
  scope_.logics.bodies.emplace(std::move(key), *modal.body);
  return store().add(modal);
}

// What each name of the head stands for.  A name that occurs twice stands for one thing.
bool FormulaResolver::bind(const OperatorDefinition& definition, const logic::Modal& modal,
                           NodeId call, Meanings& meanings) {
  std::size_t subject = 0;
  std::size_t arg = 0;
  for (std::size_t i = 0; i < definition.slots.size(); ++i) {
    const OperatorDefinition::Slot& slot = definition.slots[i];
    if (!slot.application) {
      const std::string& name = slot.names.front();
      const bool formula = definition.types.at(name) == Param::formula;
      const Bindings::Meaning meaning = formula ? Bindings::Meaning(modal.args[arg++])
                                                : Bindings::Meaning(modal.subjects[subject++]);
      if (!bind_name(name, meaning, call, meanings)) return false;
    } else if (!is_application(slot, modal.args[arg], text().nodes.child(call, i), call) ||
               !bind_application(slot, modal.args[arg++], call, meanings)) {
      return false;
    }
  }
  return true;
}

bool FormulaResolver::is_application(const OperatorDefinition::Slot& slot, FormulaId arg,
                                     NodeId place, NodeId call) {
  const auto* const inner = std::get_if<logic::Modal>(&store()[arg]);
  if (inner != nullptr && inner->modality == *slot.application) return true;
  complain(text().nodes[place].range, Code::wrong_argument, text().text(text().nodes[call].mark),
           fmt::format("an application of {}", scope_.model.modalities[*slot.application].keyword));
  return false;
}

bool FormulaResolver::bind_application(const OperatorDefinition::Slot& slot, FormulaId arg,
                                       NodeId call, Meanings& meanings) {
  const logic::Modality& row = scope_.model.modalities[*slot.application];
  const logic::Modal given = std::get<logic::Modal>(store()[arg]);
  std::size_t subject = 0;
  std::size_t formula = 0;
  for (std::size_t i = 0; i < row.signature.size(); ++i) {
    const bool who = row.signature[i] == Param::agent || row.signature[i] == Param::group;
    const Bindings::Meaning meaning = who ? Bindings::Meaning(given.subjects[subject++])
                                          : Bindings::Meaning(given.args[formula++]);
    if (!bind_name(slot.names[i], meaning, call, meanings)) return false;
  }
  return true;
}

bool FormulaResolver::bind_name(const std::string& name, const Bindings::Meaning& meaning,
                                NodeId call, Meanings& meanings) {
  const auto [at, fresh] = meanings.emplace(name, meaning);
  if (fresh || at->second == meaning) return true;
  const auto show = [&](const Bindings::Meaning& one) -> std::string {
    const auto* const group = std::get_if<logic::Group>(&one);
    if (group == nullptr || group->empty()) return "another formula";
    const auto index = static_cast<std::size_t>(group->front());
    return index < scope_.model.agents.size() ? scope_.model.agents[index].name.shown : "an agent";
  };
  complain(text().nodes[call].range, Code::different_arguments,
           text().text(text().nodes[call].mark), fmt::format("'{}'", name), show(at->second),
           show(meaning));
  return false;
}

// ---- names in a body ----

FormulaResolver::Result FormulaResolver::resolve_bound_name(NodeId node) {
  if (names_coloured_states(text(), node)) {
    const auto agent = find_bound_subject(text().nodes.child(node, 0), Param::agent);
    if (!agent) return std::nullopt;
    const bool checking = !bindings_->application;
    return checking ? store().add(logic::Atom{AtomId{0}})
                    : add_coloured_states(node, agent->front());
  }
  const std::string word(text().text(text().nodes[node].range));
  for (auto variable = variables_.rbegin(); variable != variables_.rend(); ++variable)
    if (variable->first == word) return store().add(logic::Variable{variable->second});
  const auto at = bindings_->meanings.find(word);
  if (at == bindings_->meanings.end()) {
    auto& d = scope_.diagnostics.add(text().source, text().nodes[node].range, Code::unknown_name,
                                     "name", base::shorten(word, 40));
    std::vector<std::string> names;
    for (const auto& [name, meaning] : bindings_->meanings) names.push_back(name);
    Scope::suggest(d, word, names);
    return std::nullopt;
  }
  if (const auto* const formula = std::get_if<FormulaId>(&at->second)) return *formula;
  return complain(text().nodes[node].range, Code::not_a_formula, fmt::format("agent '{}'", word));
}

std::optional<logic::Group> FormulaResolver::find_bound_subject(NodeId node, Param parameter) {
  const Node& n = text().nodes[node];
  if (n.kind == NodeKind::set && parameter == Param::group) {
    logic::Group all;
    for (const NodeId element : text().nodes.children(node)) {
      const auto one = find_bound_subject(element, Param::agent);
      if (!one) return std::nullopt;
      all.insert(all.end(), one->begin(), one->end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }
  const auto at = bindings_->meanings.find(text().text(n.range));
  const auto* const group =
      at == bindings_->meanings.end() ? nullptr : std::get_if<logic::Group>(&at->second);
  if (group != nullptr && (parameter == Param::group || group->size() == 1)) return *group;
  complain(n.range, Code::expected, logic::in_words(parameter),
           fmt::format("'{}'", base::shorten(one_line(text(), n.range), 40)));
  return std::nullopt;
}

// ---- relations and fixpoints ----

void FormulaResolver::step_scoped(Frame& frame) {
  const Node& node = text().nodes[frame.node];
  const std::string_view word = text().text(node.mark);
  const NodeId body = text().nodes.child(frame.node, node.child_count - 1);
  const bool first = frame.next++ == 0;
  if (word == "all" || word == "some") {
    if (first) return stack_.enter(body);
    return leave(frame, build_related(frame));
  }
  if (word == "least" || word == "greatest") {
    if (first && !bind_variable(frame)) return leave(frame, std::nullopt);
    if (first) return stack_.enter(body);
    return leave(frame, build_fixpoint(frame));
  }
  leave(frame, complain(node.range, Code::not_a_formula, fmt::format("'{} x in ...'", word)));
}

FormulaResolver::Result FormulaResolver::build_related(const Frame& frame) {
  const NodeId body = text().nodes.child(frame.node, 1);
  const Result arg = require_state(result(frame, 0), text().nodes[body].range);
  RelationResolver relations(scope_, *bindings_);
  const auto relation = relations.resolve(text().nodes.child(frame.node, 0));
  if (!arg || !relation) return std::nullopt;
  const bool all = text().text(text().nodes[frame.node].mark) == "all";
  const auto quantifier = all ? logic::PathQuantifier::all : logic::PathQuantifier::some;
  return store().add(logic::Related{quantifier, *relation, *arg});
}

bool FormulaResolver::bind_variable(const Frame& frame) {
  const NodeId head = text().nodes.child(frame.node, 0);
  const std::string name(text().text(text().nodes[head].range));
  const bool taken =
      bindings_->meanings.contains(name) ||
      std::any_of(variables_.begin(), variables_.end(), [&](auto& v) { return v.first == name; });
  if (taken) {
    complain(text().nodes[head].range, Code::declared_twice, "name", name);
    return false;
  }
  std::uint64_t free = 0;
  for (const auto& [other, meaning] : bindings_->meanings)
    if (const auto* const formula = std::get_if<FormulaId>(&meaning))
      free |= store().traits(*formula).free;
  const auto number = static_cast<std::size_t>(std::bit_width(free)) + variables_.size();
  if (number >= logic::most_variables) {
    complain(text().nodes[head].range, Code::too_large, "this fixpoint",
             fmt::format("{} fixpoints inside each other", number + 1), logic::most_variables);
    return false;
  }
  variables_.emplace_back(name, static_cast<std::uint8_t>(number));
  return true;
}

FormulaResolver::Result FormulaResolver::build_fixpoint(const Frame& frame) {
  const std::uint8_t variable = variables_.back().second;
  variables_.pop_back();
  const NodeId body = text().nodes.child(frame.node, 1);
  const Result arg = require_state(result(frame, 0), text().nodes[body].range);
  if (!arg) return std::nullopt;
  const bool least = text().text(text().nodes[frame.node].mark) == "least";
  const FormulaId id = store().add(
      logic::Fixpoint{least ? logic::Extremum::least : logic::Extremum::greatest, variable, *arg});
  fixpoints_.emplace_back(id, text().nodes.child(frame.node, 0));
  return id;
}

}  // namespace ken::model
