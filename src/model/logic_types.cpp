// What the parameters of a definition are: agents, groups or formulas, by how the body uses them.
//
// A walk through the body with a stack says of each place what stands there.  A name that is used
// both as an agent and as a group is an agent, which is a group of one.  In an operator on an
// application the application says what its names are.

#include "model/logics.hpp"
#include "model/scope.hpp"
#include "syntax/operators.hpp"

namespace ken::model {
namespace {

using base::Code;
using Param = logic::Parameter;
using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using Types = std::map<std::string, Param, std::less<>>;

class TypeReader {
 public:
  TypeReader(Scope& scope, const LoadedLogic& logic, const syntax::LogicDefinition& definition)
      : scope_(scope), logic_(logic), definition_(definition) {}

  std::optional<Types> run(const std::vector<OperatorDefinition::Slot>& slots) {
    for (const OperatorDefinition::Slot& slot : slots) note_application(slot);
    for (const auto& slot : slots)
      for (const std::string& name : slot.names) wanted_.try_emplace(name);
    for (const auto& parameter : definition_.parameters)
      if (!parameter.application) wanted_.try_emplace(logic_.text(parameter.name));
    const bool relation = definition_.kind == syntax::LogicDefinition::Kind::relation;
    open_.push_back({definition_.body, relation ? Place::relation : Place::formula});
    while (!open_.empty()) {
      const Item item = open_.back();
      open_.pop_back();
      look_at(item);
    }
    if (mistaken_) return std::nullopt;
    return list_types();
  }

 private:
  enum class Place : std::uint8_t { formula, relation, agent, group };
  struct Item {
    NodeId node;
    Place place;
  };

  [[nodiscard]] const syntax::System& text() const { return logic_.file.text; }

  void note_application(const OperatorDefinition::Slot& slot) {
    if (!slot.application) return;
    const auto& signature = scope_.model.modalities[*slot.application].signature;
    for (std::size_t i = 0; i < signature.size(); ++i) {
      const bool operation = signature[i] == Param::operation;
      note(slot.names[i], operation ? Param::formula : signature[i], definition_.name);
    }
  }

  void note(const std::string& name, Param type, base::Range range) {
    auto& known = wanted_[name];
    const auto is_subject = [](Param p) { return p != Param::formula; };
    if (known && is_subject(*known) != is_subject(type)) {
      mistaken_ = true;
      scope_.diagnostics.add(text().source, range, Code::mixed_parameter, name,
                             logic::in_words(*known), logic::in_words(type));
    } else if (!known || type == Param::agent) {
      known = type;
    }
  }

  void look_at(const Item& item) {
    const Node& node = text().nodes[item.node];
    if (node.kind == NodeKind::name) return look_at_name(item, node);
    if (node.kind == NodeKind::call && item.place == Place::formula)
      return look_at_call(item.node, node);
    if (node.kind == NodeKind::coalition) {
      open_.push_back({text().nodes.child(item.node, 1), Place::formula});
      open_.push_back({text().nodes.child(item.node, 0), Place::group});
      return;
    }
    const auto children = text().nodes.children(item.node);
    const std::string_view word = text().text(node.mark);
    const bool over_relation = node.kind == NodeKind::scoped && (word == "all" || word == "some");
    for (std::size_t i = children.size(); i-- > 0;) {
      const Place inside = node.kind == NodeKind::call || node.kind == NodeKind::set ? Place::agent
                           : over_relation && i == 0 ? Place::relation
                                                     : item.place;
      const bool binds = node.kind == NodeKind::scoped && !over_relation && i == 0;
      if (!binds && text().nodes[children[i]].kind != NodeKind::bound)
        open_.push_back({children[i], inside});
    }
  }

  // Only names of the head count; the others are bound inside, or wrong.
  void look_at_name(const Item& item, const Node& node) {
    const auto segments = text().nodes.children(item.node);
    const std::string first(text().text(text().nodes[segments.front()].mark));
    if (segments.size() == 2) {
      const auto called_after = text().nodes.children(segments[1]);
      if (wanted_.contains(first)) note(first, Param::agent, node.range);
      for (const NodeId agent : called_after) open_.push_back({agent, Place::agent});
      return;
    }
    if (!wanted_.contains(first) || item.place == Place::relation) return;
    note(first,
         item.place == Place::formula ? Param::formula
         : item.place == Place::agent ? Param::agent
                                      : Param::group,
         node.range);
  }

  void look_at_call(NodeId call, const Node& node) {
    const auto id = scope_.logics.find_call(scope_, text().text(node.mark), &logic_);
    const auto signature =
        id ? scope_.model.modalities[*id].signature : std::vector<logic::Parameter>();
    if (signature.size() != node.child_count) {  // checking the body reports it
      is_clear_ = false;
      return;
    }
    for (std::size_t i = signature.size(); i-- > 0;) {
      const Place inside = signature[i] == Param::agent   ? Place::agent
                           : signature[i] == Param::group ? Place::group
                                                          : Place::formula;
      open_.push_back({text().nodes.child(call, i), inside});
    }
  }

  // A name that nobody uses might be anything, and is a formula.
  [[nodiscard]] Types list_types() const {
    Types result;
    const bool relation = definition_.kind == syntax::LogicDefinition::Kind::relation;
    for (const auto& [name, type] : wanted_) {
      if (!type && is_clear_)
        scope_.diagnostics.add(text().source, definition_.name, Code::unused_name, name);
      result.emplace(name, type.value_or(relation ? Param::agent : Param::formula));
    }
    return result;
  }

  Scope& scope_;
  const LoadedLogic& logic_;
  const syntax::LogicDefinition& definition_;
  std::map<std::string, std::optional<Param>, std::less<>> wanted_;
  std::vector<Item> open_;
  bool mistaken_ = false;
  bool is_clear_ = true;  // it is known what every name is used for
};

}  // namespace

std::optional<Types> infer_types(Scope& scope, const LoadedLogic& logic,
                                 const syntax::LogicDefinition& definition,
                                 const std::vector<OperatorDefinition::Slot>& slots) {
  return TypeReader(scope, logic, definition).run(slots);
}

}  // namespace ken::model
