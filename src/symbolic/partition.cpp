// Which partition.
//
// Whether an image is found faster with few large clusters, with many small ones or with a disjunct
// for each joint action (joint_actions.cpp) depends on the model, on the direction and on the set,
// and nobody can tell beforehand: neither the number of clusters nor that of their nodes does.  So
// it is measured, in work on diagrams, which is the same in every run.
//
// The clusters that are there begin.  When they have cost something, a trial is held: the step that
// was taken last is taken in each of the other ways too, and broken off as soon as it has cost as
// much as the cheapest so far.  Who wins goes on, until as much again has been spent as in all
// before the trial; then there is another.  A step that cost nearly nothing says nothing, so the
// trial waits for a larger one.
//
// So a trial loses no more than two more steps cost, and there are only as many trials as the work
// can be doubled.  To build what is tried a third of all work is saved, for clusters by all
// partitions of the same conjuncts together; when it is not enough, as much again must be saved
// before the next try.

#include "symbolic/partition.hpp"

#include <algorithm>
#include <limits>

#include "bdd/work_limit.hpp"

namespace ken::symbolic {
namespace {

constexpr std::size_t most_disjuncts = 512;
constexpr std::uint64_t any_work = std::numeric_limits<std::uint64_t>::max();

// A step says something if it is such a part of what was spent, or one of so many that were not.
constexpr std::uint64_t telling_part = 64;
constexpr std::size_t most_put_off = 64;

}  // namespace

Bdd Partition::image(const ClusteredProduct& clusters, const Bdd& from) {
  return take(forwards_, clusters, from);
}

Bdd Partition::preimage(const ClusteredProduct& clusters, const Bdd& into) {
  return take(backwards_, clusters, into);
}

const ClusteredProduct* Partition::other_clusters() const {
  if (forwards_.way != Way::other_clusters && backwards_.way != Way::other_clusters) return nullptr;
  return &made(Way::other_clusters).products.front();
}

Bdd Partition::take(Contest& contest, const ClusteredProduct& clusters, const Bdd& set) {
  if (wanted_ == Partitioning::disjuncts && make(Way::disjuncts, clusters, any_work))
    contest.way = Way::disjuncts;
  const std::uint64_t before = source_.manager.work();
  Bdd result = step(contest.way, contest.step, clusters, set);
  if (wanted_ != Partitioning::computed) return result;
  const std::uint64_t cost = source_.manager.work() - before;
  contest.spent += cost;
  if (contest.spent < contest.patience) return result;
  if (cost >= contest.spent / telling_part || ++contest.put_off > most_put_off)
    hold_trial(contest, clusters, set, cost);
  return result;
}

void Partition::hold_trial(Contest& contest, const ClusteredProduct& clusters, const Bdd& set,
                           std::uint64_t cost) {
  const std::uint64_t share = contest.spent / 3;
  contest.patience += contest.spent;
  contest.spent = 0;
  contest.put_off = 0;
  const Way before_trial = contest.way;
  for (const Way way : ways) {
    if (way == before_trial || !make(way, clusters, share)) continue;
    const std::uint64_t before = source_.manager.work();
    // Who is hardly better is not worth the change.
    const auto cheaper = bdd::compute_within(
        source_.manager, cost - cost / 4, [&] { return step(way, contest.step, clusters, set); });
    if (!cheaper) continue;
    cost = source_.manager.work() - before;
    contest.way = way;
  }
}

Bdd Partition::step(Way way, Step step, const ClusteredProduct& clusters, const Bdd& set) const {
  switch (way) {
    case Way::clusters:
      return (clusters.*step)(set);
    case Way::other_clusters:
      return (made(way).products.front().*step)(set);
    case Way::disjuncts:
      break;
  }
  return join_disjuncts(step, set);
}

// The union of what each disjunct gives, by halves.
Bdd Partition::join_disjuncts(Step step, const Bdd& set) const {
  const std::vector<ClusteredProduct>& disjuncts = made(Way::disjuncts).products;
  std::vector<Bdd> parts;
  parts.reserve(disjuncts.size());
  for (const ClusteredProduct& disjunct : disjuncts) parts.push_back((disjunct.*step)(set));
  for (; parts.size() > 1; parts.resize((parts.size() + 1) / 2)) {
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) parts[i / 2] = parts[i] | parts[i + 1];
    if (parts.size() % 2 == 1) parts[parts.size() / 2] = std::move(parts.back());
  }
  return parts.front();
}

// Whether steps can be taken in this way, which may be made for what was saved and this share.
bool Partition::make(Way way, const ClusteredProduct& clusters, std::uint64_t share) {
  if (way == Way::clusters) return true;
  Made& result = made(way);
  if (result.hopeless || !result.products.empty()) return !result.hopeless;
  auto found = find_products(way, share);
  if (!found) return false;
  for (ClusteredProduct& product : *found) product.care_about(states_);
  result.hopeless = way == Way::disjuncts ? found->size() < 2
                                          : found->front().clusters() == clusters.clusters() &&
                                                found->front().nodes() == clusters.nodes();
  if (!result.hopeless) result.products = std::move(*found);
  return !result.hopeless;
}

std::optional<std::vector<ClusteredProduct>> Partition::find_products(Way way,
                                                                      std::uint64_t share) {
  OtherClusters& others = *source_.others;
  const bool shared = way == Way::other_clusters;
  if (shared && others.product) return {{*others.product}};
  Fund& fund = shared ? others.fund : made(way).fund;
  fund.saved += std::min(share, any_work - fund.saved);
  if (fund.saved < 2 * fund.lost) return {};
  auto found = bdd::compute_within(source_.manager, fund.saved, [&] { return build(way); });
  if (!found) fund.lost = fund.saved;
  if (found && shared) others.product.emplace(found->front());
  return found;
}

std::vector<ClusteredProduct> Partition::build(Way way) const {
  if (way == Way::disjuncts) {
    if (!source_.kept.empty()) return {};
    return split_by_joint_actions(source_.manager, source_.encoding, source_.conjuncts,
                                  source_.cluster_nodes, states_, most_disjuncts);
  }
  return {ClusteredProduct(source_.manager,
                           build_clusters(source_.manager, source_.encoding, source_.conjuncts,
                                          source_.others->nodes, source_.kept),
                           written_bits(source_.conjuncts))};
}

}  // namespace ken::symbolic
