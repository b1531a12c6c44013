// Images by a plan.
//
// The successors of S are  exists now, actions. S & C_1 & .. & C_m, renamed.  Conjoining everything
// and quantifying last passes through diagrams far larger than the result.  A bit may be quantified
// as soon as no later cluster mentions it, so it matters in which order they are taken: greedily,
// the next cluster is the one that lets most bits go compared with those it brings in; ties are
// broken by position.  The plan is made once for each direction: forward the bits of now go,
// backward those of next, and the actions in both; those that are kept go forward only, so that
// backward tells who has to do what.

#include "symbolic/relation.hpp"

#include <algorithm>
#include <set>

#include "bdd/work_limit.hpp"
#include "symbolic/partition.hpp"

namespace ken::symbolic {
namespace {

// A cluster that takes much more work than it has nodes is simplified by a set that is far larger,
// and hardly profits.
constexpr std::uint64_t most_care = 10'000;

}  // namespace

ClusteredProduct::ClusteredProduct(bdd::Manager& manager, Clusters clusters,
                                   std::span<const BitPair> bits)
    : manager_(manager),
      free_actions_(std::move(clusters.free_actions)),
      clusters_(std::move(clusters.relations)) {
  Bits now;
  Bits next;
  std::vector<std::pair<Variable, Variable>> forth;
  std::vector<std::pair<Variable, Variable>> back;
  for (const BitPair& bit : bits) {
    now.push_back(bit.now);
    next.push_back(bit.next);
    forth.emplace_back(bit.now, bit.next);
    back.emplace_back(bit.next, bit.now);
  }
  to_next_ = manager.renaming(forth);
  to_now_ = manager.renaming(back);
  next_bits_ = manager.set(next);
  written_ = now;
  written_.insert(written_.end(), next.begin(), next.end());
  Supports supports;
  supports.reserve(clusters_.size());
  for (const Bdd& cluster : clusters_) supports.push_back(bdd::support(cluster));
  for (Bits* const quantified : {&now, &next})
    quantified->insert(quantified->end(), free_actions_.begin(), free_actions_.end());
  now.insert(now.end(), clusters.kept_actions.begin(), clusters.kept_actions.end());
  forward_ = plan_quantification(supports, now);
  backward_ = plan_quantification(supports, next);
}

ClusteredProduct::Plan ClusteredProduct::plan_quantification(const Supports& supports,
                                                             const Bits& quantified) const {
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

Bdd ClusteredProduct::run_plan(const Plan& plan, std::span<const Bdd> clusters, Bdd set) {
  set = exists(set, plan.alone);
  for (const Step& step : plan.steps) set = and_exists(set, clusters[step.cluster], step.retired);
  return set;
}

void ClusteredProduct::care_about(const Bdd& set) {
  if (set.is_false()) return;
  for (Bdd& cluster : clusters_) {
    const std::size_t nodes = bdd::nodes(cluster);
    auto simple = bdd::compute_within(manager_, most_care + 20 * nodes,
                                      [&] { return bdd::simplify(cluster, set); });
    if (simple && bdd::nodes(*simple) < nodes) cluster = std::move(*simple);
  }
}

// The last step renames as it goes.
Bdd ClusteredProduct::image(const Bdd& from) const {
  Bdd set = exists(from, forward_.alone);
  const std::vector<Step>& steps = forward_.steps;
  if (steps.empty()) return rename(set, to_now_);
  for (std::size_t i = 0; i + 1 < steps.size(); ++i)
    set = and_exists(set, clusters_[steps[i].cluster], steps[i].retired);
  return bdd::image(set, clusters_[steps.back().cluster], steps.back().retired, to_now_);
}

Bdd ClusteredProduct::domain(const Bdd& set) const {
  std::vector<Bdd> possible;
  Supports supports;
  for (const Bdd& cluster : clusters_) {
    possible.push_back(exists(cluster, next_bits_));
    supports.push_back(bdd::support(possible.back()));
  }
  return run_plan(plan_quantification(supports, free_actions_), possible, set);
}

// The first step renames as it goes, unless something has to go before.
Bdd ClusteredProduct::preimage(const Bdd& into) const {
  const std::vector<Step>& steps = backward_.steps;
  if (steps.empty() || !backward_.alone.empty())
    return run_plan(backward_, clusters_, rename(into, to_next_));
  Bdd set = bdd::preimage(into, clusters_[steps[0].cluster], steps[0].retired, to_next_);
  for (std::size_t i = 1; i < steps.size(); ++i)
    set = and_exists(set, clusters_[steps[i].cluster], steps[i].retired);
  return set;
}

std::size_t ClusteredProduct::top_level() const {
  std::size_t top = manager_.variables();
  for (const Variable v : written_) top = std::min(top, manager_.level(v));
  for (const Bdd& cluster : clusters_)
    for (const Variable v : bdd::support(cluster))
      if (!std::binary_search(free_actions_.begin(), free_actions_.end(), v))
        top = std::min(top, manager_.level(v));
  return top;
}

Bdd Relation::forward(const Bdd& set) const {
  const Bdd entered = partition_ ? partition_->image(product_, set) : product_.image(set);
  return carried_ ? carried_->preimage(entered) : entered;
}

Bdd Relation::backward(const Bdd& set) const {
  const Bdd entered = carried_ ? carried_->image(set) : set;
  return partition_ ? partition_->preimage(product_, entered) : product_.preimage(entered);
}

StateSet Relation::image(const StateSet& states) const {
  const Bdd& set = states.function();
  return StateSet(turned_ ? backward(set) : forward(set));
}

StateSet Relation::preimage(const StateSet& states) const {
  const Bdd& set = states.function();
  return StateSet(turned_ ? forward(set) : backward(set));
}

StateSet Relation::with_successor(const StateSet& states) const {
  if (!turned_ && !carried_) return StateSet(product_.domain(states.function()));
  const Bdd anything = states.function() | !states.function();
  return states & preimage(StateSet(anything));
}

std::optional<std::size_t> Relation::top_level() const {
  if (carried_) return {};
  return product_.top_level();
}

Relation Relation::converse() const {
  Relation result = *this;
  result.turned_ = !turned_;
  return result;
}

Relation Relation::carrying(std::shared_ptr<const ClusteredProduct> carried) const {
  Relation result = *this;
  result.carried_ = std::move(carried);
  return result;
}

Bdd MoveRelation::image(const Bdd& moves) const {
  return partition_ ? partition_->image(product_, moves) : product_.image(moves);
}

Bdd MoveRelation::preimage(const Bdd& states) const {
  return partition_ ? partition_->preimage(product_, states) : product_.preimage(states);
}

}  // namespace ken::symbolic
