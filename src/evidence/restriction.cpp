// A strategy as a model.
//
// Protocol lines add up, so a line that allows something else at a decided local state must not
// match there any more; lines that do not are left as they are.  A decided state is matched by the
// line of its action, so 'Other' does not apply there either.
//
// Where nobody of the coalition has a choice left, the strategy wins if nobody's power is enough:
// <{}>F p in the restricted model, which is CTL with a successor demanded until p holds.  Its
// arguments are meant in the whole model.  Propositions are the same in both; other arguments are
// replaced by the states where they hold in the whole model or, if these are many, the formula is
// left out.  With Fairness it speaks of fair paths only.  A state of the
// whole model's fair paths where the chosen moves are blocked is then seen by no formula.

#include "evidence/restriction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ken::evidence {
namespace {

using model::ActionIndex;
using model::Compiled;
using model::ExprId;
using model::ExprOp;
using model::ProtocolRule;
using model::Value;
using model::VarId;
using Values = std::vector<Value>;

class Restricting {
 public:
  Restricting(const model::Model& model, const Strategy& strategy)
      : strategy_(strategy), result_{model, {}} {}

  Restriction run() {
    remark_on_strategy();
    for (const MemberStrategy& member : strategy_.members) restrict_member(member);
    start();
    claim();
    return std::move(result_);
  }
  model::Model restrict_only() {
    for (const MemberStrategy& member : strategy_.members) restrict_member(member);
    return std::move(result_.model);
  }

 private:
  model::Model& model() { return result_.model; }

  template <class... Args>
  void remark(fmt::format_string<Args...> text, Args&&... args) {
    result_.remarks.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  void remark_on_strategy() {
    std::vector<std::string> names;
    for (const MemberStrategy& member : strategy_.members)
      if (!member.points.empty()) names.push_back(model()[member.agent].name.shown);
    remark("A strategy for {} [{}].", in_words(model(), strategy_).operation,
           logic::name(strategy_.semantics));
    if (names.empty())
      remark("Nothing has to be chosen: the protocols are those of the model.");
    else
      remark("Restricted to it are the protocols of {}.", fmt::join(names, ", "));
  }

  // ---- conditions ----

  ExprId equals(VarId id, Value value) {
    model::ExprStore& exprs = model().exprs;
    const model::Type& type = model()[id].type;
    const ExprId variable = exprs.variable(id, type.low, type.high);
    if (type.kind != model::TypeKind::boolean)
      return exprs.compare(ExprOp::equal, variable, exprs.constant(value));
    return value != 0 ? variable : exprs.negation(variable);
  }

  ExprId one_of(VarId id, const Values& values) {
    model::ExprStore& exprs = model().exprs;
    if (values.size() == model()[id].type.size()) return exprs.truth(true);
    std::vector<ExprId> ways;
    ways.reserve(values.size());
    for (const Value value : values) ways.push_back(equals(id, value));
    return exprs.disjunction(ways);
  }

  // The variables have the values of one of the rows.  From the last variable to the first, values
  // before the same rest are taken together.
  ExprId match(const std::vector<VarId>& variables, const std::vector<Values>& rows) {
    model::ExprStore& exprs = model().exprs;
    std::map<Values, ExprId> rests;
    for (const Values& row : rows) rests.emplace(row, exprs.truth(true));
    for (std::size_t k = variables.size(); k-- > 0;) {
      std::map<Values, std::map<ExprId, Values>> groups;
      for (const auto& [row, rest] : rests)
        groups[Values(row.begin(), row.end() - 1)][rest].push_back(row.back());
      rests.clear();
      for (const auto& [row, cases] : groups) {
        std::vector<ExprId> ways;
        for (const auto& [rest, values] : cases)
          ways.push_back(exprs.conjunction({one_of(variables[k], values), rest}));
        rests.emplace(row, exprs.disjunction(ways));
      }
    }
    return rests.empty() ? exprs.truth(false) : rests.begin()->second;
  }

  // ---- protocols ----

  void restrict_member(const MemberStrategy& member) {
    if (member.points.empty()) return;
    model::Agent& agent = model().agents[static_cast<std::size_t>(member.agent)];
    std::map<ActionIndex, std::vector<Values>> decided;
    for (const Decision& point : member.points) {
      Values view;
      for (const auto& [variable, value] : point.seen) view.push_back(value);
      decided[point.action].push_back(std::move(view));
    }
    std::vector<ProtocolRule> rules;
    rules.reserve(decided.size() + agent.protocol.size());
    for (const auto& [action, views] : decided)
      rules.push_back({Compiled(match(agent.visible, views)), {action}, agent.place});
    for (const ProtocolRule& rule : agent.protocol) rules.push_back(keep_off(agent, rule, decided));
    agent.protocol = std::move(rules);
    if (!std::exchange(agent.unrestricted, false)) return;
    agent.other = ProtocolRule{Compiled(model().exprs.truth(true)), {}, agent.place};
    for (std::size_t i = 0; i < agent.actions.size(); ++i)
      agent.other->actions.push_back(static_cast<ActionIndex>(i));
  }

  // The line where nothing is decided that it does not say itself.
  ProtocolRule keep_off(const model::Agent& agent, const ProtocolRule& rule,
                        const std::map<ActionIndex, std::vector<Values>>& decided) {
    std::vector<Values> matched;
    for (const auto& [action, views] : decided) {
      if (std::all_of(rule.actions.begin(), rule.actions.end(),
                      [only = action](ActionIndex allowed) { return allowed == only; }))
        continue;
      for (const Values& view : views)
        if (rule.condition.program(model().exprs).holds(complete(agent.visible, view)))
          matched.push_back(view);
    }
    if (matched.empty()) return rule;
    model::ExprStore& exprs = model().exprs;
    const ExprId elsewhere = exprs.negation(match(agent.visible, matched));
    return {Compiled(exprs.conjunction({rule.condition.expr, elsewhere})), rule.actions,
            rule.place};
  }

  // Some state with this view.
  model::State complete(const std::vector<VarId>& visible, const Values& view) {
    model::State state;
    state.reserve(model().variables.size());
    for (const model::Variable& variable : model().variables) state.push_back(variable.type.low);
    for (std::size_t i = 0; i < visible.size(); ++i)
      state[static_cast<std::size_t>(visible[i])] = view[i];
    return state;
  }

  // ---- what it claims ----

  void start() {
    if (strategy_.starts_are_initial) return;
    if (strategy_.start_states.empty()) {
      remark(
          "InitStates are those of the model. The strategy has to win from {} states, which are "
          "too many to be listed{}.",
          strategy_.starts, strategy_.starts_have_initial ? "; these are among them" : "");
      return;
    }
    model().initial = Compiled(match(list_variables(), strategy_.start_states));
    remark("InitStates are the states that it has to win from.");
  }

  std::vector<VarId> list_variables() {
    std::vector<VarId> all(model().variables.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<VarId>(i);
    return all;
  }

  // All its arguments are propositions, which mean the same here as in the whole model.
  bool is_plain(const logic::Modal& forced) {
    return std::all_of(forced.args.begin(), forced.args.end(), [&](logic::FormulaId arg) {
      return is_propositional(model().formulas, arg);
    });
  }

  // Why no formula can say that the strategy wins; empty if one can.
  std::string why_unsaid(const logic::Modal& forced) {
    const bool started = strategy_.starts_are_initial || strategy_.starts_have_initial ||
                         !strategy_.start_states.empty();
    if (!started) return "InitStates are others than the states it has to win from";
    if (!is_plain(forced) && !strategy_.objective)
      return "its arguments mean the whole model, where they hold in too many states to be listed";
    for (const model::Property& line : model().fairness)
      if (!is_propositional(model().formulas, line.formula))
        return "the Fairness lines mean the whole model";
    return {};
  }

  // The states, as a condition in a formula.
  logic::FormulaId name_states(const std::vector<model::State>& states) {
    model::Model& m = model();
    if (states.empty()) return m.formulas.add(logic::Constant{false});
    m.atoms.push_back({.kind = model::AtomKind::condition,
                       .name = {},
                       .condition = Compiled(match(list_variables(), states)),
                       .agent = {},
                       .place = {}});
    return m.formulas.add(logic::Atom{static_cast<logic::AtomId>(m.atoms.size() - 1)});
  }

  // The same about the states in which the arguments hold.
  logic::Modal list_arguments(logic::Modal forced, const ListedObjective& objective) {
    remark("Its arguments mean the whole model: they are written as states where they hold there.");
    forced.modality = *model().modalities.find_coalition(logic::diamond, objective.op);
    forced.args = {name_states(objective.goal)};
    if (objective.op != logic::PathOperator::next)
      forced.args.insert(forced.args.begin(), name_states(objective.through));
    return forced;
  }

  void claim() {
    model::Model& m = model();
    const logic::FormulaId operation = find_forced(m.modalities, m.formulas, strategy_.operation);
    logic::Modal forced = std::get<logic::Modal>(m.formulas[operation]);
    m.properties.clear();
    if (const std::string why = why_unsaid(forced); !why.empty())
      return remark("No formula says here that it wins: {}. It was confirmed when it was found.",
                    why);
    if (!is_plain(forced)) forced = list_arguments(forced, *strategy_.objective);
    forced.semantics = logic::Semantics::of_the_run;
    forced.subjects = {logic::Group{}};
    m.properties.push_back({.formula = m.formulas.add(forced),
                            .text = "the strategy wins",
                            .reading = {},
                            .family = "atlk",
                            .expected = true,
                            .source = m.source,
                            .place = {}});
    remark("The formula says that it wins: on all{} paths{}.", m.fairness.empty() ? "" : " fair",
           m.fairness.empty() ? ", and every state has a successor before that" : "");
    if (!m.fairness.empty())
      remark("That its moves are not blocked was confirmed when it was found.");
  }

  const Strategy& strategy_;
  Restriction result_;
};

}  // namespace

Restriction restrict_protocols(const model::Model& model, const Strategy& strategy) {
  return Restricting(model, strategy).run();
}

model::Model restrict_protocols(const model::Model& model,
                                const std::vector<MemberStrategy>& members) {
  Strategy strategy;
  strategy.members = members;
  return Restricting(model, strategy).restrict_only();
}

}  // namespace ken::evidence
