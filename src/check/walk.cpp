// Endless paths of a strategy.
//
// Of a region we keep the states with a predecessor among those kept: what is left is not empty iff
// there is a cycle in it, and each round is an image of the states that are left.  A walk backwards
// in what is left must come to a state it has met, and has found a cycle.
//
// Under fairness only a fair path counts.  keep_endless is the fixpoint of Emerson and Lei (see
// fixpoints.cpp) with the steps of the strategy.  Inside it every state has a path to each fairness
// line again: we walk from line to line and then back to where the walk began.  If there is no way
// back, the walk has left a component of the graph for good and begins anew where it is; there are
// finitely many components.

#include "check/walk.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace ken::check {

using model::State;

Walk::Walk(const Contest& contest, const Strategy& strategy)
    : contest_(contest),
      strategy_(strategy),
      familiar_(contest.members.size(), contest.system.manager().constant(false)) {}

StateSet Walk::after(const StateSet& states) const {
  return contest_.moves.follow(strategy_.moves_in(states)) & contest_.ground;
}

StateSet Walk::before(const StateSet& states) const {
  return contest_.moves.starts(strategy_.among(contest_.moves.into(states))) & contest_.ground;
}

StateSet Walk::reach(const StateSet& states, const StateSet& region) const {
  StateSet result = states;
  for (StateSet fresh = states; !fresh.empty();) {
    fresh = (after(fresh) & region) - result;
    result |= fresh;
  }
  return result;
}

StateSet Walk::reach_back(const StateSet& states, const StateSet& through) const {
  StateSet result = states;
  for (StateSet fresh = states; !fresh.empty();) {
    fresh = (before(fresh) & through) - result;
    result |= fresh;
  }
  return result;
}

StateSet Walk::keep_cycles(const StateSet& region) const {
  StateSet kept = region;
  for (StateSet gone = kept - after(kept); !gone.empty();) {
    kept -= gone;
    const StateSet doubtful = after(gone) & kept;
    gone = doubtful - after(before(doubtful) & kept);
  }
  return contest_.only_fair ? keep_endless(kept) : kept;
}

StateSet Walk::keep_endless(const StateSet& region) const {
  for (StateSet kept = region;;) {
    StateSet next = kept & before(kept);
    if (contest_.only_fair)
      for (const StateSet& line : contest_.arena.fairness)
        next &= before(reach_back(next & line, region));
    if (next == kept) return kept;
    kept = std::move(next);
  }
}

StateSet Walk::encode(const State& state) const {
  return symbolic::encode(contest_.system.manager(), contest_.system.encoding(),
                          contest_.system.model(), state);
}

State Walk::pick(const StateSet& states) const {
  return symbolic::some_state(contest_.system.encoding(), contest_.system.model(), states);
}

State Walk::pick_familiar(const StateSet& states) {
  StateSet best = states;
  for (const Bdd& seen : familiar_)
    if (const StateSet better(best.function() & seen); !better.empty()) best = better;
  State state = pick(best);
  const Bdd here = encode(state).function();
  for (std::size_t i = 0; i < familiar_.size(); ++i) {
    const model::Agent& agent = contest_.system.model()[contest_.members[i]];
    familiar_[i] |= exists(here, contest_.system.all_but(agent.visible));
  }
  return state;
}

std::vector<State> Walk::trace(const StateSet& targets, std::span<const StateSet> layers) {
  std::vector<State> path{pick_familiar(targets)};
  for (std::size_t i = layers.size(); i > 0; --i) {
    contest_.system.budget().check_limits_now();
    path.push_back(pick_familiar(before(encode(path.back())) & layers[i - 1]));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

Lasso Walk::find_lasso(const StateSet& region) {
  return contest_.only_fair ? find_fair_lasso(region) : find_cycle(region);
}

Lasso Walk::find_cycle(const StateSet& region) {
  std::vector<State> backwards{pick_familiar(region)};
  StateSet met = encode(backwards.back());
  for (;;) {
    contest_.system.budget().check_limits_now();
    const StateSet origins = before(encode(backwards.back())) & region;
    if (const StateSet closing = origins & met; !closing.empty()) {
      const auto first = std::find(backwards.begin(), backwards.end(), pick(closing));
      CHECK(first != backwards.end(), "what was met is on the way");
      std::vector<State> cycle{*first};
      extend(cycle, encode(*first), region);
      cycle.pop_back();
      return {std::move(cycle), 0};
    }
    backwards.push_back(pick_familiar(origins));
    met |= encode(backwards.back());
  }
}

// Goes on inside the region, by at least one step, to one of the targets, which can be reached.
void Walk::extend(std::vector<State>& path, const StateSet& targets, const StateSet& region) {
  std::vector<StateSet> layers{encode(path.back())};
  StateSet seen = contest_.arena.nothing();
  for (StateSet ring = after(layers[0]) & region;; ring = (after(ring) & region) - seen) {
    CHECK(!ring.empty(), "the targets can be reached");
    if (const StateSet arrived = ring & targets; !arrived.empty()) {
      const std::vector<State> way = trace(arrived, layers);
      path.insert(path.end(), way.begin() + 1, way.end());
      return;
    }
    seen |= ring;
    layers.push_back(ring);
  }
}

Lasso Walk::find_fair_lasso(const StateSet& region) {
  std::vector<State> path{pick_familiar(region)};
  for (std::size_t begin = 0;; begin = path.size() - 1) {
    for (const StateSet& line : contest_.arena.fairness) extend(path, line & region, region);
    const StateSet first = encode(path[begin]);
    if (disjoint(reach(after(encode(path.back())) & region, region), first)) continue;
    extend(path, first, region);
    path.pop_back();
    return {std::move(path), begin};
  }
}

}  // namespace ken::check
