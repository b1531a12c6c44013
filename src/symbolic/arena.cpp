// Arenas without rebuilding the model.
//
// Everything is made of the conjuncts that are there.  A restriction conjoins a condition with the
// protocol of an agent; an observer is one conjunct more, over bits that are new; both leave the
// other conjuncts, the encoding and all labels as they are, and cost the joining of clusters.  Bits
// that are carried change within a state, so the clusters of the steps stay what they are as well.
// A given relation replaces the conjuncts, over now and next of every variable, so that the steps
// of the model, which say nothing about variables that never change, are not mixed up with it.  The
// converse of a relation is the same product with image and pre-image exchanged.

#include "symbolic/arena.hpp"

namespace ken::symbolic {

Arena make_arena(std::shared_ptr<Steps> steps, StateSet initial, const Reachable& reachable) {
  return {std::move(steps), std::move(initial), reachable.states, reachable.states, {}, true};
}

std::shared_ptr<Steps> restrict_protocols(System& system,
                                          std::span<const Restriction> restrictions) {
  Conjuncts conjuncts = system.steps().conjuncts();
  for (const Restriction& restriction : restrictions)
    conjuncts.protocols[static_cast<std::size_t>(restriction.agent)] &= restriction.allowed;
  return build_steps(system.manager(), system.encoding(), system.model(), system.settings(),
                     std::move(conjuncts));
}

std::shared_ptr<Steps> observe(System& system, const Observer& observer) {
  Conjuncts conjuncts = system.steps().conjuncts();
  conjuncts.evolutions.push_back({observer.relation, observer.bits, {}});
  return build_steps(system.manager(), system.encoding(), system.model(), system.settings(),
                     std::move(conjuncts));
}

StateSet initial_with(const System& system, const Observer& observer) {
  return system.initial() & StateSet(observer.initial);
}

std::shared_ptr<Steps> carry(const Steps& steps, ClusteredProduct bits) {
  const auto shared = std::make_shared<const ClusteredProduct>(std::move(bits));
  std::vector<Relation> disjuncts;
  for (const Relation& disjunct : steps.disjuncts()) disjuncts.push_back(disjunct.carrying(shared));
  return std::make_shared<Steps>(steps.relation().carrying(shared), std::move(disjuncts));
}

std::vector<BitPair> all_bits(System& system) {
  std::vector<VarId> variables;
  for (std::size_t i = 0; i < system.model().variables.size(); ++i)
    variables.push_back(static_cast<VarId>(i));
  system.give_next(variables);
  return system.encoding().pairs(variables);
}

std::shared_ptr<Steps> relate(System& system, const std::vector<Bdd>& conjuncts) {
  const std::vector<BitPair> bits = all_bits(system);
  Conjuncts given;
  for (const Bdd& conjunct : conjuncts) given.evolutions.push_back({conjunct, {}, {}});
  Clusters clusters = build_clusters(system.manager(), system.encoding(), given,
                                     system.settings().cluster_nodes, {});
  return std::make_shared<Steps>(
      Relation(ClusteredProduct(system.manager(), std::move(clusters), bits)));
}

std::shared_ptr<Steps> turn_around(const Steps& steps) {
  return std::make_shared<Steps>(steps.relation().converse());
}

}  // namespace ken::symbolic
