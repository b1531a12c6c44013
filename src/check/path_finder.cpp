// Paths between single states, by images of sets.
//
// A shortest path is found ring by ring from where it starts and walked back from where it ends,
// one pre-image of one state for each step.
//
// Without fairness we walk on until a step leads to a state met before, and then take the shortest
// way there and the shortest cycle through it.  With fairness we walk from set to set and then back
// to where the walk began.  If there is no way back, the walk has left a component of the graph for
// good and begins anew where it is; there are finitely many components.

#include "check/path_finder.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace ken::check {

std::vector<model::State> list_states(const symbolic::System& system,
                                      const Singletons& singletons) {
  std::vector<model::State> result;
  result.reserve(singletons.size());
  for (const StateSet& one : singletons)
    result.push_back(symbolic::some_state(system.encoding(), system.model(), one));
  return result;
}

Lasso list_states(const symbolic::System& system, const SingletonLasso& lasso) {
  return {list_states(system, lasso.singletons), lasso.back_to};
}

Singletons PathFinder::trace(const StateSet& targets, std::span<const StateSet> layers) const {
  Singletons path{ways_.pick(targets)};
  for (std::size_t i = layers.size(); i > 0; --i) {
    budget_.check_limits_now();
    path.push_back(ways_.pick(ways_.before(path.back()) & layers[i - 1]));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void PathFinder::extend(Singletons& path, const StateSet& targets, const StateSet& region) const {
  std::vector<StateSet> layers{path.back()};
  StateSet ring = ways_.after(layers[0]) & region;
  for (StateSet seen = ring;; seen |= ring) {
    CHECK(!ring.empty(), "the targets can be reached");
    if (const StateSet arrived = ring & targets; !arrived.empty()) {
      const Singletons way = trace(arrived, layers);
      path.insert(path.end(), way.begin() + 1, way.end());
      return;
    }
    layers.push_back(ring);
    ring = (ways_.after(ring) & region) - seen;
  }
}

SingletonLasso PathFinder::find_lasso(const StateSet& from, const StateSet& region,
                                      std::span<const StateSet> fairness) const {
  return fairness.empty() ? find_cycle(from, region) : find_fair_lasso(from, region, fairness);
}

SingletonLasso PathFinder::find_cycle(const StateSet& from, const StateSet& region) const {
  StateSet here = from;
  for (StateSet met = from;;) {
    budget_.check_limits_now();
    const StateSet next = ways_.after(here) & region;
    if (const StateSet closing = next & met; !closing.empty()) {
      const StateSet entry = ways_.pick(closing);
      Singletons path{from};
      if (from != entry) extend(path, entry, region);
      const std::size_t back_to = path.size() - 1;
      extend(path, entry, region);
      path.pop_back();
      return {std::move(path), back_to};
    }
    here = ways_.pick(next);
    met |= here;
  }
}

SingletonLasso PathFinder::find_fair_lasso(const StateSet& from, const StateSet& region,
                                           std::span<const StateSet> fairness) const {
  Singletons path{from};
  for (std::size_t begin = 0;; begin = path.size() - 1) {
    for (const StateSet& line : fairness) extend(path, line & region, region);
    const StateSet first = path[begin];
    if (disjoint(reach(ways_.after(path.back()) & region, region), first)) continue;
    extend(path, first, region);
    path.pop_back();
    return {std::move(path), begin};
  }
}

StateSet PathFinder::reach(const StateSet& states, const StateSet& region) const {
  StateSet result = states;
  for (StateSet fresh = states; !fresh.empty();) {
    fresh = (ways_.after(fresh) & region) - result;
    result |= fresh;
  }
  return result;
}

}  // namespace ken::check
