// Uniform strategies.
//
// The agents are restricted to one action for each local state, once for the whole formula, and the
// formula is read with full observation in the model that is left; everything in it, what is
// reachable, who knows what and which paths are fair included, is meant there.  A restriction under
// which a fair initial state starts no fair path any more does not count.
//
// If the formula is one coalition operator on propositions and the agents are its members, then all
// that is asked for is one strategy that wins from all initial states: a contest like those of
// searched.cpp; with a proposition as a condition before it, from those where it holds.  There is
// one difference under fairness: in the restricted model a state whose move is blocked starts no
// fair path, so it is no loss to meet one, but the fair paths of the initial states may not end
// there altogether.  With it goes the bound of full observation, where a coalition that could be
// stuck has to do something else.  And all this only if the fairness lines are propositions: others
// are meant in the restricted model, like everything, and are labelled there.
//
// Any other formula may become true when states or paths disappear, so a candidate that fails tells
// nothing but that its choices in the states it reaches were wrong.  These make the clause.  The
// restricted model is the arena of the model with some protocols restricted; it is explored and
// labelled for every candidate.

#include "check/uniform.hpp"

#include <algorithm>

#include "check/contest_search.hpp"
#include "check/explain.hpp"
#include "check/strategy_table.hpp"

namespace ken::check {
namespace {

using logic::Modal;

// The formula as one objective of a coalition, if it is that.
const Modal* find_single_objective(const model::Model& model, FormulaId formula,
                                   const logic::Group& agents) {
  const auto* const modal = std::get_if<Modal>(&model.formulas[formula]);
  if (modal == nullptr) return nullptr;
  const logic::Modality& row = model.modalities[modal->modality];
  const bool can = row.family == logic::Family::strategic && row.keyword == logic::diamond.open;
  if (!can || modal->subjects[0] != agents) return nullptr;
  for (const FormulaId arg : modal->args)
    if (!evidence::is_propositional(model.formulas, arg)) return nullptr;
  return modal;
}

// Other fairness lines may be about other states once the model is restricted.
bool has_plain_fairness(const model::Model& model) {
  return std::all_of(model.fairness.begin(), model.fairness.end(),
                     [&](const model::Property& line) {
                       return evidence::is_propositional(model.formulas, line.formula);
                     });
}

// What is left of  condition -> (condition -> formula)  without the conditions, and where they
// hold.
struct Guarded {
  FormulaId formula{};
  StateSet starts;
};
Guarded take_conditions_off(Context& context, FormulaId formula) {
  Guarded result{formula, context.initial()};
  for (;;) {
    const auto* const f = std::get_if<logic::Binary>(&context.model().formulas[result.formula]);
    if (f == nullptr || f->op != logic::Connective::implication ||
        !evidence::is_propositional(context.model().formulas, f->lhs))
      return result;
    result.starts &= Labeller(context, {}).label(f->lhs);
    result.formula = f->rhs;
  }
}

// One strategy from all of the initial states that matter.
UniformAnswer search_one_strategy(Context& context, FormulaId formula, const Modal& modal,
                                  const StateSet& starts) {
  const std::vector<StateSet> sets = Labeller(context, {}).label_all(modal.args);
  std::vector<Label> args;
  args.reserve(sets.size());
  for (const StateSet& set : sets) args.emplace_back(set);
  const logic::Modality& row = context.model().modalities[modal.modality];
  Contest contest = make_contest(context, modal.subjects[0],
                                 make_objective(context.arena, *row.path_operator, args));
  contest.duty = Duty::stay_fair;
  Opening opening = open_contest(context, contest);
  if (contest.only_fair) opening.bounds.lost = context.arena.nothing();
  JointSearch search = search_contest(context, contest, opening);
  context.operation = formula;
  if (!search.find_from(starts)) {
    if (context.keep != Keep::nothing)
      context.impossibilities.push_back({formula, logic::Semantics::uniform, contest.members,
                                         search.lost_together(), search.list_reasons()});
    return {{}, formula, search.lost_together(), search.list_reasons()};
  }
  keep_strategy(context, contest, search.strategy(), starts, logic::Semantics::uniform,
                Sight::local);
  return {search.strategy()};
}

// The steps of the model in which the agents do what the strategy says, and nothing else.
std::shared_ptr<symbolic::Steps> restrict_steps(symbolic::System& system,
                                                const logic::Group& agents,
                                                const Strategy& strategy) {
  std::vector<symbolic::Restriction> restrictions;
  for (std::size_t i = 0; i < agents.size(); ++i)
    restrictions.push_back({agents[i], strategy.choice(i)});
  return symbolic::restrict_protocols(system, restrictions);
}

class RestrictedModel {
 public:
  RestrictedModel(Context& context, FormulaId formula, const logic::Group& agents)
      : context_(context), formula_(formula), agents_(agents) {}

  // Everything it does from the initial states, if that does not make the formula hold.
  std::optional<Refutation> refute(const Strategy& strategy, const StateSet& starts) {
    symbolic::System& system = context_.system;
    const auto steps = restrict_steps(system, agents_, strategy);
    const symbolic::Reachable reachable =
        symbolic::explore(*steps, system.initial(), system.settings().reach);
    Context restricted = make_context(system, steps, reachable);
    if (subset(starts, restricted.initial()) && Labeller(restricted, {&formula_, 1}).holds(0))
      return {};
    const model::State start = symbolic::some_state(system.encoding(), system.model(), starts);
    return Refutation{{start}, 0, {}, 1, reachable.states};
  }

 private:
  Context& context_;
  FormulaId formula_;
  logic::Group agents_;
};

UniformAnswer search_restriction(Context& context, FormulaId formula, const logic::Group& agents) {
  const Strategy first = take_first_actions(context, agents);
  std::vector<Bdd> choices;
  for (std::size_t i = 0; i < agents.size(); ++i) choices.push_back(first.choice(i));
  const SetUp set_up = [&](Context& there, std::span<const Bdd> carried) {
    return StrategySearch(there, agents, Strategy({carried.begin(), carried.end()}),
                          [&, restricted = RestrictedModel(there, formula, agents)](
                              const Strategy& strategy, const StateSet& starts) mutable {
                            return restricted.refute(strategy, starts);
                          });
  };
  JointSearch search(context, std::move(choices), set_up);
  if (!search.find_from(context.initial())) return {};
  return {search.strategy()};
}

// What each agent does at every local state of these where it has a choice.
std::vector<evidence::MemberStrategy> list_choices(symbolic::System& system,
                                                   const logic::Group& agents,
                                                   const Strategy& strategy,
                                                   const StateSet& states) {
  Points points(system, agents);
  std::vector<evidence::MemberStrategy> result;
  for (const logic::AgentId agent : agents) result.push_back({agent, {}});
  for (const std::size_t number : points.in(states)) {
    const Point& point = points[number];
    const std::vector<model::VarId>& visible = system.model()[agents[point.member]].visible;
    evidence::Decision decision;
    for (std::size_t i = 0; i < visible.size(); ++i)
      decision.seen.emplace_back(visible[i], point.view[i]);
    decision.action = point.actions[points.find_choice_of(strategy, number)];
    result[point.member].points.push_back(std::move(decision));
  }
  return result;
}

// In the restricted model, whose reachable states may be fewer.
std::optional<evidence::Evidence> explain_restricted(Context& context, FormulaId formula,
                                                     const logic::Group& agents,
                                                     const Strategy& strategy, std::size_t most) {
  symbolic::System& system = context.system;
  const auto steps = restrict_steps(system, agents, strategy);
  const symbolic::Reachable reachable =
      symbolic::explore(*steps, system.initial(), system.settings().reach);
  Context restricted = make_context(system, steps, reachable);
  auto evidence = Explainer(restricted, reachable, most).explain(formula, true);
  if (evidence) evidence->restriction = list_choices(system, agents, strategy, reachable.states);
  return evidence;
}

// The facts that leave no strategy.
std::optional<evidence::Evidence> explain_exclusion(Context& context,
                                                    const symbolic::Reachable& reachable,
                                                    const logic::Group& agents,
                                                    const UniformAnswer& answer) {
  if (answer.facts.empty()) return {};
  Explainer explainer(context, reachable, 0);
  evidence::Excluded why{
      {answer.operation, logic::Semantics::uniform, agents, answer.lost_together, answer.facts},
      {}};
  why.starts.emplace_back();  // the state itself
  for (std::size_t i = 1; i < answer.lost_together.size(); ++i)
    why.starts.push_back({.run = explainer.make_path({answer.lost_together[i]}), .at = 0});
  evidence::Evidence result;
  result.start = explainer.make_path({answer.lost_together.front()});
  result.semantics = logic::Semantics::uniform;
  result.reasons.push_back({answer.operation, false, answer.lost_together.front(), std::move(why)});
  return result;
}

}  // namespace

UniformAnswer find_restriction(Context& context, FormulaId formula, const logic::Group& agents) {
  context.outcomes = Outcomes::fair;
  context.searching = SearchBounds{context.initial(), context.arena.nothing(), context.initial()};
  // Under fairness a restriction must leave fair paths to all initial states.
  const Guarded guarded = context.arena.fair() ? Guarded{formula, context.initial()}
                                               : take_conditions_off(context, formula);
  const Modal* const single = has_plain_fairness(context.model())
                                  ? find_single_objective(context.model(), guarded.formula, agents)
                                  : nullptr;
  UniformAnswer result =
      single != nullptr ? search_one_strategy(context, guarded.formula, *single, guarded.starts)
                        : search_restriction(context, formula, agents);
  context.searching.reset();
  return result;
}

std::optional<evidence::Evidence> explain_uniform(Context& context,
                                                  const symbolic::Reachable& reachable,
                                                  FormulaId formula, const logic::Group& agents,
                                                  const UniformAnswer& answer, std::size_t most) {
  return answer.holds() ? explain_restricted(context, formula, agents, *answer.restriction, most)
                        : explain_exclusion(context, reachable, agents, answer);
}

}  // namespace ken::check
