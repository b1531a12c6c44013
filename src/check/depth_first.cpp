// Depth-first search through partial strategies.
//
// A partial strategy has decided some points.  Outcomes are followed to the first state where
// somebody who has a choice has not decided; if one of them loses before that, so does every
// strategy that decides alike, and the last decision is taken back.  Else a point in one of the
// states where outcomes stopped is decided; if there is none the strategy wins, whatever it does
// elsewhere.  Only points that are met are decided, each first as the opening has it
// (first_choices.cpp).
//
// To stop in such states is to count them as won as long as the objective is open there (for X it
// is in the starts alone), so refutation.cpp does the rest: with that bound its refutations use
// decided points alone.  Not under fairness, where outcomes are followed behind
// a violation without regard to bounds.
//
// Why keep it beside a solver (Busard et al. 2015 call it early and partial): it needs no memory
// but its path, and a partial strategy costs less than a whole one.  It learns nothing by itself,
// but the refutations it comes upon are facts like any others; when it has been through all partial
// strategies the solver finds that nothing is left.  Cost: a walk for every partial strategy, of
// which there are exponentially many.

#include "check/depth_first.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "check/choice.hpp"
#include "check/walk.hpp"

namespace ken::check {

bool can_go_depth_first(const Contest& contest) { return !contest.only_fair; }

DepthFirst::DepthFirst(Context& context, const Contest& contest, const Bounds& bounds,
                       Strategy first)
    : context_(context),
      contest_(contest),
      bounds_(bounds),
      points_(context.system, contest.members),
      first_(std::move(first)),
      strategy_(first_) {
  for (const logic::AgentId member : contest.members)
    choosing_.push_back(find_choice(context.system, *contest.arena.steps, member).several);
}

DepthFirst::Step DepthFirst::try_next(const StateSet& starts) {
  if (!starts_ || *starts_ != starts) {
    starts_ = starts;
    strategy_ = first_;
    decided_.assign(choosing_.size(), context_.system.manager().constant(false));
    decisions_.clear();
  }
  const bool next = contest_.objective.kind == ObjectiveKind::next;
  const StateSet undecided = next ? find_undecided() : find_undecided() & contest_.open();
  const Bounds bounds{bounds_.lost, next ? bounds_.won : bounds_.won | undecided};
  auto refutation = refute(contest_, strategy_, bounds, starts - undecided);
  Step step{.refutation = std::move(refutation), .tried = strategy_};
  if (step.refutation) {
    if (!go_back()) step.finding = Finding::none;
  } else if (const StateSet met = find_met(undecided); !met.empty()) {
    decide(met);
  } else {
    step.finding = Finding::found;
  }
  return step;
}

std::vector<evidence::Selection> DepthFirst::list_selections() const {
  std::vector<evidence::Selection> result;
  for (const Decision& decision : decisions_) {
    const Point& point = points_[decision.point];
    result.push_back(
        {contest_.members[point.member], point.example, point.actions[decision.action]});
  }
  return result;
}

StateSet DepthFirst::find_undecided() const {
  StateSet result = contest_.arena.nothing();
  for (std::size_t i = 0; i < choosing_.size(); ++i) result |= choosing_[i] - StateSet(decided_[i]);
  return result;
}

// The undecided states where outcomes stop.
StateSet DepthFirst::find_met(const StateSet& undecided) const {
  if (contest_.objective.kind == ObjectiveKind::next) return *starts_ & undecided;
  const StateSet open = contest_.open() - bounds_.won;
  const StateSet followed = open - undecided;
  const Walk walk(contest_, strategy_);
  const StateSet reached = walk.reach(*starts_ & followed, followed);
  return ((*starts_ | walk.after(reached)) & undecided) - bounds_.won;
}

void DepthFirst::decide(const StateSet& met) {
  const model::State state =
      symbolic::some_state(context_.system.encoding(), context_.model(), met);
  for (const std::size_t point : points_.in(state)) {
    const Point& where = points_[point];
    if (!bdd::disjoint(decided_[where.member], where.seen)) continue;
    const std::size_t best = points_.find_choice_of(first_, point);
    Decision decision{point, {}, 0};
    for (std::size_t i = where.actions.size(); i-- > 0;)
      if (i != best) decision.actions.push_back(i);
    decision.actions.push_back(best);
    decided_[where.member] |= where.seen;
    take(decisions_.emplace_back(std::move(decision)));
    return;
  }
  CHECK(false, "somebody has not decided where outcomes stop");
}

void DepthFirst::take(Decision& decision) {
  decision.action = decision.actions.back();
  decision.actions.pop_back();
  const Point& point = points_[decision.point];
  strategy_.change(point.member, point.seen,
                   points_.action(point.member, point.actions[decision.action]));
}

// To the last decision that can be taken otherwise; false if there is none.
bool DepthFirst::go_back() {
  while (!decisions_.empty()) {
    Decision& last = decisions_.back();
    if (!last.actions.empty()) {
      take(last);
      return true;
    }
    const Point& point = points_[last.point];
    strategy_.change(point.member, point.seen, first_.choice(point.member));
    decided_[point.member] -= point.seen;
    decisions_.pop_back();
  }
  return false;
}

}  // namespace ken::check
