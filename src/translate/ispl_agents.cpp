// The sections of an agent.  The existing tool wants every one of them: variables, actions, at
// least one line of protocol and one of evolution; where ken has a default it is written out.

#include "translate/ispl_agents.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"

namespace ken::translate {
namespace {

using model::ActionIndex;
using model::Agent;
using model::Type;
using model::TypeKind;

class AgentWriter {
 public:
  AgentWriter(IsplJob& job, AgentId id)
      : job_(job),
        agent_(job.model[id]),
        conditions_(job.model, job.names, job.limits, {id, false, anchor()}) {}

  std::string run() {
    out_ = fmt::format("Agent {}\n", job_.names.agent(agent_));
    if (agent_.environment) variables("Obsvars", true);
    views();
    variables("Vars", false);
    red_states();
    out_ += fmt::format("  Actions = {};\n", actions(every_action()));
    protocol();
    evolution();
    out_ += "end Agent\n\n";
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string anchor() const {
    if (agent_.variables.empty()) return always(job_.names, job_.dummy, {});
    const model::Variable& first = job_.model[agent_.variables.front()];
    return always(job_.names, job_.names[first.name], first.type);
  }

  // ---- variables ----

  [[nodiscard]] std::string type_text(const Type& type) const {
    if (type.kind == TypeKind::boolean) return "boolean";
    if (type.kind == TypeKind::range) return fmt::format("{}..{}", type.low, type.high);
    std::string values;
    for (const std::string& value : type.names)
      values += (values.empty() ? "" : ", ") + job_.names[value];
    return "{" + values + "}";
  }

  void variables(std::string_view section, bool observable) {
    std::string lines;
    for (const VarId id : agent_.variables) {
      const model::Variable& variable = job_.model[id];
      if (variable.observable != observable) continue;
      const Type& type = variable.type;
      if (type.kind == TypeKind::range &&
          (type.low < -widest_literal || type.high > widest_literal))
        job_.limits.refuse(fmt::format("the range {}: numbers have 32 bits there", to_text(type)));
      job_.report(variable.declared);
      lines += fmt::format("    {} : {};\n", job_.names[variable.name], type_text(type));
    }
    if (!observable && needs_dummy(agent_)) lines += fmt::format("    {} : boolean;\n", job_.dummy);
    if (!lines.empty()) out_ += fmt::format("  {0}:\n{1}  end {0}\n", section, lines);
  }

  void views() {
    std::string names;
    for (const VarId id : agent_.locally_observable) {
      const model::Variable& variable = job_.model[id];
      if (variable.observable) continue;
      names += (names.empty() ? "" : ", ") + job_.names[variable.name];
    }
    if (!names.empty()) out_ += fmt::format("  Lobsvars = {{{}}};\n", names);
  }

  void red_states() {
    if (!agent_.red) return;
    const ExprId red = conditions_.condition(agent_.red->expr);
    if (is_never(red)) return;
    const std::string text = conditions_.store().condition_text(red);
    if (!job_.report(agent_.place))
      out_ += fmt::format("  RedStates:\n    {};\n  end RedStates\n", text);
  }

  // ---- protocol ----

  [[nodiscard]] std::vector<ActionIndex> every_action() const {
    std::vector<ActionIndex> all(agent_.actions.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<ActionIndex>(i);
    return all;
  }
  [[nodiscard]] std::string actions(const std::vector<ActionIndex>& indices) const {
    std::string names;
    for (const ActionIndex index : indices)
      names += (names.empty() ? "" : ", ") + job_.names[agent_.actions[index].name];
    return "{" + names + "}";
  }

  [[nodiscard]] bool is_never(ExprId condition) {
    const model::ExprStore& exprs = conditions_.store().exprs();
    return exprs.is_constant(condition) && exprs[condition].value == 0;
  }

  void protocol_line(ExprId condition, const std::vector<ActionIndex>& allowed, base::Range place) {
    const std::string text = conditions_.store().condition_text(condition);
    if (job_.report(place)) return;
    out_ += fmt::format("    {} : {};\n", text, actions(allowed));
  }

  // A line without actions cannot be written: it is left out, and 'Other' excludes it in words.
  void protocol() {
    out_ += "  Protocol:\n";
    if (agent_.unrestricted) {
      const bool implicit = agent_.environment && agent_.variables.empty() && !needs_dummy(agent_);
      if (!implicit) protocol_line(conditions_.store().truth(true), every_action(), agent_.place);
      out_ += "  end Protocol\n";
      return;
    }
    bool other_in_words = false;
    std::size_t written = 0;
    std::vector<ExprId> covered;
    for (const model::ProtocolRule& rule : agent_.protocol) {
      const ExprId condition = conditions_.condition(rule.condition.expr);
      if (is_never(condition) && !job_.limits.refused()) continue;
      covered.push_back(condition);
      if (rule.actions.empty()) {
        other_in_words = true;
        continue;
      }
      ++written;
      protocol_line(condition, rule.actions, rule.place);
    }
    written += other(other_in_words || written == 0, covered) ? 1 : 0;
    if (written == 0) protocol_line(conditions_.store().truth(false), every_action(), agent_.place);
    out_ += "  end Protocol\n";
  }

  bool other(bool in_words, const std::vector<ExprId>& covered) {
    if (!agent_.other || agent_.other->actions.empty()) return false;
    const model::ProtocolRule& rule = *agent_.other;
    IsplStore& store = conditions_.store();
    if (in_words)
      protocol_line(store.negation(store.disjunction(covered)), rule.actions, rule.place);
    else
      out_ += fmt::format("    Other : {};\n", actions(rule.actions));
    return true;
  }

  // ---- evolution ----

  void evolution() {
    out_ += "  Evolution:\n";
    const std::size_t before = out_.size();
    for (const model::EvolutionRule& rule : agent_.evolution) {
      evolution_rule(rule);
      job_.report(rule.place);
    }
    if (out_.size() == before && !agent_.environment) {
      const std::string variable = agent_.variables.empty()
                                       ? job_.dummy
                                       : job_.names[job_.model[agent_.variables.front()].name];
      out_ += fmt::format("    {0}={0} if {1};\n", variable, conditions_.store().scope().always);
    }
    out_ += "  end Evolution\n";
  }

  void evolution_rule(const model::EvolutionRule& rule) {
    const ExprId condition = conditions_.condition(rule.condition.expr);
    if (is_never(condition)) return;
    std::vector<std::vector<IsplCase>> choices;
    std::uint64_t lines = 1;
    for (const model::Assignment& assignment : rule.assignments) {
      choices.push_back(conditions_.cases(assignment));
      lines = saturating_multiply(lines, choices.back().size());
    }
    if (job_.limits.refused()) return;
    if (lines > IsplLimits::lines)
      return job_.limits.refuse(
          fmt::format("this line without blowing up: it would become {} lines", lines));
    std::vector<std::size_t> chosen(choices.size(), 0);
    for (std::uint64_t i = 0; i < lines && !job_.limits.refused(); ++i) {
      evolution_line(rule, condition, choices, chosen);
      for (std::size_t k = chosen.size(); k > 0; --k) {
        if (++chosen[k - 1] < choices[k - 1].size()) break;
        chosen[k - 1] = 0;
      }
    }
  }

  void evolution_line(const model::EvolutionRule& rule, ExprId condition,
                      const std::vector<std::vector<IsplCase>>& choices,
                      const std::vector<std::size_t>& chosen) {
    std::vector<ExprId> all{condition};
    std::string assignments;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const IsplCase& one = choices[i][chosen[i]];
      const VarId target = rule.assignments[i].target;
      all.push_back(one.guard);
      if (one.value && conditions_.store().size(*one.value) > job_.limits.condition())
        return job_.limits.refuse_size("this value", conditions_.store().size(*one.value));
      assignments += assignments.empty() ? "" : " and ";
      assignments += job_.names[job_.model[target].name] + "=";
      assignments += one.value ? conditions_.store().value_text(target, *one.value) : lost(target);
    }
    const ExprId when = conditions_.store().conjunction(all);
    if (is_never(when)) return;
    const std::string text = conditions_.store().condition_text(when);
    if (job_.limits.refused()) return;
    out_ += fmt::format("    {} if {};\n", assignments, text);
    if (out_.size() > job_.limits.total()) job_.limits.refuse_size("this agent", out_.size());
  }

  // A value that never fits, so that the line offers no successor; not a constant, and possibly in
  // range for all that can be seen without looking, because constants out of range are rejected.
  [[nodiscard]] std::string lost(VarId target) const {
    const model::Variable& variable = job_.model[target];
    CHECK(variable.type.kind == TypeKind::range, "only numbers can be out of range");
    const std::string& name = job_.names[variable.name];
    if (variable.type.low < variable.type.high && variable.type.high < widest_literal &&
        variable.type.high + 1 >= 0)
      return fmt::format("{0}-{0}+{1}", name, variable.type.high + 1);
    return name + "+1/2";
  }

  IsplJob& job_;
  const Agent& agent_;
  IsplConditions conditions_;
  std::string out_;
};

}  // namespace

bool IsplJob::report(const base::Source& source, base::Range place, base::Code code) {
  const auto refusal = limits.take_refusal();
  if (refusal) diagnostics.add(source, place, code, "plain ISPL", *refusal);
  return refusal.has_value();
}

bool needs_dummy(const Agent& agent) {
  if (!agent.variables.empty() || !agent.declared) return false;
  return !agent.environment || !agent.unrestricted || agent.red.has_value();
}

std::string always(const IsplNames& names, const std::string& variable, const Type& type) {
  if (type.kind == TypeKind::boolean) return fmt::format("{0}=true or {0}=false", variable);
  const std::string value = names.value(type, type.low);
  return fmt::format("{0}={1} or !({0}={1})", variable, value);
}

std::string agent_text(IsplJob& job, AgentId id) { return AgentWriter(job, id).run(); }

}  // namespace ken::translate
