#pragma once
#include <vector>

#include "symbolic/conditions.hpp"

namespace ken::symbolic {

// A conjunct of the transition relation that says how some bits change.  Over bits of now, of
// actions, and those it writes after the step.
struct Conjunct {
  Bdd relation;
  std::vector<BitPair> writes;
  std::vector<VarId> variables;  // of the model, that these bits belong to
};

// Where an evolution line applies but has a value that does not fit; over now and actions.
struct LostLine {
  const model::Assignment* assignment = nullptr;
  Bdd where;
};

// The steps of a system: all of the conjuncts, and the protocol of each agent.
struct Conjuncts {
  std::vector<Conjunct> evolutions;
  std::vector<Bdd> protocols;  // by agent: now and its action
  std::vector<LostLine> lost;
};

[[nodiscard]] Conjuncts build_conjuncts(bdd::Manager& manager, const Encoding& encoding,
                                        const model::Model& model, Conditions& conditions);

// What the protocol of an agent allows; over the bits of now and of its action.
[[nodiscard]] Bdd build_protocol(bdd::Manager& manager, const Encoding& encoding,
                                 const model::Model& model, Conditions& conditions, AgentId id);

// All bits that some conjunct writes.
[[nodiscard]] std::vector<BitPair> written_bits(const Conjuncts& conjuncts);

// Where, over what remains, a relation allows both values of one of the bits.
[[nodiscard]] Bdd find_both_values(bdd::Manager& manager, const Bdd& relation, const Bits& bits);

// Whether it depends on one of the bits.
[[nodiscard]] bool mentions_any(const Bdd& relation, const Bits& bits);

// The bits keep their values.
[[nodiscard]] Bdd keep(bdd::Manager& manager, std::span<const BitPair> bits);

}  // namespace ken::symbolic
