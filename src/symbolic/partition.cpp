// Which partition.
//
// Whether an image is found faster with a conjunction of clusters or with a disjunct for each joint
// action (joint_actions.cpp) depends on the model, on the direction and on the set, and nobody can
// tell beforehand.  So it is measured, in work on diagrams, which is the same in every run.
// Clusters begin.  When they have cost something, a trial is held: the next set is stepped from in
// both ways, the other one being broken off as soon as it has cost as much as the first.  Who wins
// goes on, until as much again has been spent as in all before the trial; then there is another.
//
// So what is lost by a trial is at most what one more step costs, and there are only as many trials
// as the work can be doubled.  To split may cost as much as clusters have cost up to then, and is
// tried again, if it costs more, at the next trial.

#include "symbolic/partition.hpp"

#include <limits>

#include "bdd/work_limit.hpp"

namespace ken::symbolic {
namespace {

constexpr std::size_t most_disjuncts = 512;
constexpr std::uint64_t any_work = std::numeric_limits<std::uint64_t>::max();

}  // namespace

Bdd Partition::image(const ClusteredProduct& clusters, const Bdd& from) {
  return take(forwards_, clusters, from);
}

Bdd Partition::preimage(const ClusteredProduct& clusters, const Bdd& into) {
  return take(backwards_, clusters, into);
}

Bdd Partition::take(Contest& contest, const ClusteredProduct& clusters, const Bdd& set) {
  if (wanted_ == Partitioning::disjuncts) contest.by_disjuncts = split(any_work);
  if (wanted_ != Partitioning::computed || hopeless_) return step(contest, clusters, set);
  if (contest.spent >= contest.patience) return hold_trial(contest, clusters, set);
  const std::uint64_t before = source_.manager.work();
  Bdd result = step(contest, clusters, set);
  contest.spent += source_.manager.work() - before;
  return result;
}

Bdd Partition::step(const Contest& contest, const ClusteredProduct& clusters,
                    const Bdd& set) const {
  return contest.by_disjuncts ? join_disjuncts(contest.step, set) : (clusters.*contest.step)(set);
}

// The one that was used up to now first: its result is there anyway.
Bdd Partition::hold_trial(Contest& contest, const ClusteredProduct& clusters, const Bdd& set) {
  const bool ready = split(contest.spent);
  contest.patience += contest.spent;
  contest.spent = 0;
  const std::uint64_t before = source_.manager.work();
  Bdd result = step(contest, clusters, set);
  if (!ready) return result;
  const std::uint64_t cost = source_.manager.work() - before;
  Contest other = contest;
  other.by_disjuncts = !contest.by_disjuncts;
  const bool cheaper = bdd::compute_within(source_.manager, cost, [&] {
                         return step(other, clusters, set);
                       }).has_value();
  if (cheaper) contest.by_disjuncts = other.by_disjuncts;
  return result;
}

// The union of what each disjunct gives, by halves.
Bdd Partition::join_disjuncts(Step step, const Bdd& set) const {
  std::vector<Bdd> parts;
  parts.reserve(disjuncts_.size());
  for (const ClusteredProduct& disjunct : disjuncts_) parts.push_back((disjunct.*step)(set));
  for (; parts.size() > 1; parts.resize((parts.size() + 1) / 2)) {
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) parts[i / 2] = parts[i] | parts[i + 1];
    if (parts.size() % 2 == 1) parts[parts.size() / 2] = std::move(parts.back());
  }
  return parts.front();
}

// Whether there are disjuncts, made within so much work.
bool Partition::split(std::uint64_t most_work) {
  if (hopeless_ || !disjuncts_.empty()) return !hopeless_;
  auto found = bdd::compute_within(source_.manager, most_work, [&] {
    return split_by_joint_actions(source_.manager, source_.encoding, source_.conjuncts,
                                  source_.cluster_nodes, states_, most_disjuncts);
  });
  if (!found) return false;
  disjuncts_ = std::move(*found);
  for (ClusteredProduct& d : disjuncts_) d.care_about(states_);
  hopeless_ = disjuncts_.size() < 2;
  return !hopeless_;
}

}  // namespace ken::symbolic
