// Searching for a strategy by conflicts.
//
// A solver proposes a strategy, refutation.cpp looks for an outcome that makes it lose, and every
// strategy that makes the same choices on that outcome loses too: so the solver is told never to
// make them together again.  That is a clause over variables "at this point this action", exactly
// one of which is true for each point.  Points are known to the solver only once they lie on some
// refutation; everywhere else the strategy does what it did at the beginning (first_choices.cpp),
// which the solver prefers where it may choose.
//
// A refutation that begins in t says nothing to those who need not win from t.  So its clause holds
// only if the variable "t counts" is true, and a question about a set of starts assumes these
// variables for all starts of the set that were met so far.  If the clauses clash with some of
// them, those starts can never be won together: other questions are answered by this as well.
//
// Every candidate is refuted by a clause that it violates, so none comes twice; there are finitely
// many.
//
// The method is that of counterexample-guided synthesis (Solar-Lezama et al. 2006), for families of
// Markov chains Češka et al. 2019; a candidate costs a walk along its own outcomes, and no strategy
// is looked at twice.  How many candidates it takes nobody can say: the problem is hard for NP.

#include "check/strategy_search.hpp"

#include <algorithm>
#include <set>

#include "base/check.hpp"

namespace ken::check {

using model::State;
using sat::Literal;

StrategySearch::StrategySearch(Context& context, const logic::Group& members, Strategy first,
                               Refute refute)
    : context_(context),
      points_(context.system, members),
      strategy_(std::move(first)),
      refute_(std::move(refute)),
      solver_(context.system.budget()) {}

Finding StrategySearch::search(const StateSet& starts, std::span<const Selection> forbidden,
                               std::size_t candidates) {
  assumptions_ = assume(starts, forbidden);
  for (std::size_t tried = 0; solver_.solve(assumptions_); ++tried) {
    if (tried == candidates) return Finding::open;
    context_.system.budget().check_limits_now();
    follow_solver();
    ++context_.effort.candidates;
    const auto refutation = refute_(strategy_, starts);
    if (!refutation) return Finding::found;
    CHECK(!disjoint(starts, encode(refutation->path.front())), "an outcome begins in a start");
    learn(*refutation);
  }
  std::vector<Literal> failed = solver_.failed();
  lost_together_.clear();
  for (const auto& [state, start] : starts_)
    if (std::erase(failed, start.counts) != 0) lost_together_.push_back(state);
  forbidden_is_to_blame_ = !failed.empty();
  return Finding::none;
}

std::vector<Literal> StrategySearch::assume(const StateSet& starts,
                                            std::span<const Selection> forbidden) {
  std::vector<Literal> result;
  for (const auto& [state, start] : starts_)
    if (subset(start.set, starts)) result.push_back(start.counts);
  for (const Selection& selection : forbidden) {
    const Pick pick = find_pick(selection);
    result.push_back(!known_[pick.point].picks[pick.action]);
  }
  return result;
}

StateSet StrategySearch::encode(const State& state) const {
  return symbolic::encode(context_.system.manager(), context_.system.encoding(), context_.model(),
                          state);
}

void StrategySearch::follow_solver() {
  for (const std::size_t point : chosen_) {
    const std::vector<Literal>& picks = known_[point].picks;
    std::size_t wanted = 0;
    while (!solver_.value(picks[wanted])) ++wanted;
    choose({point, wanted});
  }
}

void StrategySearch::choose(const Pick& pick) {
  std::size_t& choice = known_[pick.point].choice;
  if (choice == pick.action) return;
  const Point& where = points_[pick.point];
  strategy_.change(where.member, where.seen,
                   points_.action(where.member, where.actions[pick.action]));
  choice = pick.action;
}

// ---- points that mean the same to others ----

StrategySearch::Pick StrategySearch::find_pick(const Selection& selection) {
  const auto point = points_.find(selection.member, selection.where);
  CHECK(point.has_value(), "a selection is made at a point");
  know(*point);
  const auto& actions = points_[*point].actions;
  const auto at = std::find(actions.begin(), actions.end(), selection.action);
  CHECK(at != actions.end(), "what is selected is allowed");
  return {*point, static_cast<std::size_t>(at - actions.begin())};
}

Selection StrategySearch::describe(const Pick& pick) const {
  const Point& point = points_[pick.point];
  return {point.member, point.example, point.actions[pick.action]};
}

std::vector<Selection> StrategySearch::list_selections() const {
  std::vector<Selection> result;
  for (const std::size_t point : chosen_) result.push_back(describe({point, known_[point].choice}));
  return result;
}

void StrategySearch::follow(std::span<const Selection> selections) {
  for (const Selection& selection : selections) choose(find_pick(selection));
}

void StrategySearch::age() {
  for (Known& point : known_) point.activity /= 2;
}

std::optional<StrategySearch::Split> StrategySearch::split(const StateSet& starts,
                                                           std::span<const Selection> forbidden) {
  constexpr std::size_t most_attempts = 8;
  std::vector<std::size_t> points = chosen_;
  std::stable_sort(points.begin(), points.end(), [&](std::size_t a, std::size_t b) {
    return known_[a].activity > known_[b].activity;
  });
  if (points.size() > most_attempts) points.resize(most_attempts);
  const auto leaves_candidates = [&](const std::vector<Selection>& more) {
    std::vector<Selection> all(forbidden.begin(), forbidden.end());
    all.insert(all.end(), more.begin(), more.end());
    return solver_.solve(assume(starts, all));
  };
  for (const std::size_t point : points) {
    const std::size_t actions = points_[point].actions.size();
    Split split;
    for (std::size_t i = 0; i < actions; ++i) {
      const std::size_t action = (known_[point].choice + i) % actions;
      (2 * i < actions ? split.other : split.one).push_back(describe({point, action}));
    }
    if (leaves_candidates(split.one) && leaves_candidates(split.other)) return split;
  }
  return {};
}

std::vector<StrategySearch::Pick> StrategySearch::list_picks(const Refutation& refutation) {
  std::set<std::size_t> met;
  if (refutation.region) {
    const std::vector<std::size_t> all = points_.in(*refutation.region);
    met.insert(all.begin(), all.end());
  }
  for (std::size_t i = 0; i < refutation.used; ++i)
    for (const std::size_t point : points_.in(refutation.path[i])) met.insert(point);
  std::vector<Pick> result;
  result.reserve(met.size());
  for (const std::size_t point : met) {
    know(point);
    result.push_back({point, known_[point].choice});
  }
  return result;
}

// Those of the choices that are enough for the conflict.
std::vector<StrategySearch::Pick> StrategySearch::shorten(std::vector<Pick> picks,
                                                          const State& start) {
  if (!shortening_) return picks;
  std::vector<Imposed> imposed;
  imposed.reserve(picks.size());
  for (const Pick& pick : picks) {
    const Point& point = points_[pick.point];
    imposed.push_back({point.seen, points_.action(point.member, point.actions[pick.action])});
  }
  std::vector<Pick> result;
  for (const std::size_t place : shortening_->shorten(start, imposed))
    result.push_back(picks[place]);
  return result;
}

// Tells the solver about a point: exactly one action, preferably what the strategy does.
void StrategySearch::know(std::size_t point) {
  if (known_.size() <= point) known_.resize(point + 1);
  Known& known = known_[point];
  std::vector<Literal>& picks = known.picks;
  if (!picks.empty()) return;
  for (std::size_t i = 0; i < points_[point].actions.size(); ++i)
    picks.push_back(solver_.add_variable());
  solver_.add_clause(picks);
  for (std::size_t i = 0; i < picks.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      solver_.add_clause(std::vector<Literal>{!picks[i], !picks[k]});
  known.choice = points_.find_choice_of(strategy_, point);
  for (std::size_t i = 0; i < picks.size(); ++i)
    solver_.prefer(i == known.choice ? picks[i] : !picks[i]);
  chosen_.push_back(point);
}

const std::pair<const State, StrategySearch::Start>& StrategySearch::know_start(
    const State& state) {
  const auto [at, fresh] = starts_.try_emplace(state);
  if (fresh) {
    at->second = {encode(state), solver_.add_variable()};
    assumptions_.push_back(at->second.counts);
  }
  return *at;
}

void StrategySearch::learn(const Refutation& refutation) {
  const State& start = refutation.path.front();
  exclude(start, shorten(list_picks(refutation), start));
  ++context_.effort.clauses;
}

void StrategySearch::learn(const Conflict& conflict) {
  std::vector<Pick> picks;
  for (const Selection& selection : conflict.selections) picks.push_back(find_pick(selection));
  exclude(conflict.start, std::move(picks));
}

void StrategySearch::exclude(const State& state, std::vector<Pick> picks) {
  const auto& [start, details] = know_start(state);
  std::vector<Literal> clause{!details.counts};
  for (const Pick& pick : picks) {
    Known& known = known_[pick.point];
    clause.push_back(!known.picks[pick.action]);
    known.activity += 1;
  }
  solver_.add_clause(clause);
  learnt_.push_back({&start, std::move(picks)});
}

Conflict StrategySearch::conflict(std::size_t number) const {
  const Learnt& learnt = learnt_[number];
  Conflict result{*learnt.start, {}};
  for (const Pick& pick : learnt.picks) result.selections.push_back(describe(pick));
  return result;
}

}  // namespace ken::check
