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

bool StrategySearch::find_from(const StateSet& starts) {
  assumptions_.clear();
  for (const auto& [state, start] : starts_)
    if (subset(start.set, starts)) assumptions_.push_back(start.counts);
  while (solver_.solve(assumptions_)) {
    context_.system.budget().check_limits_now();
    follow_solver();
    ++context_.effort.candidates;
    const auto refutation = refute_(strategy_, starts);
    if (!refutation) return true;
    CHECK(!disjoint(starts, encode(refutation->path.front())), "an outcome begins in a start");
    learn(*refutation);
  }
  lost_together_.clear();
  const std::vector<Literal> failed = solver_.failed();
  for (const auto& [state, start] : starts_)
    if (std::find(failed.begin(), failed.end(), start.counts) != failed.end())
      lost_together_.push_back(state);
  return false;
}

StateSet StrategySearch::encode(const State& state) const {
  return symbolic::encode(context_.system.manager(), context_.system.encoding(), context_.model(),
                          state);
}

void StrategySearch::follow_solver() {
  for (const std::size_t point : known_) {
    const std::vector<Literal>& picks = picks_[point];
    std::size_t wanted = 0;
    while (!solver_.value(picks[wanted])) ++wanted;
    if (choice_[point] == wanted) continue;
    const Point& where = points_[point];
    strategy_.change(where.member, where.seen, points_.action(where.member, where.actions[wanted]));
    choice_[point] = wanted;
  }
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
    result.push_back({point, choice_[point]});
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
  if (picks_.size() <= point) {
    picks_.resize(point + 1);
    choice_.resize(point + 1);
  }
  std::vector<Literal>& picks = picks_[point];
  if (!picks.empty()) return;
  for (std::size_t i = 0; i < points_[point].actions.size(); ++i)
    picks.push_back(solver_.add_variable());
  solver_.add_clause(picks);
  for (std::size_t i = 0; i < picks.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      solver_.add_clause(std::vector<Literal>{!picks[i], !picks[k]});
  choice_[point] = points_.find_choice_of(strategy_, point);
  for (std::size_t i = 0; i < picks.size(); ++i)
    solver_.prefer(i == choice_[point] ? picks[i] : !picks[i]);
  known_.push_back(point);
}

Literal StrategySearch::literal_of_start(const State& state) {
  const auto [at, fresh] = starts_.try_emplace(state);
  if (fresh) {
    at->second = {encode(state), solver_.add_variable()};
    assumptions_.push_back(at->second.counts);
  }
  return at->second.counts;
}

void StrategySearch::learn(const Refutation& refutation) {
  const State& start = refutation.path.front();
  std::vector<Literal> clause{!literal_of_start(start)};
  for (const Pick& pick : shorten(list_picks(refutation), start))
    clause.push_back(!picks_[pick.point][pick.action]);
  solver_.add_clause(clause);
  ++context_.effort.clauses;
}

}  // namespace ken::check
