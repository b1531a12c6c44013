#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "symbolic/clusters.hpp"
#include "symbolic/state_set.hpp"

namespace ken::symbolic {

// A product of clusters over bits of now and next, with a plan for each direction that says when a
// bit can be quantified away.  What its images are sets of is said by the classes below.
class ClusteredProduct {
 public:
  // 'bits' are those that may differ between now and next.
  ClusteredProduct(bdd::Manager& manager, Clusters clusters, std::span<const BitPair> bits);

  [[nodiscard]] Bdd image(const Bdd& from) const;
  [[nodiscard]] Bdd preimage(const Bdd& into) const;
  // What of the set has an image.  The product starts from the set, so what is impossible there
  // never shows up.
  [[nodiscard]] Bdd domain(const Bdd& set) const;
  // From now on only what starts in the set matters; what is said about the rest may change.
  void care_about(const Bdd& set);

  // Where the highest bit of a state stands that it reads or writes.
  [[nodiscard]] std::size_t top_level() const;

  [[nodiscard]] std::size_t clusters() const { return clusters_.size(); }
  [[nodiscard]] std::size_t nodes() const { return bdd::nodes(clusters_); }

 private:
  struct Step {
    std::size_t cluster;
    bdd::VariableSet retired;  // in no later cluster
  };
  struct Plan {
    bdd::VariableSet alone;  // in no cluster at all
    std::vector<Step> steps;
  };
  using Supports = std::vector<Bits>;

  [[nodiscard]] Plan plan_quantification(const Supports& supports, const Bits& quantified) const;
  [[nodiscard]] static Bdd run_plan(const Plan& plan, std::span<const Bdd> clusters, Bdd set);

  bdd::Manager& manager_;
  bdd::Renaming to_next_{};
  bdd::Renaming to_now_{};
  bdd::VariableSet next_bits_;
  Bits written_;  // now and next
  Bits free_actions_;
  std::vector<Bdd> clusters_;
  Plan forward_;
  Plan backward_;
};

class Partition;

// A relation between states.
class Relation {
 public:
  explicit Relation(ClusteredProduct product) : product_(std::move(product)) {}

  // The states that follow some of these; those that some of these follow.
  [[nodiscard]] StateSet image(const StateSet& states) const;
  [[nodiscard]] StateSet preimage(const StateSet& states) const;
  // Those of the states that some state follows.
  [[nodiscard]] StateSet with_successor(const StateSet& states) const;
  void care_about(const StateSet& states) { product_.care_about(states.function()); }
  // Images are taken as the partition says, which is one of the same relation.
  void divide(std::shared_ptr<Partition> partition) { partition_ = std::move(partition); }

  // The same pairs the other way round.
  [[nodiscard]] Relation converse() const;
  // The same steps of states that hold bits besides, which change while nothing else does: from
  // those a state is entered with, the bits of next of 'carried', to those it is left with, of now.
  // States of the new relation are those that are about to be left.
  [[nodiscard]] Relation carrying(std::shared_ptr<const ClusteredProduct> carried) const;

  // Where the highest bit stands that it reads or writes; nothing if other bits change as well.
  [[nodiscard]] std::optional<std::size_t> top_level() const;

  [[nodiscard]] const ClusteredProduct& product() const { return product_; }
  [[nodiscard]] const Partition* partition() const { return partition_.get(); }

 private:
  [[nodiscard]] Bdd forward(const Bdd& set) const;
  [[nodiscard]] Bdd backward(const Bdd& set) const;

  ClusteredProduct product_;
  std::shared_ptr<Partition> partition_;  // without one, the product alone
  std::shared_ptr<const ClusteredProduct> carried_;
  bool turned_ = false;
};

// A relation between moves, a state and the joint action of some agents, and the states that
// follow.
class MoveRelation {
 public:
  MoveRelation(ClusteredProduct product, bdd::VariableSet actions)
      : product_(std::move(product)), actions_(std::move(actions)) {}

  // The moves that some of the states may follow.
  [[nodiscard]] MoveSet into(const StateSet& states) const {
    return MoveSet(preimage(states.function()));
  }
  // The moves in these states that some state may follow.
  [[nodiscard]] MoveSet available(const StateSet& states) const {
    return MoveSet(product_.domain(states.function()));
  }
  [[nodiscard]] StateSet starts(const MoveSet& moves) const {
    return symbolic::starts(moves, actions_);
  }
  // The states that may follow the moves.
  [[nodiscard]] StateSet follow(const MoveSet& moves) const {
    return StateSet(image(moves.function()));
  }
  void care_about(const StateSet& states) { product_.care_about(states.function()); }
  // As of a relation between states.
  void divide(std::shared_ptr<Partition> partition) { partition_ = std::move(partition); }

 private:
  [[nodiscard]] Bdd image(const Bdd& moves) const;
  [[nodiscard]] Bdd preimage(const Bdd& states) const;

  ClusteredProduct product_;
  std::shared_ptr<Partition> partition_;
  bdd::VariableSet actions_;
};

}  // namespace ken::symbolic
