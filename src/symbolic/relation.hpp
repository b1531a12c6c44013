#pragma once
#include <map>
#include <span>
#include <vector>

#include "symbolic/parts.hpp"

namespace ken::symbolic {

// The bits of variables that change, now and after a step, and the ways between them.
struct Bridges {
  Bits now;
  Bits next;
  bdd::Renaming to_next{};
  bdd::Renaming to_now{};
};
[[nodiscard]] Bridges bridges(bdd::Manager& manager, const Encoding& encoding,
                              std::span<const VarId> changing);

// The transition relation as a product of clusters, with a plan for each direction that says when a
// bit can be quantified away.  The actions of some agents may be kept: then a pre-image is a
// relation between states and their joint action.
class Relation {
 public:
  Relation(bdd::Manager& manager, const Encoding& encoding, const Parts& parts,
           const Settings& settings, Bridges bridges, std::span<const AgentId> kept);

  // The successors of a set of states.  Not if actions are kept.
  [[nodiscard]] Bdd image(const Bdd& states) const;
  // The states, and the actions that are kept, with a successor in the set.
  [[nodiscard]] Bdd preimage(const Bdd& states) const;

  // Those of the states, with the actions that are kept, that have a successor.  The product starts
  // from the states, so what is impossible there never shows up.
  [[nodiscard]] Bdd with_successor(const Bdd& states) const;
  // From now on only steps out of these states matter; what is said about others may change.
  void care_about(const Bdd& states);

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

  [[nodiscard]] Plan planned(const Supports& supports, const Bits& quantified) const;
  [[nodiscard]] static Bdd carried_out(const Plan& plan, std::span<const Bdd> clusters, Bdd set);

  bdd::Manager& manager_;
  Bridges bridges_;
  bdd::VariableSet next_bits_;
  Bits free_actions_;
  std::vector<Bdd> clusters_;
  Plan forward_;
  Plan backward_;
};

}  // namespace ken::symbolic
