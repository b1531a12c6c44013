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
// Facts whose selections are made lead from state to state.  If they close a cycle although the
// objective has to be achieved, that is an outcome which loses, found without a look at the model:
// the solver is told of such cycles until what it proposes has none, and only then is it a
// candidate.  (Gebser, Janhunen and Rintanen 2014 have solvers that keep a graph free of cycles.)
// And the search looks ahead, at states that facts name and no outcome has met, for as much work as
// the refutation took: at worst that doubles the cost of a candidate, and most of what follows is
// then settled by the solver alone.
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

namespace {

// What a node and a fact take beside their states and selections, in all the tables that have them.
constexpr std::uint64_t bytes_of_node = 256;
constexpr std::uint64_t bytes_of_fact = 192;

std::uint64_t bytes_of_state(const State& state) {
  return sizeof(State) + state.size() * sizeof(model::Value);
}

// What a step of the solver costs in steps of diagrams, about; and how many of them a question gets
// at least, so that it comes to its end at last.
constexpr std::uint64_t steps_for_solver = 1000;
constexpr std::uint64_t least_of_solver = 50;
// One part of so many is spent on partial strategies.
constexpr std::uint64_t depth_first_share = 8;
constexpr auto no_end = std::numeric_limits<std::uint64_t>::max();

}  // namespace

StrategySearch::StrategySearch(Context& context, const logic::Group& members, Strategy first,
                               Refute refute)
    : context_(context),
      points_(context.system, members),
      strategy_(std::move(first)),
      refute_(std::move(refute)),
      work_before_(context.system.manager().work()),
      solver_(context.system.budget(), context.teamwork.own),
      memory_(context.system.budget()) {}

std::uint64_t StrategySearch::work() const {
  return context_.system.manager().work() + steps_for_solver * solver_.work();
}

Finding StrategySearch::search(const StateSet& starts, std::uint64_t most) {
  const std::uint64_t begin = work();
  const std::uint64_t end = begin + std::min(most, no_end - begin);
  ask_from(starts);
  do {
    switch (propose(end)) {
      case sat::Answer::open:
        return Finding::open;
      case sat::Answer::no:
        lost_together_ = find_lost_together();
        return Finding::none;
      case sat::Answer::yes:
        break;
    }
    if (try_candidate(starts)) return Finding::found;
    if (go_depth_first(starts)) return Finding::found;
  } while (work() < end);
  return Finding::open;
}

void StrategySearch::ask_from(const StateSet& starts) {
  assumptions_.clear();
  asked_.clear();
  for (const auto& [state, set] : starts_)
    if (subset(set, starts)) ask(met_.at({state, Stage::start}));
}

// The next candidate that what is known does not refute.
sat::Answer StrategySearch::propose(std::uint64_t end) {
  for (;;) {
    const std::uint64_t now = work();
    const std::uint64_t left = now < end ? (end - now) / steps_for_solver : 0;
    const sat::Answer answer = solver_.solve(assumptions_, std::max(left, least_of_solver));
    if (answer != sat::Answer::yes) return answer;
    context_.system.budget().check_limits_now();
    if (!cycles_lose_ || !exclude_cycles()) return sat::Answer::yes;
  }
}

// Whether it wins; if not, what refutes it is learnt.
bool StrategySearch::try_candidate(const StateSet& starts) {
  follow_solver();
  ++context_.effort.candidates;
  const std::uint64_t before = context_.system.manager().work();
  const auto refutation = refute_(strategy_, starts);
  if (!refutation) return true;
  const std::uint64_t spent = context_.system.manager().work() - before;
  CHECK(!disjoint(starts, encode(refutation->path.front())), "an outcome begins in a start");
  const std::size_t known = facts_.size();
  learn(*refutation, strategy_);
  look_ahead(spent);
  context_.effort.clauses += facts_.size() - known;
  return false;
}

// Tries partial strategies for a share of the work; whether one wins.
bool StrategySearch::go_depth_first(const StateSet& starts) {
  while (depth_first_ && work_depth_first_ * depth_first_share <= work() - work_before_) {
    const std::uint64_t before = work();
    const std::size_t known = facts_.size();
    const DepthFirst::Step step = depth_first_->try_next(starts);
    if (step.refutation) learn(*step.refutation, step.tried);
    ++context_.effort.partial;
    context_.effort.clauses += facts_.size() - known;
    work_depth_first_ += work() - before;
    if (step.finding == Finding::none) return false;
    if (step.finding == Finding::open) continue;
    follow(depth_first_->list_selections());
    return true;
  }
  return false;
}

std::vector<State> StrategySearch::find_lost_together() const {
  const std::vector<Literal> failed = solver_.failed();
  std::vector<State> result;
  for (const auto& [state, set] : starts_)
    if (std::find(failed.begin(), failed.end(), met_.at({state, Stage::start}).met) != failed.end())
      result.push_back(state);
  return result;
}

bool StrategySearch::exclude_cycles() {
  const auto cycles = graph_.find_cycles(asked_, [&](std::size_t step) {
    const Picks& picks = facts_[steps_[step]].picks;
    return std::all_of(picks.begin(), picks.end(), [&](const Pick& pick) {
      return solver_.value(known_[pick.point].picks[pick.action]);
    });
  });
  const std::size_t known = facts_.size();
  for (const std::vector<std::size_t>& cycle : cycles) {
    std::set<Pick> picks;
    for (const std::size_t step : cycle) {
      const Picks& more = facts_[steps_[step]].picks;
      picks.insert(more.begin(), more.end());
    }
    learn(*facts_[steps_[cycle.front()]].at, {picks.begin(), picks.end()}, {}, Source::facts);
  }
  context_.effort.clauses += facts_.size() - known;
  return !cycles.empty();
}

void StrategySearch::ask(const Place& start) {
  assumptions_.push_back(start.met);
  asked_.push_back(start.number);
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
  known.first = known.choice = points_.find_choice_of(strategy_, point);
  for (std::size_t i = 0; i < points_[point].actions.size(); ++i)
    picks.push_back(solver_.add_variable(i == known.choice));
  solver_.add_clause(picks);
  for (std::size_t i = 0; i < picks.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      solver_.add_clause(std::vector<Literal>{!picks[i], !picks[k]});
  chosen_.push_back(point);
}

const StrategySearch::Met& StrategySearch::know(const Node& node) {
  const auto known = met_.find(node);
  if (known != met_.end()) return *known;
  memory_.add(bytes_of_node + 3 * bytes_of_state(node.state));
  const auto at = met_.emplace(node, Place{solver_.add_variable(false), graph_.add_node()}).first;
  if (node.stage == Stage::start) {
    starts_.emplace(node.state, encode(node.state));
    ask(at->second);
  }
  return *at;
}

StrategySearch::Picks StrategySearch::pick_at(const std::vector<std::size_t>& points,
                                              const Strategy& strategy) {
  Picks result;
  for (const std::size_t point : points) {
    know(point);
    const std::size_t choice =
        &strategy == &strategy_ ? known_[point].choice : points_.find_choice_of(strategy, point);
    result.push_back({point, choice});
  }
  return result;
}

void StrategySearch::learn(const Refutation& refutation, const Strategy& strategy) {
  const std::vector<State>& path = refutation.path;
  const Node start{path.front(), Stage::start};
  if (refutation.region) {
    learn(start, pick_at(points_.in(*refutation.region), strategy), {});
    return;
  }
  const auto node = [&](std::size_t i) {
    return Node{path[i], i < refutation.violated_from ? Stage::open : Stage::violated};
  };
  for (std::size_t i = 0; i < std::min(refutation.used, refutation.violated_from); ++i)
    look_at(path[i]);
  const std::size_t last = refutation.back_to.value_or(path.size() - 1);
  learn(start, {}, node(0));
  for (std::size_t i = 0; i < last; ++i)
    learn(node(i), pick_at(points_.in(path[i]), strategy), node(i + 1));
  std::set<std::size_t> points;
  for (std::size_t i = last; i < refutation.used; ++i)
    for (const std::size_t point : points_.in(path[i])) points.insert(point);
  learn(node(last), pick_at({points.begin(), points.end()}, strategy), {});
}

void StrategySearch::look_at(const State& state) {
  if (!foresee_ || !foreseen_.insert(state).second) return;
  for (const Fact& fact : foresee_(state)) {
    if (fact.then && !foreseen_.contains(fact.then->state)) {
      memory_.add(bytes_of_state(fact.then->state));
      ahead_.push_back(fact.then->state);
    }
    learn(fact);
  }
}

// At the states that were named first and not looked at yet, until diagrams have taken so much
// work.
void StrategySearch::look_ahead(std::uint64_t work) {
  const std::uint64_t begin = context_.system.manager().work();
  while (!ahead_.empty() && context_.system.manager().work() - begin < work) {
    const State state = std::move(ahead_.front());
    ahead_.pop_front();
    memory_.drop(bytes_of_state(state));
    look_at(state);
  }
}

void StrategySearch::learn(const Node& at, Picks picks, const std::optional<Node>& then,
                           Source source) {
  const Met& before = know(at);
  const Met* const after = then ? &know(*then) : nullptr;
  std::vector<Literal> clause{!before.second.met};
  for (const Pick& pick : picks) clause.push_back(!known_[pick.point].picks[pick.action]);
  if (after != nullptr) clause.push_back(after->second.met);
  std::vector<int> codes;
  codes.reserve(clause.size());
  for (const Literal literal : clause) codes.push_back(literal.code());
  std::sort(codes.begin(), codes.end());
  if (clauses_.contains(codes)) return;
  memory_.add(bytes_of_fact + clause.size() * (sizeof(int) + sizeof(Pick)));
  clauses_.insert(std::move(codes));
  solver_.add_clause(clause);
  if (after != nullptr) {
    graph_.add_step(before.second.number, after->second.number);
    steps_.push_back(facts_.size());
  }
  facts_.push_back(
      {&before.first, std::move(picks), after == nullptr ? nullptr : &after->first, source});
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
  for (const std::size_t point : chosen_) choose({point, known_[point].first});
  for (const Selection& selection : selections) choose(find_pick(selection));
}

std::vector<Fact> StrategySearch::list_facts(std::size_t from) const {
  std::vector<Fact> result;
  for (std::size_t i = from; i < facts_.size(); ++i) result.push_back(fact(i));
  return result;
}

std::vector<Fact> StrategySearch::list_observed(std::size_t from) const {
  std::vector<Fact> result;
  for (std::size_t i = from; i < facts_.size(); ++i)
    if (facts_[i].source == Source::model) result.push_back(fact(i));
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
