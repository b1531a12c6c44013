// Endless paths of a strategy.
//
// Of a region we keep the states with a predecessor among those kept: what is left is not empty iff
// there is a cycle in it, and each round is an image of the states that are left.  A walk backwards
// in what is left must come to a state it has met, and has found a cycle.
//
// Under fairness only a fair path counts.  keep_endless is the fixpoint of Emerson and Lei (see
// fixpoints.cpp) with the steps of the strategy.  Inside it every state has a path to each fairness
// line again (path_finder.cpp).

#include "check/walk.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace ken::check {

using model::State;

Walk::Walk(const Contest& contest, const Strategy& strategy)
    : contest_(contest),
      strategy_(strategy),
      familiar_(contest.members.size(), contest.system.manager().constant(false)),
      finder_(contest.system.budget(),
              {[this](const StateSet& states) { return after(states); },
               [this](const StateSet& states) { return before(states); },
               [this](const StateSet& states) { return encode(pick_familiar(states)); }}) {}

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

Lasso Walk::find_lasso(const StateSet& region) {
  if (!contest_.only_fair) return find_cycle(region);
  const StateSet from = encode(pick_familiar(region));
  return list_states(contest_.system, finder_.find_lasso(from, region, contest_.arena.fairness));
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
      Singletons cycle{encode(*first)};
      finder_.extend(cycle, cycle.front(), region);
      cycle.pop_back();
      return {list_states(contest_.system, cycle), 0};
    }
    backwards.push_back(pick_familiar(origins));
    met |= encode(backwards.back());
  }
}

}  // namespace ken::check
