// Refuting a strategy.
//
// A strategy leaves of all steps those in which the members do what it says.  The outcomes from a
// set of starts are followed forwards, ring by ring, as long as the objective is open:
//     X goal          open at the start; achieved or violated one step later
//     through U goal  achieved in goal; violated outside both; else open
//     through W goal  the same
// Without fairness the strategy loses if a violated state is met, or an open one in which its move
// has no successor, or, for U, if outcomes stay open for ever.
//
// With fairness an outcome counts only if it is fair.  So a violated state alone is no loss: its
// outcomes are followed further, and the strategy loses if they meet a state of the domain where
// its move has no successor (the objective is not achieved, and never will be), or contain a fair
// cycle.  Likewise outcomes that stay open for ever make it lose under U if they are fair.
//
// Bounds cut this short: a state from which no strategy wins, whatever its members see, refutes as
// soon as it is met, because U and W are the same objective again as long as they are open; a state
// from which every strategy wins need not be followed.
//
// What refutes is one outcome: a path to the state in question, walked back ring by ring, where a
// predecessor is preferred in which the members see what they have seen on the path already: the
// fewer points a refutation has, the more strategies it refutes.
//
// Cost: as many images as the outcomes are long, each of the states that are new alone, and as many
// pre-images of one state as the path is long; endless outcomes as in walk.cpp, on the states met.
//
// The states from which a strategy wins, all at once, are found backwards with the same
// definitions; that is worth its price when many states are asked about.

#include "check/refutation.hpp"

#include "base/check.hpp"
#include "check/walk.hpp"

namespace ken::check {
namespace {

using model::State;

class Refuting {
 public:
  Refuting(const Contest& contest, const Strategy& strategy, const Bounds& bounds)
      : contest_(contest), strategy_(strategy), bounds_(bounds), walk_(contest, strategy) {}

  std::optional<Refutation> run(const StateSet& starts) {
    if (auto found = follow_open(starts)) return found;
    if (auto found = follow_violated()) return found;
    if (contest_.objective.kind == ObjectiveKind::until)
      if (auto found = find_endless(open_)) return found;
    if (contest_.only_fair && contest_.duty == Duty::stay_fair) return find_unfair_start(starts);
    return {};
  }

 private:
  using Layers = std::vector<StateSet>;
  enum class Last : std::uint8_t { used, unused };

  [[nodiscard]] bool can_be_stuck() const {
    return !contest_.only_fair || contest_.duty == Duty::never_stuck;
  }
  [[nodiscard]] StateSet find_stuck(const StateSet& states) const {
    if (!can_be_stuck()) return contest_.arena.nothing();
    const MoveSet chosen = strategy_.moves_in(states);
    return (states - contest_.moves.starts(chosen)) |
           contest_.moves.starts(chosen - contest_.available);
  }
  // The states of a ring where the objective is still open.
  [[nodiscard]] StateSet find_open(const StateSet& undecided, bool start) const {
    if (contest_.objective.kind != ObjectiveKind::next)
      return undecided & contest_.objective.through;
    return start ? undecided : contest_.arena.nothing();
  }

  std::optional<Refutation> follow_open(const StateSet& starts) {
    const bool next = contest_.objective.kind == ObjectiveKind::next;
    StateSet seen = contest_.arena.nothing();
    for (StateSet ring = starts; !ring.empty(); ring = walk_.after(open_.back()) - seen) {
      const bool start = open_.empty();
      if (const StateSet lost = ring & bounds_.lost; !lost.empty() && (start || !next))
        return end_open(walk_.trace(lost, open_), Last::unused);
      const StateSet undecided =
          next && start ? ring : ring - contest_.objective.goal - bounds_.won;
      const StateSet open = find_open(undecided, start);
      violated_.push_back(undecided - open);
      if (!violated_.back().empty() && !contest_.only_fair)
        return end_violated(walk_.trace(violated_.back(), open_));
      if (const StateSet stuck = find_stuck(open); !stuck.empty())
        return end_open(walk_.trace(stuck, open_), Last::used);
      open_.push_back(open);
      if (!next) seen |= ring;
    }
    return {};
  }

  std::optional<Refutation> follow_violated() {
    StateSet ring = contest_.arena.nothing();
    for (const StateSet& states : violated_) ring |= states;
    StateSet seen = ring;
    while (!ring.empty()) {
      if (const StateSet stuck = find_stuck(ring); !stuck.empty()) {
        Way way = trace_violated(stuck, behind_);
        const std::size_t used = way.path.size();
        return Refutation{std::move(way.path), used, {}, way.violated_from, {}};
      }
      behind_.push_back(ring);
      ring = walk_.after(ring) - seen;
      seen |= ring;
    }
    return find_endless(behind_);
  }

  // An endless outcome inside the layers, which are the open ones or those behind a violation.
  std::optional<Refutation> find_endless(const Layers& layers) {
    StateSet region = contest_.arena.nothing();
    for (const StateSet& layer : layers) region |= layer;
    region = walk_.keep_cycles(region);
    if (region.empty()) return {};
    Lasso lasso = walk_.find_lasso(region);
    const StateSet entry = encode(lasso.states.front());
    auto [path, violated_from] = &layers == &open_ ? trace_open(entry) : trace_behind(entry);
    const std::size_t shift = path.size() - 1;
    path.insert(path.end(), lasso.states.begin() + 1, lasso.states.end());
    const std::size_t used = path.size();
    if (&layers == &open_) violated_from = used;
    return Refutation{std::move(path), used, shift + lasso.back_to, violated_from, {}};
  }

  std::optional<Refutation> find_unfair_start(const StateSet& starts) {
    const StateSet left = starts - walk_.keep_endless(walk_.reach(starts, contest_.ground));
    if (left.empty()) return {};
    const State start =
        symbolic::some_state(contest_.system.encoding(), contest_.system.model(), left);
    return Refutation{{start}, 0, {}, 1, walk_.reach(encode(start), contest_.ground)};
  }

  // ---- the way there ----

  [[nodiscard]] StateSet encode(const State& state) const {
    return symbolic::encode(contest_.system.manager(), contest_.system.encoding(),
                            contest_.system.model(), state);
  }
  [[nodiscard]] static std::size_t find_layer(const Layers& layers, const StateSet& state) {
    for (std::size_t i = 0; i < layers.size(); ++i)
      if (!disjoint(layers[i], state)) return i;
    CHECK(false, "the state is in one of the layers");
    return 0;
  }
  struct Way {
    std::vector<State> path;
    std::size_t violated_from = 0;
  };
  [[nodiscard]] Way trace_open(const StateSet& state) {
    std::vector<State> path = walk_.trace(state, std::span(open_).first(find_layer(open_, state)));
    const std::size_t length = path.size();
    return {std::move(path), length};
  }
  [[nodiscard]] Way trace_behind(const StateSet& state) {
    return trace_violated(state, std::span(behind_).first(find_layer(behind_, state)));
  }
  // From a start to a violated state and on through the layers behind it.
  [[nodiscard]] Way trace_violated(const StateSet& targets, std::span<const StateSet> layers) {
    const std::vector<State> later = walk_.trace(targets, layers);
    const StateSet first = encode(later.front());
    const std::size_t depth = find_layer(violated_, first);
    std::vector<State> path = walk_.trace(first, std::span(open_).first(depth));
    path.insert(path.end(), later.begin() + 1, later.end());
    return {std::move(path), depth};
  }
  [[nodiscard]] static Refutation end_open(std::vector<State> path, Last last) {
    const std::size_t length = path.size();
    return {std::move(path), length - (last == Last::used ? 0 : 1), {}, length, {}};
  }
  [[nodiscard]] static Refutation end_violated(std::vector<State> path) {
    const std::size_t last = path.size() - 1;
    return {std::move(path), last, {}, last, {}};
  }

  const Contest& contest_;
  const Strategy& strategy_;
  const Bounds& bounds_;
  Walk walk_;
  Layers open_;      // by depth
  Layers violated_;  // by depth, entered from the open states before
  Layers behind_;    // by the distance from a violated state
};

}  // namespace

std::optional<Refutation> refute(const Contest& contest, const Strategy& strategy,
                                 const Bounds& bounds, const StateSet& starts) {
  return Refuting(contest, strategy, bounds).run(starts);
}

StateSet find_winning_states(const Contest& contest, const Strategy& strategy) {
  const Walk walk(contest, strategy);
  const Objective& objective = contest.objective;
  const StateSet stuck =
      contest.ground -
      contest.moves.starts(strategy.among(from(contest.ground, contest.available)));
  // Where a violation cannot be undone by leaving all fair paths.
  StateSet final = contest.ground;
  if (contest.only_fair)
    final = walk.keep_endless(contest.ground) | walk.reach_back(stuck, contest.ground);
  StateSet losing = stuck;
  if (objective.kind == ObjectiveKind::next) {
    losing |= walk.before((contest.ground - objective.goal) & final);
  } else {
    losing =
        walk.reach_back((contest.violated() & final) | (contest.open() & stuck), contest.open());
    if (objective.kind == ObjectiveKind::until) losing |= walk.keep_endless(contest.open());
  }
  return contest.arena.domain - losing;
}

}  // namespace ken::check
