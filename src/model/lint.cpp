// What is legal but suspicious.
//
// These are questions on the names: what is declared and never used.  Instances of a template share
// their place, so one instance in use is enough, and a warning is given once for each place.
//
// An agent's view of another one is its variable v_<name>, if a trust operator asks for it.  Where
// none does, such a name is as good as any other; where one does, a view of nobody, or one that is
// not asked for and not read, is suspicious.

#include "model/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
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
  base::Diagnostic* warn(base::Range place, Code code, const Args&... args) {
    // Instances of a template share their place: once is enough.
    if (!reported_.insert({place.begin, code}).second) return nullptr;
    return &diagnostics_.add(model_.source, place, code, args...);
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
    std::vector<bool> read = find_read();
    check_views(read);
    for (const AgentId id : list_subjects()) mark(model_[id].visible, read);
    const Places read_places = find_places(read);
    for (const Variable& variable : model_.variables)
      if (!read_places.contains(variable.declared.begin) &&
          !is_reported(variable, Code::unused_view) && !is_reported(variable, Code::view_of_nobody))
        warn(variable.declared, Code::unused_variable, variable.name.shown);
  }
  static void mark(const std::vector<VarId>& variables, std::vector<bool>& read) {
    for (const VarId id : variables) read[static_cast<std::size_t>(id)] = true;
  }
  // By expressions, and by relations of logic files.
  [[nodiscard]] std::vector<bool> find_read() const {
    std::vector<bool> read(model_.variables.size());
    mark(list_read_variables(), read);
    for (std::size_t i = 0; i < model_.relations.size(); ++i)
      if (const auto* same = std::get_if<SameValue>(&model_.relations[static_cast<RelationId>(i)]))
        mark({same->first.variable, same->second.variable}, read);
    return read;
  }
  using Places = std::set<std::uint32_t>;
  [[nodiscard]] Places find_places(const std::vector<bool>& chosen) const {
    Places places;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i]) places.insert(model_.variables[i].declared.begin);
    return places;
  }

  void check_views(const std::vector<bool>& read) {
    const auto asked = [](const Variable& v) { return v.asked_as_view; };
    if (std::none_of(model_.variables.begin(), model_.variables.end(), asked)) return;
    const Places read_places = find_places(read);
    std::vector<std::string> agents;
    for (const Agent& agent : model_.agents) agents.push_back(base_name(agent.name.shown));
    for (const Variable& variable : model_.variables) {
      const std::string name = base_name(variable.name.shown);
      if (!name.starts_with("v_")) continue;
      const bool is_read = read_places.contains(variable.declared.begin);
      const std::string& owner = model_[variable.owner].name.shown;
      const std::string about = name.substr(2);
      if (std::find(agents.begin(), agents.end(), about) != agents.end()) {
        if (!is_read) warn(variable.declared, Code::unused_view, name, owner);
      } else if (const auto near = base::find_nearest(about, agents); near || !is_read) {
        auto* const d = warn(variable.declared, Code::view_of_nobody, name, owner, about);
        if (d != nullptr && near) d->hint = fmt::format("did you mean 'v_{}'?", *near);
      }
    }
  }
  [[nodiscard]] bool is_reported(const Variable& variable, Code code) const {
    return reported_.contains({variable.declared.begin, code});
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
