// Searching for a strategy by what refutes others.
//
// A solver proposes a strategy, refutation.cpp looks for an outcome that makes it lose, and the
// solver is told what happens along that outcome, in facts that hold of every strategy:
//     who meets s and selects there what was selected meets the next state, too;
//     who meets the last state loses, or does if it selects there what blocks it;
//     who meets the first state of a cycle and selects what was selected all around it loses.
// They are clauses over variables "at this point this action", exactly one of which is true for
// each point, and "this state is met", once while the objective is open and once for after it was
// violated.  Together the facts of an outcome exclude the strategy it refutes, and all others that
// do the same on it.  But outcomes share states: a fact about the end of one is a fact about every
// other way there.  A chain of blind guesses of which one is wrong in the end has exponentially
// many outcomes and as many facts as states.
//
// Points are known to the solver only once they lie on some refutation; everywhere else the
// strategy does what it did at the beginning (first_choices.cpp), which the solver tries first
// where it may choose; later it tries first what it did last, so that candidates change little.
//
// A start has to be won from only if it is asked about.  So "t is a start" is a variable, which
// implies that t is met, and a question about a set of starts assumes these variables for all of
// the set that were met so far.  If the clauses clash with some of them, those starts can never be
// won together: other questions are answered by this as well.
//
// Every candidate is refuted by facts that it contradicts, so none comes twice; there are finitely
// many.
//
// The method is that of counterexample-guided synthesis (Solar-Lezama et al. 2006), for families of
// Markov chains Češka et al. 2019; with the facts the solver comes to know, as far as it matters,
// the formula that Chatterjee, Chmelík and Davies (2016) write down for the whole model.  A
// candidate costs a walk along its own outcomes.  How many it takes nobody can say: the problem is
// hard for NP.

#include "check/strategy_search.hpp"

#include <algorithm>

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

Finding StrategySearch::search(const StateSet& starts, const Stint& stint) {
  const std::uint64_t begin = context_.system.manager().work();
  assumptions_.clear();
  for (const auto& [state, set] : starts_)
    if (subset(set, starts)) assumptions_.push_back(met_.at({state, Stage::start}));
  for (std::size_t tried = 0; solver_.solve(assumptions_); ++tried) {
    if (tried == stint.candidates) return Finding::open;
    if (tried > 0 && context_.system.manager().work() - begin >= stint.work) return Finding::open;
    context_.system.budget().check_limits_now();
    follow_solver();
    ++context_.effort.candidates;
    const auto refutation = refute_(strategy_, starts);
    if (!refutation) return Finding::found;
    CHECK(!disjoint(starts, encode(refutation->path.front())), "an outcome begins in a start");
    const std::size_t before = facts_.size();
    learn(*refutation);
    context_.effort.clauses += facts_.size() - before;
  }
  const std::vector<Literal> failed = solver_.failed();
  lost_together_.clear();
  for (const auto& [state, set] : starts_)
    if (std::find(failed.begin(), failed.end(), met_.at({state, Stage::start})) != failed.end())
      lost_together_.push_back(state);
  return Finding::none;
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

// ---- what the solver knows ----

// Exactly one action for each point.  A solver tries what is true first: what the strategy does.
void StrategySearch::know(std::size_t point) {
  if (known_.size() <= point) known_.resize(point + 1);
  Known& known = known_[point];
  std::vector<Literal>& picks = known.picks;
  if (!picks.empty()) return;
  known.choice = points_.find_choice_of(strategy_, point);
  for (std::size_t i = 0; i < points_[point].actions.size(); ++i)
    picks.push_back(solver_.add_variable(i == known.choice));
  solver_.add_clause(picks);
  for (std::size_t i = 0; i < picks.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      solver_.add_clause(std::vector<Literal>{!picks[i], !picks[k]});
  chosen_.push_back(point);
}

const StrategySearch::Met& StrategySearch::know(const Node& node) {
  const auto [at, fresh] = met_.try_emplace(node);
  if (!fresh) return *at;
  at->second = solver_.add_variable(false);
  if (node.stage == Stage::start) {
    starts_.emplace(node.state, encode(node.state));
    assumptions_.push_back(at->second);
  }
  return *at;
}

StrategySearch::Picks StrategySearch::pick_at(const std::vector<std::size_t>& points) {
  Picks result;
  for (const std::size_t point : points) {
    know(point);
    result.push_back({point, known_[point].choice});
  }
  return result;
}

void StrategySearch::learn(const Refutation& refutation) {
  const std::vector<State>& path = refutation.path;
  const Node start{path.front(), Stage::start};
  if (refutation.region) {
    learn(start, pick_at(points_.in(*refutation.region)), {});
    return;
  }
  const auto node = [&](std::size_t i) {
    return Node{path[i], i < refutation.violated_from ? Stage::open : Stage::violated};
  };
  if (foresee_)
    for (std::size_t i = 0; i < std::min(refutation.used, refutation.violated_from); ++i)
      if (foreseen_.insert(path[i]).second)
        for (const Fact& fact : foresee_(path[i])) learn(fact);
  const std::size_t last = refutation.back_to.value_or(path.size() - 1);
  learn(start, {}, node(0));
  for (std::size_t i = 0; i < last; ++i) learn(node(i), pick_at(points_.in(path[i])), node(i + 1));
  std::set<std::size_t> points;
  for (std::size_t i = last; i < refutation.used; ++i)
    for (const std::size_t point : points_.in(path[i])) points.insert(point);
  learn(node(last), pick_at({points.begin(), points.end()}), {});
}

void StrategySearch::learn(const Node& at, Picks picks, const std::optional<Node>& then) {
  const Met& before = know(at);
  const Met* const after = then ? &know(*then) : nullptr;
  std::vector<Literal> clause{!before.second};
  for (const Pick& pick : picks) clause.push_back(!known_[pick.point].picks[pick.action]);
  if (after != nullptr) clause.push_back(after->second);
  std::vector<int> codes;
  codes.reserve(clause.size());
  for (const Literal literal : clause) codes.push_back(literal.code());
  std::sort(codes.begin(), codes.end());
  if (!clauses_.insert(std::move(codes)).second) return;
  solver_.add_clause(clause);
  facts_.push_back({&before.first, std::move(picks), after == nullptr ? nullptr : &after->first});
}

// ---- what means the same to others ----

StrategySearch::Pick StrategySearch::find_pick(const Selection& selection) {
  const logic::Group& members = points_.members();
  const auto member = std::find(members.begin(), members.end(), selection.agent);
  CHECK(member != members.end(), "a selection is made by a member");
  const auto point =
      points_.find(static_cast<std::size_t>(member - members.begin()), selection.where);
  CHECK(point.has_value(), "a selection is made at a point");
  know(*point);
  const auto& actions = points_[*point].actions;
  const auto at = std::find(actions.begin(), actions.end(), selection.action);
  CHECK(at != actions.end(), "what is selected is allowed");
  return {*point, static_cast<std::size_t>(at - actions.begin())};
}

Selection StrategySearch::describe(const Pick& pick) const {
  const Point& point = points_[pick.point];
  return {points_.members()[point.member], point.example, point.actions[pick.action]};
}

std::vector<Selection> StrategySearch::list_selections() const {
  std::vector<Selection> result;
  for (const std::size_t point : chosen_) result.push_back(describe({point, known_[point].choice}));
  return result;
}

void StrategySearch::follow(std::span<const Selection> selections) {
  for (const Selection& selection : selections) choose(find_pick(selection));
}

std::vector<Fact> StrategySearch::list_facts(std::size_t from) const {
  std::vector<Fact> result;
  for (std::size_t i = from; i < facts_.size(); ++i) result.push_back(fact(i));
  return result;
}

Fact StrategySearch::fact(std::size_t number) const {
  const Learnt& learnt = facts_[number];
  Fact result{*learnt.at, {}, {}};
  for (const Pick& pick : learnt.picks) result.selections.push_back(describe(pick));
  if (learnt.then != nullptr) result.then = *learnt.then;
  return result;
}

void StrategySearch::learn(const Fact& fact) {
  Picks picks;
  for (const Selection& selection : fact.selections) picks.push_back(find_pick(selection));
  learn(fact.at, std::move(picks), fact.then);
}

}  // namespace ken::check
