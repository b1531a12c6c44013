// A strategy as a table.
//
// Only choices that can be asked for are written: those in states that some outcome meets while the
// objective is not achieved; under fairness also behind a violation, where the coalition may have
// to leave all fair paths.  A variable is left out of a table if what is left of the rows still
// decides, and rows that are the same then are written once.
//
// A choice does not matter if whatever the member does there wins.  To leave one free may bring
// outcomes into states that were not met before, where choices are asked for that were not in the
// table.  So choices are freed one after the other, and each only if the strategy still wins,
// whatever is done where it is free, and the table becomes shorter.

#include "check/strategy_table.hpp"

#include <algorithm>
#include <map>

#include "base/check.hpp"
#include "check/confirmation.hpp"
#include "check/refutation.hpp"
#include "check/walk.hpp"
#include "model/step.hpp"
#include "symbolic/count_text.hpp"

namespace ken::check {
namespace {

using model::State;

// The states met from the starts in which the choices matter.
StateSet find_met(const Contest& contest, const Strategy& strategy, const StateSet& starts) {
  const Walk walk(contest, strategy);
  const bool next = contest.objective.kind == ObjectiveKind::next;
  const StateSet open = next ? starts : contest.open();
  StateSet met = walk.reach(starts & open, open);
  if (!contest.only_fair) return met;
  const StateSet violated = next ? contest.ground - contest.objective.goal : contest.violated();
  return met | walk.reach((walk.after(met) | (next ? contest.arena.nothing() : starts)) & violated,
                          contest.ground);
}

// Whether the strategy decides there, and has not left it free.
bool is_decided(Points& points, const Strategy& strategy, std::size_t number) {
  const Point& point = points[number];
  std::size_t possible = 0;
  for (const model::ActionIndex action : point.actions)
    if (!bdd::disjoint(strategy.choice(point.member) & point.seen,
                       points.action(point.member, action)))
      ++possible;
  return possible == 1;
}

std::vector<std::size_t> list_decided(Points& points, const Contest& contest,
                                      const Strategy& strategy, const StateSet& starts) {
  std::vector<std::size_t> result;
  for (const std::size_t number : points.in(find_met(contest, strategy, starts)))
    if (is_decided(points, strategy, number)) result.push_back(number);
  return result;
}

// Whether rows that see the same, but for one variable, do the same.
bool is_needless(const std::vector<evidence::Decision>& decisions, std::size_t variable) {
  std::map<std::vector<std::pair<model::VarId, model::Value>>, model::ActionIndex> actions;
  for (const evidence::Decision& decision : decisions) {
    auto seen = decision.seen;
    seen.erase(seen.begin() + static_cast<std::ptrdiff_t>(variable));
    if (actions.try_emplace(std::move(seen), decision.action).first->second != decision.action)
      return false;
  }
  return true;
}

// Leaves out variables that do not make a difference, one after the other, and then rows that are
// there already.
void shorten_rows(std::vector<evidence::Decision>& decisions) {
  if (decisions.empty()) return;
  for (std::size_t v = decisions.front().seen.size(); v-- > 0;) {
    if (!is_needless(decisions, v)) continue;
    for (evidence::Decision& decision : decisions)
      decision.seen.erase(decision.seen.begin() + static_cast<std::ptrdiff_t>(v));
  }
  const auto before = [](const auto& a, const auto& b) { return a.seen < b.seen; };
  std::sort(decisions.begin(), decisions.end(), before);
  const auto same = [](const auto& a, const auto& b) { return a.seen == b.seen; };
  decisions.erase(std::unique(decisions.begin(), decisions.end(), same), decisions.end());
}

// The first states of a set, at most so many, taken out of it.
std::vector<State> take_states(symbolic::System& system, StateSet& set, std::size_t most) {
  std::vector<State> result;
  while (result.size() < most && !set.empty()) {
    system.budget().check_limits();
    result.push_back(symbolic::some_state(system.encoding(), system.model(), set));
    set -= symbolic::encode(system.manager(), system.encoding(), system.model(), result.back());
  }
  return result;
}

// Every decided local state with all that is seen there.
std::vector<evidence::MemberStrategy> list_local(const Contest& contest, const Strategy& strategy,
                                                 const StateSet& starts) {
  const model::Model& model = contest.system.model();
  Points points(contest.system, contest.members);
  std::vector<evidence::MemberStrategy> result;
  for (const logic::AgentId member : contest.members) result.push_back({member, {}});
  for (const std::size_t number : list_decided(points, contest, strategy, starts)) {
    const Point& point = points[number];
    const std::vector<model::VarId>& visible = model[contest.members[point.member]].visible;
    evidence::Decision decision;
    for (std::size_t i = 0; i < visible.size(); ++i)
      decision.seen.emplace_back(visible[i], point.view[i]);
    decision.action = point.actions[points.find_choice_of(strategy, number)];
    result[point.member].points.push_back(std::move(decision));
  }
  for (evidence::MemberStrategy& member : result) member.decisions = member.points;
  return result;
}

// What the strategy lets a member do in a state, if that is one action of several.
std::optional<model::ActionIndex> find_decision(Points& points, const Contest& contest,
                                                const Strategy& strategy, std::size_t member,
                                                const State& state, const StateSet& here) {
  const model::Model& model = contest.system.model();
  const auto allowed = model::allowed_actions(model, model[contest.members[member]], state);
  const Bdd done = strategy.choice(member) & here.function();
  std::optional<model::ActionIndex> result;
  for (const model::ActionIndex action : allowed) {
    if (bdd::disjoint(done, points.action(member, action))) continue;
    if (result) return {};
    result = action;
  }
  return allowed.size() < 2 ? std::nullopt : result;
}

// By the states that are met, each member that has a choice there; the states that there was no
// room for are left.
std::vector<evidence::MemberStrategy> list_global(const Contest& contest, const Strategy& strategy,
                                                  StateSet& met) {
  constexpr std::size_t most_states = 1000;
  symbolic::System& system = contest.system;
  Points points(system, contest.members);
  std::vector<evidence::MemberStrategy> result;
  for (const logic::AgentId member : contest.members) result.push_back({member, {}});
  for (const State& state : take_states(system, met, most_states)) {
    const StateSet here =
        symbolic::encode(system.manager(), system.encoding(), system.model(), state);
    for (std::size_t member = 0; member < contest.members.size(); ++member) {
      const auto action = find_decision(points, contest, strategy, member, state, here);
      if (!action) continue;
      evidence::Decision decision{{}, *action};
      for (std::size_t v = 0; v < state.size(); ++v)
        decision.seen.emplace_back(static_cast<model::VarId>(v), state[v]);
      result[member].decisions.push_back(std::move(decision));
    }
  }
  return result;
}

// All states of a set, unless there are more than somebody would list.
constexpr std::size_t most_listed = 100;
std::optional<std::vector<State>> list_states(symbolic::System& system, StateSet set) {
  std::vector<State> states = take_states(system, set, most_listed);
  return set.empty() ? std::optional(std::move(states)) : std::nullopt;
}

void list_starts(const Contest& contest, const StateSet& starts, evidence::Strategy& table) {
  table.starts = symbolic::count_in_decimal(contest.system, starts);
  table.starts_are_initial = starts == contest.arena.initial;
  table.starts_have_initial = subset(contest.arena.initial & contest.arena.domain, starts);
  table.start_states = list_states(contest.system, starts).value_or(std::vector<State>{});
}

logic::PathOperator operator_of(ObjectiveKind kind) {
  switch (kind) {
    case ObjectiveKind::next:
      return logic::PathOperator::next;
    case ObjectiveKind::until:
      return logic::PathOperator::until;
    case ObjectiveKind::weak:
      break;
  }
  return logic::PathOperator::weak;
}

bool is_about_propositions(const model::Model& model, logic::FormulaId operation) {
  const auto& args = std::get<logic::Modal>(model.formulas[operation]).args;
  return std::all_of(args.begin(), args.end(), [&](logic::FormulaId arg) {
    return evidence::is_propositional(model.formulas, arg);
  });
}

}  // namespace

evidence::Strategy write_table(const Contest& contest, const Strategy& strategy,
                               const StateSet& starts, Sight sight) {
  evidence::Strategy result;
  list_starts(contest, starts, result);
  if (sight == Sight::local) {
    result.members = list_local(contest, strategy, starts);
  } else {
    StateSet met = find_met(contest, strategy, starts);
    result.members = list_global(contest, strategy, met);
    result.complete = met.empty();
  }
  for (evidence::MemberStrategy& member : result.members) shorten_rows(member.decisions);
  return result;
}

std::optional<evidence::ListedObjective> list_objective(const Contest& contest,
                                                        const Strategy& strategy,
                                                        const StateSet& starts) {
  const StateSet met = find_met(contest, strategy, starts);
  const StateSet asked = starts | met | Walk(contest, strategy).after(met);
  auto through = list_states(contest.system, contest.objective.through & asked);
  auto goal = list_states(contest.system, contest.objective.goal & asked);
  if (!through || !goal) return {};
  return evidence::ListedObjective{operator_of(contest.objective.kind), std::move(*through),
                                   std::move(*goal)};
}

Strategy free_choices(const Contest& contest, Strategy strategy, const StateSet& starts) {
  const Bounds none{contest.arena.nothing(), contest.arena.nothing()};
  Points points(contest.system, contest.members);
  std::vector<std::size_t> decided = list_decided(points, contest, strategy, starts);
  for (const std::size_t number : std::vector<std::size_t>(decided)) {
    const Point& point = points[number];
    const auto agent = static_cast<std::size_t>(contest.members[point.member]);
    Strategy freer = strategy;
    freer.change(point.member, point.seen, contest.arena.steps->conjuncts().protocols[agent]);
    if (refute(contest, freer, none, starts)) continue;
    std::vector<std::size_t> left = list_decided(points, contest, freer, starts);
    if (left.size() >= decided.size()) continue;
    strategy = std::move(freer);
    decided = std::move(left);
  }
  return strategy;
}

void keep_strategy(Context& context, const Contest& contest, const Strategy& strategy,
                   const StateSet& starts, logic::Semantics semantics, Sight sight) {
  CHECK(confirm(contest, strategy, starts), "a strategy that was found wins");
  if (!context.operation || context.keep == Keep::nothing) return;
  const bool minimal = context.keep == Keep::minimal && sight == Sight::local;
  const Strategy kept = minimal ? free_choices(contest, strategy, starts) : strategy;
  evidence::Strategy table = write_table(contest, kept, starts, sight);
  table.operation = *context.operation;
  if (sight == Sight::local && !is_about_propositions(context.model(), table.operation))
    table.objective = list_objective(contest, kept, starts);
  table.semantics = semantics;
  context.strategies.push_back(std::move(table));
}

}  // namespace ken::check
