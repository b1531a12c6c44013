// The steps of a model as conditions between the state before and the state after.
//
// Protocol: an action is possible where a line with it holds, or where no line holds and Other has
// it.  Evolution: under MultiAssignment one of the lines that hold is applied, and whatever it does
// not assign stays; under SingleAssignment this is so for each variable on its own.  Where none
// holds, nothing changes.  A line that assigns what does not fit its variable offers no successor,
// because the variable never has that value afterwards.

#include "translate/smv_steps.hpp"

#include <algorithm>

#include "translate/smv_labels.hpp"

namespace ken::translate {
namespace {

using model::ActionIndex;
using model::Agent;
using model::EvolutionRule;

class Builder {
 public:
  Builder(const model::Model& model, SmvTerms& terms, const Agent& agent)
      : terms_(terms),
        exprs_(terms.exprs()),
        agent_(agent),
        id_(static_cast<model::AgentId>(&agent - model.agents.data())) {}

  ExprId build_protocol() {
    if (agent_.unrestricted) return exprs_.truth(true);
    std::vector<std::vector<ExprId>> allowed(agent_.actions.size());
    std::vector<ExprId> lines;
    for (const model::ProtocolRule& rule : agent_.protocol) {
      lines.push_back(terms_.condition(rule.condition.expr));
      for (const ActionIndex action : rule.actions) allowed[action].push_back(lines.back());
    }
    if (agent_.other) {
      const ExprId none = exprs_.negation(exprs_.disjunction(lines));
      for (const ActionIndex action : agent_.other->actions) allowed[action].push_back(none);
    }
    if (allowed.size() == 1) return exprs_.disjunction(allowed[0]);
    std::vector<ExprId> choices;
    for (std::size_t i = 0; i < allowed.size(); ++i)
      choices.push_back(exprs_.conjunction(
          {exprs_.action(id_, static_cast<ActionIndex>(i)), exprs_.disjunction(allowed[i])}));
    return exprs_.disjunction(choices);
  }

  ExprId build_multi_assignment() {
    std::vector<ExprId> ways;
    std::vector<ExprId> lines;
    for (const EvolutionRule& rule : agent_.evolution) {
      lines.push_back(terms_.condition(rule.condition.expr));
      ways.push_back(exprs_.conjunction({lines.back(), apply(rule, agent_.variables)}));
    }
    ways.push_back(exprs_.conjunction(
        {exprs_.negation(exprs_.disjunction(lines)), keep(terms_, agent_.variables)}));
    return exprs_.disjunction(ways);
  }

  ExprId build_single_assignment() {
    std::vector<ExprId> all;
    for (const VarId variable : agent_.variables) {
      std::vector<ExprId> ways;
      std::vector<ExprId> lines;
      for (const EvolutionRule& rule : agent_.evolution) {
        if (rule.assignments.front().target != variable) continue;
        lines.push_back(terms_.condition(rule.condition.expr));
        ways.push_back(exprs_.conjunction({lines.back(), apply(rule, std::span(&variable, 1))}));
      }
      ways.push_back(exprs_.conjunction(
          {exprs_.negation(exprs_.disjunction(lines)), keep(terms_, std::span(&variable, 1))}));
      all.push_back(exprs_.disjunction(ways));
    }
    return exprs_.conjunction(all);
  }

 private:
  ExprId apply(const EvolutionRule& rule, std::span<const VarId> variables) {
    std::vector<ExprId> all;
    std::vector<VarId> kept;
    for (const VarId variable : variables) {
      const auto assigned =
          std::find_if(rule.assignments.begin(), rule.assignments.end(),
                       [&](const model::Assignment& a) { return a.target == variable; });
      if (assigned == rule.assignments.end())
        kept.push_back(variable);
      else
        all.push_back(terms_.becomes(variable, assigned->value.expr));
    }
    all.push_back(keep(terms_, kept));
    return exprs_.conjunction(all);
  }

  SmvTerms& terms_;
  model::ExprStore& exprs_;
  const Agent& agent_;
  model::AgentId id_;
};

}  // namespace

SmvAgentSteps build_steps(const model::Model& model, SmvTerms& terms, const Agent& agent) {
  Builder builder(model, terms, agent);
  const bool multi = model.assignment == syntax::AssignmentSemantics::multi;
  return {builder.build_protocol(),
          multi ? builder.build_multi_assignment() : builder.build_single_assignment()};
}

}  // namespace ken::translate
