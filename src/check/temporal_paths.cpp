// Paths that show what an operator of time says.
//
// What a path has to look like is in path_shape.cpp.
//
// A finite path is shortest, found by rings from the state (path_finder.cpp).  An endless one stays
// in the greatest fixpoint EG.  Under fairness every path goes on fairly.
//
// Bounds.  f U[m,n] g: from m sets, each of the states from which the next leads on, and then the
// shortest path.  Releases and G within bounds likewise, with one set for each step to the end of
// the bound.  A bound of more than a thousand steps is not shown.

#include "check/temporal_paths.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "check/path_shape.hpp"

namespace ken::check {
namespace {

using evidence::ReasonId;
using evidence::Why;
using logic::Modal;
using logic::PathOperator;
using model::State;

constexpr std::int64_t longest_bound = 1000;

class Showing {
 public:
  Showing(Explainer& explainer, const Modal& modal, PathOperator op, bool holds)
      : explainer_(explainer),
        modal_(modal),
        op_(op),
        holds_(holds),
        shape_(find_shape(op, holds)),
        inside_(find_states(shape_.inside)),
        end_(find_states(shape_.end)) {}

  Why show(const State& state) {
    if (op_ == PathOperator::next) return show_next(state);
    if (modal_.bound) return show_bounded(state, *modal_.bound);
    if (shape_.finite)
      if (auto path = find_finite(state)) return tell_finite(std::move(*path));
    CHECK(shape_.endless, "a path satisfies what some path satisfies");
    const StateSet region = exists_globally(explainer_.arena(), inside_);
    Lasso lasso = explainer_.find_lasso(state, region);
    const auto needs = [&](std::size_t) { return shape_.inside; };
    return tell(std::move(lasso.states), lasso.back_to, needs);
  }

 private:
  using NeedsAt = std::function<Needs(std::size_t position)>;

  [[nodiscard]] StateSet find_states(const Needs& needs) {
    StateSet result = explainer_.arena().domain;
    for (const Need& need : needs)
      result &= explainer_.where(modal_.args[need.argument], need.holds);
    return result;
  }
  [[nodiscard]] StateSet after(const State& state) const {
    const Arena& arena = explainer_.arena();
    return arena.steps->relation().image(explainer_.encode(state)) & arena.domain;
  }

  // With what is claimed in each of the states.
  [[nodiscard]] Why tell(std::vector<State> states, std::optional<std::size_t> back_to,
                         const NeedsAt& needs) {
    std::vector<std::vector<ReasonId>> claims(states.size());
    for (std::size_t i = 0; i < states.size(); ++i)
      for (const Need& need : needs(i))
        explainer_.claim(modal_.args[need.argument], states[i], need.holds, claims[i]);
    evidence::Path path = explainer_.make_path(std::move(states), back_to);
    claims.resize(path.states.size());  // on the way that is added nothing need be claimed
    return evidence::Followed{std::move(path), std::move(claims)};
  }
  [[nodiscard]] Why tell_finite(std::vector<State> states) {
    const std::size_t last = states.size() - 1;
    return tell(std::move(states), {},
                [&](std::size_t i) { return i == last ? shape_.end : shape_.inside; });
  }

  [[nodiscard]] Why show_next(const State& state) {
    const StateSet next = after(state) & end_;
    return tell({state, explainer_.pick(next)}, {},
                [&](std::size_t i) { return i == 1 ? shape_.end : Needs(); });
  }

  // The shortest path inside to the end, if there is one.
  [[nodiscard]] std::optional<std::vector<State>> find_finite(const State& state) {
    const StateSet here = explainer_.encode(state);
    if (subset(here, end_)) return std::vector<State>{state};
    if (!subset(here, inside_)) return {};
    const Arena& arena = explainer_.arena();
    std::vector<StateSet> layers{here};
    for (StateSet seen = here;;) {
      explainer_.context().system.budget().check_limits_now();
      const StateSet ring = (arena.steps->relation().image(layers.back()) & arena.domain) - seen;
      if (const StateSet arrived = ring & end_; !arrived.empty())
        return explainer_.trace(arrived, layers);
      layers.push_back(ring & inside_);
      if (layers.back().empty()) return {};
      seen |= ring;
    }
  }

  // ---- bounds ----

  [[nodiscard]] Why show_bounded(const State& state, logic::Bound bound) {
    if (shape_.finite && !shape_.endless) return show_bounded_until(state, bound);
    if (bound.most > longest_bound) return evidence::Assumed{};
    return show_bounded_release(state, bound);
  }

  [[nodiscard]] Why show_bounded_until(const State& state, logic::Bound bound) {
    if (bound.least > longest_bound) return evidence::Assumed{};
    const Arena& arena = explainer_.arena();
    std::vector<StateSet> sets{
        bounded_until(arena, inside_, end_, {0, bound.most - bound.least}, some_successor)};
    for (std::int64_t i = 0; i < bound.least; ++i)
      sets.push_back(inside_ & some_successor(arena, sets.back()));
    std::vector<State> path{state};
    for (std::size_t i = sets.size() - 1; i > 0; --i)
      path.push_back(explainer_.pick(after(path.back()) & sets[i - 1]));
    const auto rest = find_finite(path.back());
    CHECK(rest.has_value(), "the end can be reached");
    path.insert(path.end(), rest->begin() + 1, rest->end());
    return tell_finite(std::move(path));
  }

  // Once 'stop' is met the path may do as it likes; until then 'hold' from m to n.
  //     (0, 0): hold      (0, n): hold and (stop or next (0, n-1))      (m, n): stop or next
  //     (m-1, n-1)
  [[nodiscard]] Why show_bounded_release(const State& state, logic::Bound bound) {
    const auto [stop, hold] = find_release();
    const Arena& arena = explainer_.arena();
    std::vector<StateSet> sets{hold};  // by the steps that are left
    for (std::int64_t left = 1; left <= bound.most; ++left) {
      const StateSet on = stop | some_successor(arena, sets.back());
      sets.push_back(left <= bound.most - bound.least ? hold & on : on);
    }
    std::vector<State> path{state};
    for (std::size_t left = sets.size() - 1;
         left > 0 && disjoint(explainer_.encode(path.back()), stop); --left)
      path.push_back(explainer_.pick(after(path.back()) & sets[left - 1]));
    const std::vector<State> states = path;
    return tell(std::move(path), {}, [&](std::size_t i) { return find_values(states[i]); });
  }
  struct Release {
    StateSet stop;
    StateSet hold;
  };
  [[nodiscard]] Release find_release() {
    const StateSet first = explainer_.where(modal_.args[0], holds_);
    if (modal_.args.size() == 1) return {explainer_.arena().nothing(), first};
    const StateSet second = explainer_.where(modal_.args[1], holds_);
    if (op_ != PathOperator::weak) return {first, second};
    return {second, first | second};  // f W g = g R (f or g)
  }
  // What the arguments are there.
  [[nodiscard]] Needs find_values(const State& state) {
    Needs result;
    const StateSet here = explainer_.encode(state);
    for (std::size_t i = 0; i < modal_.args.size(); ++i)
      result.push_back({i, subset(here, explainer_.where(modal_.args[i], true))});
    return result;
  }

  Explainer& explainer_;
  const Modal& modal_;
  PathOperator op_;
  bool holds_;
  PathShape shape_;
  StateSet inside_;
  StateSet end_;
};

}  // namespace

Why show_path(Explainer& explainer, const Modal& modal, const State& state, bool holds) {
  const logic::Modality& row = explainer.context().model().modalities[modal.modality];
  return Showing(explainer, modal, *row.path_operator, holds).show(state);
}

}  // namespace ken::check
