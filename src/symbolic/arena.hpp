#pragma once
#include <memory>
#include <vector>

#include "symbolic/reach.hpp"

namespace ken::symbolic {

// What fixpoints and games run on.  A value: the arena of the model is one among others, such as a
// product with the bits of an observer, a restriction of some protocols, or a relation that is no
// step at all.  Copies share the steps.
struct Arena {
  std::shared_ptr<Steps> steps;
  StateSet initial;
  StateSet reachable;
  StateSet domain;                 // what operators range over; part of the reachable states
  std::vector<StateSet> fairness;  // each to be met again and again; none: every path is fair
  bool closed = true;              // no step leads out of the reachable states

  [[nodiscard]] bool fair() const { return !fairness.empty(); }
  [[nodiscard]] StateSet nothing() const { return reachable - reachable; }
  // A set that has the same predecessors among the reachable states, perhaps with a smaller
  // diagram: outside 'care' and what nobody reaches it may be anything.
  [[nodiscard]] StateSet simplify_target(const StateSet& set, const StateSet& care) const {
    return closed ? shrink(set, care) : set;
  }
};

// The arena of some steps: all states that were reached by them, every path fair.
[[nodiscard]] Arena make_arena(std::shared_ptr<Steps> steps, StateSet initial,
                               const Reachable& reachable);

// The steps of the model where agents do only what is allowed here besides their protocols; over
// the bits of now and of their actions.
struct Restriction {
  AgentId agent{};
  Bdd allowed;
};
[[nodiscard]] std::shared_ptr<Steps> restrict_protocols(System& system,
                                                        std::span<const Restriction> restrictions);

// Something that looks on: bits of its own, where it starts, and how they change; over the bits of
// now and of actions, and its own after the step.
struct Observer {
  std::vector<BitPair> bits;
  Bdd initial;
  Bdd relation;
};
[[nodiscard]] std::shared_ptr<Steps> observe(System& system, const Observer& observer);
[[nodiscard]] StateSet initial_with(const System& system, const Observer& observer);

// The same steps of states that hold bits besides: see Relation::carrying.
[[nodiscard]] std::shared_ptr<Steps> carry(const Steps& steps, ClusteredProduct bits);

// A relation between states that is given and not made of steps: over the bits of now and next of
// all variables, which get those they lack.
[[nodiscard]] std::vector<BitPair> all_bits(System& system);
[[nodiscard]] std::shared_ptr<Steps> relate(System& system, const std::vector<Bdd>& conjuncts);
// The pairs of a relation the other way round.
[[nodiscard]] std::shared_ptr<Steps> turn_around(const Steps& steps);

}  // namespace ken::symbolic
