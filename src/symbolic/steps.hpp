#pragma once
#include <map>
#include <memory>
#include <optional>

#include "symbolic/determinism.hpp"
#include "symbolic/partition.hpp"

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
    std::uint64_t work_before_trials;
    Conjuncts conjuncts;
  };
  // Clusters, and how many nodes each may have.
  struct Product {
    ClusteredProduct clusters;
    std::size_t nodes;
  };
  struct Moves {
    MoveRelation relation;
    std::size_t cluster_nodes;
    std::shared_ptr<OtherClusters> others;
  };
  Steps(const Source& source, std::vector<Relation> disjuncts);
  Steps(const Source& source, Product product, std::vector<Relation> disjuncts);
  [[nodiscard]] static Product build_product(const Source& source, std::span<const AgentId> kept);
  [[nodiscard]] std::shared_ptr<OtherClusters> plan_others(std::size_t cluster_nodes) const;
  [[nodiscard]] std::shared_ptr<Partition> divide(const logic::Group& kept,
                                                  std::size_t cluster_nodes,
                                                  std::shared_ptr<OtherClusters> others) const;

  std::optional<Source> source_;
  Relation relation_;
  std::size_t cluster_nodes_ = 0;  // of the relation
  std::shared_ptr<OtherClusters> others_;
  std::vector<Relation> disjuncts_;
  std::optional<StateSet> care_;
  std::map<logic::Group, Moves> moves_;
};

// The steps of a model, from its conjuncts or from others that say less.
[[nodiscard]] std::shared_ptr<Steps> build_steps(bdd::Manager& manager, const Encoding& encoding,
                                                 const model::Model& model,
                                                 const Settings& settings, Conjuncts conjuncts);

}  // namespace ken::symbolic
