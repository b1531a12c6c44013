#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "symbolic/joint_actions.hpp"
#include "symbolic/settings.hpp"

namespace ken::symbolic {

// The steps out of some states in several ways: as the clusters that whoever asks has, once that is
// worth a try as larger or smaller clusters, and, if no action is kept, as disjuncts; images are
// taken in the way that costs least.  All are the same relation, so nobody sees which was taken.
// Made anew when other states matter.  Manager and encoding must outlive it.
class Partition {
 public:
  struct Source {
    bdd::Manager& manager;
    const Encoding& encoding;
    Conjuncts conjuncts;
    std::size_t cluster_nodes;  // of the clusters that are there
    std::size_t other_cluster_nodes;
    std::vector<AgentId> kept;
  };
  // The first trial is held when there was so much work.
  Partition(Source source, Partitioning wanted, Bdd states, std::uint64_t patience)
      : source_(std::move(source)),
        wanted_(wanted),
        states_(std::move(states)),
        forwards_{&ClusteredProduct::image, patience},
        backwards_{&ClusteredProduct::preimage, patience} {}

  [[nodiscard]] Bdd image(const ClusteredProduct& clusters, const Bdd& from);
  [[nodiscard]] Bdd preimage(const ClusteredProduct& clusters, const Bdd& into);

  // How many disjuncts images, or pre-images, are taken with now; none if with clusters.
  [[nodiscard]] std::size_t disjuncts_forwards() const { return disjuncts_in(forwards_); }
  [[nodiscard]] std::size_t disjuncts_backwards() const { return disjuncts_in(backwards_); }
  // The other clusters, if images or pre-images are taken with them now.
  [[nodiscard]] const ClusteredProduct* other_clusters() const;

 private:
  enum class Way : std::uint8_t { clusters, other_clusters, disjuncts };
  static constexpr std::array ways = {Way::clusters, Way::other_clusters, Way::disjuncts};
  using Step = Bdd (ClusteredProduct::*)(const Bdd&) const;
  struct Contest {
    Step step;
    std::uint64_t patience;   // until the next trial
    std::uint64_t spent = 0;  // since the last one
    std::size_t put_off = 0;  // steps for which no trial was held
    Way way = Way::clusters;
  };
  struct Made {
    std::vector<ClusteredProduct> products;  // their union is the relation
    bool hopeless = false;
  };

  [[nodiscard]] Bdd take(Contest& contest, const ClusteredProduct& clusters, const Bdd& set);
  void hold_trial(Contest& contest, const ClusteredProduct& clusters, const Bdd& set,
                  std::uint64_t cost);
  [[nodiscard]] Bdd step(Way way, Step step, const ClusteredProduct& clusters,
                         const Bdd& set) const;
  [[nodiscard]] Bdd join_disjuncts(Step step, const Bdd& set) const;
  [[nodiscard]] bool make(Way way, const ClusteredProduct& clusters, std::uint64_t most_work);
  [[nodiscard]] std::vector<ClusteredProduct> build(Way way) const;
  [[nodiscard]] Made& made(Way way) { return made_[static_cast<std::size_t>(way)]; }
  [[nodiscard]] const Made& made(Way way) const { return made_[static_cast<std::size_t>(way)]; }
  [[nodiscard]] std::size_t disjuncts_in(const Contest& contest) const {
    return contest.way == Way::disjuncts ? made(Way::disjuncts).products.size() : 0;
  }

  Source source_;
  Partitioning wanted_;
  Bdd states_;
  std::array<Made, ways.size()> made_;
  Contest forwards_;
  Contest backwards_;
};

}  // namespace ken::symbolic
