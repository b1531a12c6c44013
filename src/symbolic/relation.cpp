// Images by a plan.
//
// The successors of S are  exists now, actions. S & C_1 & .. & C_m, renamed.  Conjoining everything
// and quantifying last passes through diagrams far larger than the result.  A bit may be quantified
// as soon as no later cluster mentions it, so it matters in which order they are taken: greedily,
// the next cluster is the one that lets most bits go compared with those it brings in; ties are
// broken by position.  The plan is made once for each direction: forward the bits of now go,
// backward those of next, and the actions in both.

#include "symbolic/relation.hpp"

#include <algorithm>
#include <set>

#include "symbolic/clusters.hpp"

namespace ken::symbolic {

Bridges bridges(bdd::Manager& manager, const Encoding& encoding, std::span<const VarId> changing) {
  Bridges result;
  std::vector<std::pair<Variable, Variable>> forth;
  std::vector<std::pair<Variable, Variable>> back;
  for (const VarId v : changing) {
    const Bits& now = encoding.now(v);
    const Bits& next = encoding.next(v);
    result.now.insert(result.now.end(), now.begin(), now.end());
    result.next.insert(result.next.end(), next.begin(), next.end());
    for (std::size_t k = 0; k < now.size(); ++k) {
      forth.emplace_back(now[k], next[k]);
      back.emplace_back(next[k], now[k]);
    }
  }
  result.to_next = manager.renaming(forth);
  result.to_now = manager.renaming(back);
  return result;
}

Relation::Relation(bdd::Manager& manager, const Encoding& encoding, const Parts& parts,
                   const Settings& settings, Bridges bridges, std::span<const AgentId> kept)
    : manager_(manager), bridges_(std::move(bridges)) {
  Clusters joined = clustered(manager, encoding, parts, settings.cluster_nodes, kept);
  clusters_ = std::move(joined.relations);
  next_bits_ = manager.set(bridges_.next);
  free_actions_ = std::move(joined.free_actions);
  Supports supports;
  supports.reserve(clusters_.size());
  for (const Bdd& cluster : clusters_) supports.push_back(bdd::support(cluster));
  const auto with_actions = [&](Bits bits) {
    bits.insert(bits.end(), free_actions_.begin(), free_actions_.end());
    return bits;
  };
  forward_ = planned(supports, with_actions(bridges_.now));
  backward_ = planned(supports, with_actions(bridges_.next));
}

Relation::Plan Relation::planned(const Supports& supports, const Bits& quantified) const {
  std::map<Variable, std::size_t> later;
  for (const Variable v : quantified) later[v] = 0;
  for (const Bits& support : supports)
    for (const Variable v : support)
      if (const auto at = later.find(v); at != later.end()) ++at->second;

  Plan plan;
  Bits alone;
  for (const auto& [v, clusters] : later)
    if (clusters == 0) alone.push_back(v);
  plan.alone = manager_.set(std::move(alone));

  std::set<Variable> present(quantified.begin(), quantified.end());
  for (const Variable v : free_actions_) present.erase(v);
  std::vector<bool> done(supports.size(), false);
  for (std::size_t round = 0; round < supports.size(); ++round) {
    std::size_t best = supports.size();
    double best_gain = 0;
    for (std::size_t c = 0; c < supports.size(); ++c) {
      if (done[c]) continue;
      double gain = 0;
      for (const Variable v : supports[c]) {
        const auto at = later.find(v);
        if (at != later.end() && at->second == 1) gain += 1;
        if (!present.contains(v)) gain -= 0.5;
      }
      if (best == supports.size() || gain > best_gain) {
        best = c;
        best_gain = gain;
      }
    }
    done[best] = true;
    Bits retired;
    for (const Variable v : supports[best]) {
      present.insert(v);
      const auto at = later.find(v);
      if (at != later.end() && --at->second == 0) retired.push_back(v);
    }
    plan.steps.push_back({best, manager_.set(std::move(retired))});
  }
  return plan;
}

Bdd Relation::carried_out(const Plan& plan, std::span<const Bdd> clusters, Bdd set) {
  set = exists(set, plan.alone);
  for (const Step& step : plan.steps) set = and_exists(set, clusters[step.cluster], step.retired);
  return set;
}

void Relation::care_about(const Bdd& states) {
  if (states.is_false()) return;
  for (Bdd& cluster : clusters_) {
    Bdd simple = bdd::simplify(cluster, states);
    if (bdd::nodes(simple) < bdd::nodes(cluster)) cluster = std::move(simple);
  }
}

// The last step renames as it goes.
Bdd Relation::image(const Bdd& states) const {
  Bdd set = exists(states, forward_.alone);
  const std::vector<Step>& steps = forward_.steps;
  if (steps.empty()) return rename(set, bridges_.to_now);
  for (std::size_t i = 0; i + 1 < steps.size(); ++i)
    set = and_exists(set, clusters_[steps[i].cluster], steps[i].retired);
  return bdd::image(set, clusters_[steps.back().cluster], steps.back().retired, bridges_.to_now);
}

Bdd Relation::with_successor(const Bdd& states) const {
  std::vector<Bdd> possible;
  Supports supports;
  for (const Bdd& cluster : clusters_) {
    possible.push_back(exists(cluster, next_bits_));
    supports.push_back(bdd::support(possible.back()));
  }
  return carried_out(planned(supports, free_actions_), possible, states);
}

// The first step renames as it goes, unless something has to go before.
Bdd Relation::preimage(const Bdd& states) const {
  const std::vector<Step>& steps = backward_.steps;
  if (steps.empty() || !backward_.alone.empty())
    return carried_out(backward_, clusters_, rename(states, bridges_.to_next));
  Bdd set = bdd::preimage(states, clusters_[steps[0].cluster], steps[0].retired, bridges_.to_next);
  for (std::size_t i = 1; i < steps.size(); ++i)
    set = and_exists(set, clusters_[steps[i].cluster], steps[i].retired);
  return set;
}

}  // namespace ken::symbolic
