#pragma once
#include <cstdint>
#include <vector>

#include "symbolic/joint_actions.hpp"
#include "symbolic/settings.hpp"

namespace ken::symbolic {

// The steps out of some states as clusters and, once that is worth a try, as disjuncts; images are
// taken with what costs less.  Both are the same relation, so nobody sees which was taken.  Made
// anew when other states matter.  Manager and encoding must outlive it.
class Partition {
 public:
  struct Source {
    bdd::Manager& manager;
    const Encoding& encoding;
    Conjuncts conjuncts;
    std::size_t cluster_nodes;
  };
  // The first trial is held when there was so much work.
  static constexpr std::uint64_t usual_patience = 1'000'000;
  Partition(Source source, Partitioning wanted, Bdd states, std::uint64_t patience = usual_patience)
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

 private:
  using Step = Bdd (ClusteredProduct::*)(const Bdd&) const;
  struct Contest {
    Step step;
    std::uint64_t patience;   // until the next trial
    std::uint64_t spent = 0;  // since the last one
    bool by_disjuncts = false;
  };

  [[nodiscard]] Bdd take(Contest& contest, const ClusteredProduct& clusters, const Bdd& set);
  [[nodiscard]] Bdd hold_trial(Contest& contest, const ClusteredProduct& clusters, const Bdd& set);
  [[nodiscard]] Bdd step(const Contest& contest, const ClusteredProduct& clusters,
                         const Bdd& set) const;
  [[nodiscard]] Bdd join_disjuncts(Step step, const Bdd& set) const;
  [[nodiscard]] bool split(std::uint64_t most_work);
  [[nodiscard]] std::size_t disjuncts_in(const Contest& contest) const {
    return contest.by_disjuncts ? disjuncts_.size() : 0;
  }

  Source source_;
  Partitioning wanted_;
  Bdd states_;
  std::vector<ClusteredProduct> disjuncts_;
  bool hopeless_ = false;
  Contest forwards_;
  Contest backwards_;
};

}  // namespace ken::symbolic
