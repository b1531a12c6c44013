#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "symbolic/joint_actions.hpp"
#include "symbolic/settings.hpp"

namespace ken::symbolic {

// Work that may go into building what is only tried.  Building it may be broken off, and is begun
// again when twice as much was saved.
struct Fund {
  std::uint64_t saved = 0;
  std::uint64_t lost = 0;  // by the last try
};

// The same conjuncts as clusters of another size, once for all partitions that may want them.
struct OtherClusters {
  std::size_t nodes;
  Fund fund{};
  std::optional<ClusteredProduct> product{};  // when they are built
};

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
    std::vector<AgentId> kept;
    std::shared_ptr<OtherClusters> others;
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
    Fund fund{};
  };

  [[nodiscard]] Bdd take(Contest& contest, const ClusteredProduct& clusters, const Bdd& set);
  void hold_trial(Contest& contest, const ClusteredProduct& clusters, const Bdd& set,
                  std::uint64_t cost);
  [[nodiscard]] Bdd step(Way way, Step step, const ClusteredProduct& clusters,
                         const Bdd& set) const;
  [[nodiscard]] Bdd join_disjuncts(Step step, const Bdd& set) const;
  [[nodiscard]] bool make(Way way, const ClusteredProduct& clusters, std::uint64_t share);
  [[nodiscard]] std::optional<std::vector<ClusteredProduct>> find_products(Way way,
                                                                           std::uint64_t share);
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
