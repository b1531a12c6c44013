// Evidence for relations of logic files.
//
// The states that the relation leads to are found from the state itself, by its converse, and each
// kind of movement apart: the run that shows the one found goes through the state and on to it, or
// through it and on to the state, as the relation moves; or just to it.  Both parts of the run are
// shortest ones.

#include "check/related_states.hpp"

#include "check/related.hpp"

namespace ken::check {
namespace {

using evidence::HopKind;
using model::State;

// A shortest path from a state to some of the others, both ends included.
std::vector<State> find_path(Explainer& e, const State& from, const StateSet& to) {
  std::vector<StateSet> layers{e.encode(from)};
  StateSet seen = layers.front();
  while (disjoint(layers.back(), to)) {
    layers.push_back((e.arena().steps->relation().image(layers.back()) & e.arena().domain) - seen);
    seen |= layers.back();
  }
  const StateSet target = e.encode(e.pick(layers.back() & to));
  layers.pop_back();
  std::vector<State> states{e.pick(target)};
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    const StateSet before = some_successor(e.arena(), e.encode(states.back())) & *layer;
    states.push_back(e.pick(before));
  }
  return {states.rbegin(), states.rend()};
}

// A step may lead from a state to itself: then the path has both ends.
std::vector<State> find_step(Explainer& e, const State& from, const StateSet& to) {
  return {from, e.pick((e.arena().steps->relation().image(e.encode(from))) & to)};
}

std::vector<State> join(std::vector<State> run, const std::vector<State>& more) {
  run.insert(run.end(), more.begin() + 1, more.end());
  return run;
}

}  // namespace

evidence::Why show_related(Explainer& e, const logic::Related& formula, const State& state) {
  const bool value = formula.quantifier == logic::PathQuantifier::some;
  const StateSet wanted = e.where(formula.arg, value);
  const StateSet here = e.encode(state);
  const auto ways = list_related(e.context(), formula.relation, here);
  if (!ways) return evidence::Assumed{};
  for (const RelatedStates& way : *ways) {
    if (disjoint(way.states, wanted)) continue;
    const StateSet found = e.prefer_claimed(way.states & wanted, formula.arg, value);
    std::vector<State> run;
    std::size_t at = 0;
    switch (way.movement) {
      case Movement::none:
        run = e.find_run(found);
        at = run.size() - 1;
        break;
      case Movement::step:
      case Movement::reach:
        run = join(e.find_run(here), way.movement == Movement::step ? find_step(e, state, found)
                                                                    : find_path(e, state, found));
        at = run.size() - 1;
        break;
      case Movement::step_back:
      case Movement::reach_back:
        run = e.find_run(found);
        at = run.size() - 1;
        run = join(run, way.movement == Movement::step_back ? find_step(e, run.back(), here)
                                                            : find_path(e, run.back(), here));
        break;
    }
    const State there = run[at];
    evidence::Hop hop{.kind = HopKind::related,
                      .agents = {},
                      .relation = e.context().model().relations.text(formula.relation),
                      .run = e.make_path(std::move(run)),
                      .at = at};
    const evidence::ReasonId claim = e.claim(formula.arg, there, value);
    return evidence::Elsewhere{{std::move(hop)}, claim};
  }
  return evidence::Assumed{};
}

}  // namespace ken::check
