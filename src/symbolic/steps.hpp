#pragma once
#include <map>
#include <memory>
#include <optional>

#include "symbolic/determinism.hpp"
#include "symbolic/relation.hpp"

namespace ken::symbolic {

// How states follow each other: as one relation; if the system is interleaved, also as one relation
// for each choice of its scheduler, which together are the same; and for each coalition that asks,
// as a relation of its moves.  The manager must outlive it.
class Steps {
 public:
  // A relation that knows no actions; 'disjuncts' as below.
  explicit Steps(Relation relation, std::vector<Relation> disjuncts = {})
      : relation_(std::move(relation)), disjuncts_(std::move(disjuncts)) {}
  // Bits that no conjunct writes keep their values; 'disjuncts' may be empty.
  Steps(bdd::Manager& manager, const Encoding& encoding, const Settings& settings,
        Conjuncts conjuncts, std::vector<Relation> disjuncts);

  [[nodiscard]] const Relation& relation() const { return relation_; }
  // Empty, or all of them together are the relation.
  [[nodiscard]] const std::vector<Relation>& disjuncts() const { return disjuncts_; }
  // Only if it was made of conjuncts.
  [[nodiscard]] const Conjuncts& conjuncts() const;
  [[nodiscard]] bdd::Manager& manager() const;
  // The moves of these agents, all other actions being anything; made when first asked for.  Only
  // if it was made of conjuncts.
  [[nodiscard]] const MoveRelation& moves_of(const logic::Group& agents);

  // Who decides what follows these states.  Only if it was made of conjuncts.
  [[nodiscard]] Turns turns_of(const logic::Group& agents, const StateSet& states) const;

  // From now on only steps out of these states matter; what is said about others may change.
  void care_about(const StateSet& states);

 private:
  struct Source {
    bdd::Manager& manager;
    const Encoding& encoding;
    std::size_t cluster_nodes;
    Partitioning partitioning;
    Conjuncts conjuncts;
  };
  [[nodiscard]] static std::vector<BitPair> written_bits(const Conjuncts& conjuncts);
  [[nodiscard]] static ClusteredProduct build_product(const Source& source,
                                                      std::span<const AgentId> kept);

  void divide(const Bdd& states);

  std::optional<Source> source_;
  Relation relation_;
  std::vector<Relation> disjuncts_;
  std::optional<StateSet> care_;
  std::map<logic::Group, MoveRelation> moves_;
};

// The steps of a model, from its conjuncts or from others that say less.
[[nodiscard]] std::shared_ptr<Steps> build_steps(bdd::Manager& manager, const Encoding& encoding,
                                                 const model::Model& model,
                                                 const Settings& settings, Conjuncts conjuncts);

}  // namespace ken::symbolic
