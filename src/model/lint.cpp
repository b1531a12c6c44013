// What is legal but suspicious.
//
// These are questions on the names: what is declared and never used.  Instances of a template share
// their place, so one instance in use is enough, and a warning is given once for each place.

#include "model/lint.hpp"

#include <map>
#include <set>

#include "model/mentions.hpp"
#include "model/registry.hpp"

namespace ken::model {
namespace {

using base::Code;

class Linter {
 public:
  Linter(const Model& model, base::Diagnostics& diagnostics)
      : model_(model), diagnostics_(diagnostics) {}

  void run() {
    check_names();
    check_variables();
    for (const Agent& agent : model_.agents) check_actions(agent);
  }

 private:
  template <class... Args>
  void warn(base::Range place, Code code, const Args&... args) {
    // Instances of a template share their place: once is enough.
    if (reported_.insert({place.begin, code}).second)
      diagnostics_.add(model_.source, place, code, args...);
  }

  // Members of an indexed family are declared in one place: one in use is enough.
  template <class T>
  void report_unused(const std::vector<T>& items, Code code) {
    std::set<std::uint32_t> used_places;
    for (const T& item : items)
      if (item.used) used_places.insert(item.place.begin);
    for (const T& item : items)
      if (!used_places.contains(item.place.begin)) warn(item.place, code, shown(item));
  }
  static const std::string& shown(const Atom& atom) { return atom.name.shown; }
  static const std::string& shown(const NamedGroup& group) { return group.name.shown; }
  static const std::string& shown(const Parameter& parameter) { return parameter.name; }
  static const std::string& shown(const NamedDefinition& definition) { return definition.name; }

  void check_names() {
    std::vector<Atom> declared;
    for (const Atom& atom : model_.atoms)
      if (atom.kind == AtomKind::declared) declared.push_back(atom);
    report_unused(declared, Code::unused_proposition);
    report_unused(model_.groups, Code::unused_group);
    report_unused(model_.parameters, Code::unused_parameter);
    report_unused(model_.definitions, Code::unused_definition);
  }

  // A variable matters if some expression reads it or somebody's knowledge depends on it.
  void check_variables() {
    std::vector<bool> read(model_.variables.size());
    const auto mark = [&](const std::vector<VarId>& variables) {
      for (const VarId id : variables) read[static_cast<std::size_t>(id)] = true;
    };
    mark(list_read_variables());
    for (const AgentId id : list_subjects()) mark(model_[id].visible);
    std::set<std::uint32_t> read_places;
    for (std::size_t i = 0; i < read.size(); ++i)
      if (read[i]) read_places.insert(model_.variables[i].declared.begin);
    for (const Variable& variable : model_.variables)
      if (!read_places.contains(variable.declared.begin))
        warn(variable.declared, Code::unused_variable, variable.name.shown);
  }

  [[nodiscard]] std::vector<VarId> list_read_variables() const {
    Mentions all(model_.exprs);
    Mentions value(model_.exprs);
    for (const Atom& atom : model_.atoms) all.add(atom.condition.expr);
    for (const Agent& agent : model_.agents) {
      if (agent.red) all.add(agent.red->expr);
      for (const ProtocolRule& rule : agent.protocol) all.add(rule.condition.expr);
      for (const EvolutionRule& rule : agent.evolution) {
        all.add(rule.condition.expr);
        for (const Assignment& a : rule.assignments) {
          value.clear();
          value.add(a.value.expr);
          if (!value.is_only(a.target)) all.add(a.value.expr);
        }
      }
    }
    return all.variables();
  }

  // Those who are named in a formula.
  [[nodiscard]] std::set<AgentId> list_subjects() const {
    std::set<AgentId> result;
    for (std::size_t i = 0; i < model_.formulas.size(); ++i)
      if (const auto* modal =
              std::get_if<logic::Modal>(&model_.formulas[static_cast<FormulaId>(i)]))
        for (const logic::Group& group : modal->subjects) result.insert(group.begin(), group.end());
    return result;
  }

  void check_actions(const Agent& agent) {
    if (agent.unrestricted) return;
    std::vector<bool> allowed(agent.actions.size());
    const auto mark = [&](const ProtocolRule& rule) {
      for (const ActionIndex a : rule.actions) allowed[a] = true;
    };
    for (const ProtocolRule& rule : agent.protocol) mark(rule);
    if (agent.other) mark(*agent.other);
    for (std::size_t a = 0; a < allowed.size(); ++a)
      if (!allowed[a])
        warn(agent.actions[a].place, Code::unused_action, agent.actions[a].name.shown,
             agent.name.shown);
  }

  const Model& model_;
  base::Diagnostics& diagnostics_;
  std::set<std::pair<std::uint32_t, Code>> reported_;
};

}  // namespace

void lint_indices(const syntax::System& text, const Model& model, base::Diagnostics& diagnostics) {
  std::map<std::string, std::string_view, std::less<>> names;
  for (const Atom& atom : model.atoms)
    if (atom.kind == AtomKind::declared) names[base_name(atom.name.shown)] = "proposition";
  for (const Variable& variable : model.variables)
    names[base_name(variable.name.shown)] = "variable";
  for (const Parameter& parameter : model.parameters) names[parameter.name] = "parameter";
  for (std::size_t i = 0; i < text.nodes.size(); ++i) {
    const syntax::Node& node = text.nodes[static_cast<syntax::NodeId>(i)];
    if (node.kind != syntax::NodeKind::binder) continue;
    const auto hidden = names.find(text.text(node.mark));
    if (hidden != names.end())
      diagnostics.add(text.source, node.mark, Code::hidden_name, hidden->first, hidden->second);
  }
}

void lint(const Model& model, base::Diagnostics& diagnostics) { Linter(model, diagnostics).run(); }

}  // namespace ken::model
