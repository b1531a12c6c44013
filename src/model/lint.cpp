// What is legal but suspicious.
//
// Three kinds of questions, none of which needs the reachable states:
//
//   - on the names: what is declared and never used.  Instances of a template share their place, so
//     one instance in use is enough, and a warning is given once for each place.
//   - on the initial states: whether there are any (initial.cpp), for a second at most.
//   - on the local cases of one agent (local_cases.cpp): a local state without action, lines that
//     hold together and do different things, values that do not fit, lines that never apply.
//     A case counts only if the protocol allows the agent's own action in it.
//
// Local cases over-approximate: one may never be reached, so these are warnings.  An agent with too
// many cases is not looked at, and that is said.

#include "model/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "model/initial.hpp"
#include "model/local_cases.hpp"
#include "model/registry.hpp"
#include "model/step.hpp"

namespace ken::model {
namespace {

using base::Code;

class Linter {
 public:
  Linter(const Model& model, base::Budget& budget, base::Diagnostics& diagnostics)
      : model_(model), budget_(budget), diagnostics_(diagnostics) {}

  void run() {
    check_initial_states();
    check_names();
    check_variables();
    for (const Agent& agent : model_.agents) {
      check_protocol(agent);
      check_actions(agent);
      check_evolution(agent);
    }
  }

 private:
  template <class... Args>
  void warn(base::Range place, Code code, const Args&... args) {
    // Instances of a template share their place: once is enough.
    if (reported_.insert({place.begin, code}).second)
      diagnostics_.add(model_.source, place, code, args...);
  }

  void check_initial_states() {
    if (!model_.initial) return;
    bool any = false;
    try {
      base::Budget patience(1.0, std::nullopt);
      for_each_initial_state(model_, patience, [&](const State&) {
        any = true;
        return false;
      });
    } catch (const base::Exhausted&) {
      return;
    }
    if (!any) warn(model_.initial_place, Code::no_initial_state);
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

  void check_names() {
    std::vector<Atom> declared;
    for (const Atom& atom : model_.atoms)
      if (atom.kind == AtomKind::declared) declared.push_back(atom);
    report_unused(declared, Code::unused_proposition);
    report_unused(model_.groups, Code::unused_group);
    report_unused(model_.parameters, Code::unused_parameter);
  }

  // A variable matters if some expression reads it or somebody's knowledge depends on it.
  void check_variables() {
    std::vector<bool> read(model_.variables.size());
    const auto mark = [&](const std::vector<VarId>& variables) {
      for (const VarId id : variables) read[static_cast<std::size_t>(id)] = true;
    };
    const auto mark_expr = [&](const Compiled& e) { mark(support(model_.exprs, e.expr)); };
    for (const Atom& atom : model_.atoms) mark_expr(atom.condition);
    for (const Agent& agent : model_.agents) {
      if (agent.red) mark_expr(*agent.red);
      for (const ProtocolRule& rule : agent.protocol) mark_expr(rule.condition);
      for (const EvolutionRule& rule : agent.evolution) {
        mark_expr(rule.condition);
        for (const Assignment& a : rule.assignments)
          if (support(model_.exprs, a.value.expr) != std::vector<VarId>{a.target})
            mark_expr(a.value);
      }
    }
    for (std::size_t i = 0; i < model_.formulas.size(); ++i) {
      const auto* modal = std::get_if<logic::Modal>(&model_.formulas[static_cast<FormulaId>(i)]);
      if (modal == nullptr) continue;
      for (const logic::Group& group : modal->subjects)
        for (const AgentId id : group) mark(model_[id].visible);
    }
    std::set<std::uint32_t> read_places;
    for (std::size_t i = 0; i < read.size(); ++i)
      if (read[i]) read_places.insert(model_.variables[i].declared.begin);
    for (const Variable& variable : model_.variables)
      if (!read_places.contains(variable.declared.begin))
        warn(variable.declared, Code::unused_variable, variable.name.shown);
  }

  void note_unchecked(const Agent& agent, std::string_view what) {
    warn(agent.place, Code::not_looked_at, agent.name.shown, what);
  }

  void check_protocol(const Agent& agent) {
    if (agent.unrestricted || agent.other) return;
    std::vector<ExprId> conditions;
    for (const ProtocolRule& rule : agent.protocol) conditions.push_back(rule.condition.expr);
    const LocalCases cases(model_, conditions);
    if (!cases.are_few()) return note_unchecked(agent, "protocol gaps");
    cases.for_each(budget_, [&](const State& state, const JointAction& actions) {
      if (!allowed_actions(agent, state).empty()) return true;
      warn(agent.place, Code::protocol_gap, agent.name.shown, cases.in_words(state, actions));
      return false;
    });
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

  // ---- evolutions ----

  void check_evolution(const Agent& agent) {
    std::vector<ExprId> exprs;
    for (const EvolutionRule& rule : agent.evolution) {
      exprs.push_back(rule.condition.expr);
      for (const Assignment& a : rule.assignments) exprs.push_back(a.value.expr);
    }
    for (const ProtocolRule& rule : agent.protocol) exprs.push_back(rule.condition.expr);
    if (agent.evolution.empty()) return;
    const LocalCases cases(model_, exprs);
    if (!cases.are_few()) return note_unchecked(agent, "overlapping lines and overflows");
    const auto self = static_cast<AgentId>(&agent - model_.agents.data());
    const bool tests_itself = std::binary_search(agent.tested.begin(), agent.tested.end(), self);
    std::vector<bool> applies(agent.evolution.size());
    cases.for_each(budget_, [&](const State& state, const JointAction& actions) {
      const auto allowed = allowed_actions(agent, state);
      const ActionIndex own = actions[static_cast<std::size_t>(self)];
      if (tests_itself ? !std::binary_search(allowed.begin(), allowed.end(), own) : allowed.empty())
        return true;
      check_case(agent, cases, state, actions, applies);
      return true;
    });
    // A line of the text may have become several, of which some may never apply.
    std::set<std::uint32_t> alive;
    for (std::size_t i = 0; i < applies.size(); ++i)
      if (applies[i]) alive.insert(agent.evolution[i].place.begin);
    for (std::size_t i = 0; i < applies.size(); ++i)
      if (!alive.contains(agent.evolution[i].place.begin) &&
          !model_.exprs.is_constant(agent.evolution[i].condition.expr) &&
          agent.name.shown == agent.name.plain)
        warn(agent.evolution[i].place, Code::unreachable_line);
  }

  void check_case(const Agent& agent, const LocalCases& cases, const State& state,
                  const JointAction& actions, std::vector<bool>& applies) {
    std::vector<const EvolutionRule*> holding;
    for (std::size_t i = 0; i < agent.evolution.size(); ++i) {
      const EvolutionRule& rule = agent.evolution[i];
      if (!rule.condition.program.holds(state, actions)) continue;
      applies[i] = true;
      holding.push_back(&rule);
      check_overflow(rule, state);
    }
    if (model_.assignment != syntax::AssignmentSemantics::multi) return;
    for (std::size_t i = 1; i < holding.size(); ++i) {
      if (same_effect(*holding[0], *holding[i], state)) continue;
      const auto line = model_.source->position(holding[0]->place.begin).line;
      warn(holding[i]->place, Code::overlapping_lines, line, cases.in_words(state, actions));
    }
  }

  void check_overflow(const EvolutionRule& rule, const State& state) {
    for (const Assignment& a : rule.assignments) {
      const Number value = a.value.program.evaluate(state);
      const Type& type = model_[a.target].type;
      if (value.is_integer() && value.numerator() >= type.low && value.numerator() <= type.high)
        continue;
      warn(a.place, Code::possible_overflow, to_text(type), model_[a.target].name.shown);
    }
  }

  static bool same_effect(const EvolutionRule& a, const EvolutionRule& b, const State& state) {
    const auto effect = [&](const EvolutionRule& rule) {
      std::map<VarId, Value> result;
      for (const Assignment& x : rule.assignments) {
        const Value now = state[static_cast<std::size_t>(x.target)];
        const Value next = x.value.program.evaluate(state).numerator();
        if (next != now) result[x.target] = next;
      }
      return result;
    };
    return effect(a) == effect(b);
  }

  const Model& model_;
  base::Budget& budget_;
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

void lint(const Model& model, base::Budget& budget, base::Diagnostics& diagnostics) {
  try {
    Linter(model, budget, diagnostics).run();
  } catch (const base::Exhausted&) {
    // What was found until then is worth having.
  }
}

}  // namespace ken::model
