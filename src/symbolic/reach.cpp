// Reachable states.
//
// The least set that contains the initial states and is closed under image, ring by ring: ring k
// holds the states whose shortest run has k steps.  The image may be taken of any set between the
// last ring and all states known; 'computed' takes all that is known if that has a smaller diagram
// than the ring, else whichever of the ring and its simplification against "not known before" has
// the smaller one (Coudert, Berthet and Madre 1989).
//
// An interleaved system is explored by chaining instead (Roig, Cortadella and Pastor 1995): the
// steps of its agents are taken in turn, and each starts from what the others have just found, so
// that a run in which all of them move once takes one sweep and not as many rounds as there are
// agents.  Counters that each count to 15 on their own: twelve of them take 0.4 s breadth first and
// 0.02 s chained, 24 more than a minute and 0.05 s.
//
// Where no bits ride along it is saturated (saturation.cpp), which leaves no rings.
//
// Else rings are kept: every state of a ring has a predecessor in an earlier one, so a run to any
// state is read off them backwards, one pre-image of a single state for each step.  Breadth first
// that predecessor lies in the ring before, and the run is a shortest one.  Otherwise the earliest
// ring with a predecessor is found by halves, in a tree of unions of rings.  So the cost of a run
// is linear in its length, but for a logarithm.  Without rings the run is sought backwards from the
// state, disjunct by disjunct, until an initial one is met, and read off forwards.

#include "symbolic/reach.hpp"

#include <algorithm>
#include <bit>

#include "base/check.hpp"
#include "model/step.hpp"
#include "symbolic/saturation.hpp"

namespace ken::symbolic {
namespace {

// The states whose successors are computed next: a set between the frontier and all that is known.
StateSet choose_source(Reach choice, const StateSet& before, const StateSet& known,
                       const StateSet& images, const StateSet& ring) {
  switch (choice) {
    case Reach::whole:
      return known;
    case Reach::images:
      return images;
    case Reach::new_states:
      return ring;
    case Reach::computed:
    case Reach::chained:
      break;
  }
  if (is_smaller(known, ring)) return known;
  if (before.unset()) return ring;
  const StateSet simple(bdd::simplify(ring.function(), !before.function()));
  return is_smaller(simple, ring) ? simple : ring;
}

bool bit_of(std::uint64_t code, std::size_t i) { return ((code >> i) & 1U) != 0; }

// Each sweep takes the disjuncts in turn, and every one starts from all that is new since the last
// sweep began, what those before it found included.
Reachable explore_chained(const Steps& steps, const StateSet& initial, const EachRing& each_sweep) {
  Reachable result{.states = initial, .rings = {}, .chained = true};
  if (!initial.empty()) result.rings.push_back(initial);
  for (StateSet fresh = initial; !fresh.empty();) {
    const StateSet before = result.states;
    for (const Relation& disjunct : steps.disjuncts()) {
      const StateSet found = disjunct.image(fresh) - result.states;
      if (found.empty()) continue;
      fresh |= found;
      result.states |= found;
      result.rings.push_back(found);
    }
    fresh = result.states - before;
    result.complete = !each_sweep || each_sweep(result) == GoOn::yes;
    if (!result.complete) break;
  }
  return result;
}

Reachable explore_saturated(const Steps& steps, const StateSet& initial,
                            const EachRing& now_and_then) {
  Reachable result{.states = initial, .rings = {}, .saturated = true};
  if (initial.empty()) return result;
  result.rings.push_back(initial);
  const auto go_on = [&] { return !now_and_then || now_and_then(result) == GoOn::yes; };
  const auto states = saturate_while(steps.manager(), steps.disjuncts(), initial, go_on);
  result.complete = states.has_value();
  if (states) result.states = *states;
  if (states && now_and_then) static_cast<void>(now_and_then(result));
  return result;
}

}  // namespace

model::JointAction find_action(System& system, const model::State& from, const model::State& to) {
  return find_action(system, system.steps(), from, to, system.manager().constant(true));
}

model::JointAction find_action(System& system, const Steps& steps, const model::State& from,
                               const model::State& to, const Bdd& allowed) {
  bdd::Manager& manager = system.manager();
  const Encoding& encoding = system.encoding();
  const model::Model& model = system.model();
  std::vector<std::pair<Variable, bool>> literals;
  const auto fix = [&](const Bits& bits, std::uint64_t code) {
    for (std::size_t k = 0; k < bits.size(); ++k) literals.emplace_back(bits[k], bit_of(code, k));
  };
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    const auto low = static_cast<std::uint64_t>(model.variables[i].type.low);
    fix(encoding.now(static_cast<VarId>(i)), static_cast<std::uint64_t>(from[i]) - low);
    if (encoding.changes(static_cast<VarId>(i)))
      fix(encoding.next(static_cast<VarId>(i)), static_cast<std::uint64_t>(to[i]) - low);
  }
  std::sort(literals.begin(), literals.end(), [&](const auto& a, const auto& b) {
    return manager.level(a.first) > manager.level(b.first);
  });
  Bdd both = manager.constant(true);
  Bits fixed;
  for (const auto& [variable, value] : literals) {
    both &= manager.literal(variable, value);
    fixed.push_back(variable);
  }
  const bdd::VariableSet all = manager.set(std::move(fixed));
  Bdd possible = and_exists(allowed, both, all);
  const Conjuncts& conjuncts = steps.conjuncts();
  for (const Bdd& protocol : conjuncts.protocols) possible &= and_exists(protocol, both, all);
  for (const Conjunct& conjunct : conjuncts.evolutions)
    possible &= and_exists(conjunct.relation, both, all);
  CHECK(!possible.is_false(), "the states of a run follow each other");
  const bdd::Assignment chosen = bdd::some_assignment(possible);
  model::JointAction action;
  for (std::size_t i = 0; i < model.agents.size(); ++i)
    action.push_back(
        static_cast<model::ActionIndex>(decode(chosen, encoding.action(static_cast<AgentId>(i)))));
  return action;
}

Reachable explore(const Steps& steps, const StateSet& initial, Reach reach,
                  const EachRing& each_ring) {
  if (reach == Reach::computed && can_saturate(steps.disjuncts()))
    return explore_saturated(steps, initial, each_ring);
  const bool by_disjuncts = reach == Reach::computed || reach == Reach::chained;
  if (by_disjuncts && !steps.disjuncts().empty()) return explore_chained(steps, initial, each_ring);
  Reachable result{.states = initial, .rings = {}};
  StateSet ring = initial;
  StateSet before;
  StateSet images = ring;
  while (!ring.empty()) {
    result.rings.push_back(ring);
    result.complete = !each_ring || each_ring(result) == GoOn::yes;
    if (!result.complete) break;
    images = steps.relation().image(choose_source(reach, before, result.states, images, ring));
    ring = images - result.states;
    before = result.states;
    result.states |= ring;
  }
  return result;
}

Reachable explore(System& system, const EachRing& each_ring) {
  return explore(system.steps(), system.initial(), system.settings().reach, each_ring);
}

namespace {

std::size_t earliest_ring(const Reachable& reachable, const StateSet& set) {
  const auto ring = std::find_if(reachable.rings.begin(), reachable.rings.end(),
                                 [&](const StateSet& r) { return !disjoint(r, set); });
  CHECK(ring != reachable.rings.end(), "every reachable state lies in a ring");
  return static_cast<std::size_t>(ring - reachable.rings.begin());
}

// The same question for many sets: unions of two, four, eight ... rings in a heap.
class RingTree {
 public:
  explicit RingTree(System& system, const std::vector<StateSet>& rings) {
    leaves_ = std::bit_ceil(rings.size());
    unions_.assign(2 * leaves_, system.nothing());
    std::copy(rings.begin(), rings.end(), unions_.begin() + static_cast<std::ptrdiff_t>(leaves_));
    for (std::size_t i = leaves_; i-- > 1;) unions_[i] = unions_[2 * i] | unions_[2 * i + 1];
  }
  [[nodiscard]] std::size_t earliest(const StateSet& set) const {
    std::size_t at = 1;
    while (at < leaves_) at = 2 * at + (disjoint(unions_[2 * at], set) ? 1 : 0);
    return at - leaves_;
  }

 private:
  std::size_t leaves_ = 1;
  std::vector<StateSet> unions_;
};

}  // namespace

model::State find_nearest(System& system, const Reachable& reachable, const StateSet& set) {
  if (reachable.saturated && disjoint(reachable.rings.front(), set))
    return some_state(system.encoding(), system.model(), reachable.states & set);
  return some_state(system.encoding(), system.model(),
                    reachable.rings[earliest_ring(reachable, set)] & set);
}

namespace {

// The states of a run, charged one by one.
class RunOfStates {
 public:
  explicit RunOfStates(System& system) : system_(system) {}
  void add_some(const StateSet& states) {
    system_.budget().charge(model::bytes_of_step(system_.model()));
    run_.push_back(some_state(system_.encoding(), system_.model(), states));
  }
  [[nodiscard]] StateSet last() const {
    return encode(system_.manager(), system_.encoding(), system_.model(), run_.back());
  }
  [[nodiscard]] std::vector<model::State> take() { return std::move(run_); }

 private:
  System& system_;
  std::vector<model::State> run_;
};

// The target, and what leads there: each state has a successor in an earlier one.  As far as it
// takes to meet one of the initial states.
std::vector<StateSet> search_backwards(System& system, const Steps& steps,
                                       const Reachable& reachable, const StateSet& target) {
  constexpr std::uint64_t most_work = 200'000'000;
  const std::uint64_t end = system.manager().work() + most_work;
  std::vector<StateSet> layers{target};
  StateSet known = target;
  for (StateSet fresh = target; disjoint(known, reachable.rings.front());) {
    const StateSet before = known;
    for (const Relation& disjunct : steps.disjuncts()) {
      const StateSet found = (disjunct.preimage(fresh) & reachable.states) - known;
      if (found.empty()) continue;
      fresh |= found;
      known |= found;
      layers.push_back(found);
    }
    fresh = known - before;
    CHECK(!fresh.empty(), "something leads to every reachable state");
    if (system.manager().work() > end)
      throw base::Exhausted(base::Resource::time, "a run there takes too long to find");
  }
  return layers;
}

// Rings up to the target, if that takes little work.
std::optional<Reachable> explore_a_little(System& system, const Steps& steps,
                                          const StateSet& initial, const StateSet& target) {
  constexpr std::uint64_t little_work = 1'000'000;
  const std::uint64_t end = system.manager().work() + little_work;
  Reachable result{.states = initial, .rings = {initial}};
  while (disjoint(result.rings.back(), target)) {
    if (system.manager().work() > end) return {};
    result.rings.push_back(steps.relation().image(result.rings.back()) - result.states);
    result.states |= result.rings.back();
  }
  return result;
}

}  // namespace

std::vector<model::State> find_run_backwards(System& system, const Steps& steps,
                                             const Reachable& reachable, const StateSet& target) {
  const StateSet end = encode(system.manager(), system.encoding(), system.model(),
                              find_nearest(system, reachable, target));
  const std::vector<StateSet> layers = search_backwards(system, steps, reachable, end);
  const RingTree tree(system, layers);
  RunOfStates run(system);
  std::size_t layer = tree.earliest(reachable.rings.front());
  run.add_some(reachable.rings.front() & layers[layer]);
  while (layer > 0) {
    const StateSet after = steps.relation().image(run.last());
    layer = tree.earliest(after);
    run.add_some(after & layers[layer]);
  }
  return run.take();
}

std::vector<model::State> find_run(System& system, const Steps& steps, const Reachable& reachable,
                                   const StateSet& target) {
  if (reachable.saturated) {
    const StateSet& initial = reachable.rings.front();
    if (const auto rings = explore_a_little(system, steps, initial, target))
      return find_run(system, steps, *rings, target);
    return find_run_backwards(system, steps, reachable, target);
  }
  const std::vector<StateSet>& rings = reachable.rings;
  std::optional<RingTree> tree;
  if (reachable.chained) tree.emplace(system, rings);
  RunOfStates run(system);
  std::size_t ring = earliest_ring(reachable, target);
  run.add_some(rings[ring] & target);
  while (ring > 0) {
    const StateSet before = steps.relation().preimage(run.last());
    ring = tree ? tree->earliest(before) : ring - 1;
    const StateSet found = before & rings[ring];
    CHECK(!found.empty(), "a state is found after some predecessor");
    run.add_some(found);
  }
  std::vector<model::State> states = run.take();
  std::reverse(states.begin(), states.end());
  return states;
}

Run run_to(System& system, const Reachable& reachable, const StateSet& target) {
  Run run{find_run(system, system.steps(), reachable, target), {}};
  for (std::size_t i = 0; i + 1 < run.states.size(); ++i)
    run.actions.push_back(find_action(system, run.states[i], run.states[i + 1]));
  return run;
}

}  // namespace ken::symbolic
