#include "symbolic/steps.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "bdd/work_limit.hpp"
#include "symbolic/interleaving.hpp"

namespace ken::symbolic {

namespace {

// Clusters to begin with, which are quickly made, and the other kind that images are tried with.
constexpr std::size_t small_cluster = 500;
constexpr std::size_t large_cluster = 20'000;
constexpr std::uint64_t little_work = 30'000;

}  // namespace

// Clusters that are asked to be larger may take as much work as small ones.  Large ones that are
// quickly made are taken if they are fewer and have fewer nodes, too.
Steps::Product Steps::build_product(const Source& source, std::span<const AgentId> kept) {
  const auto build = [&](std::size_t nodes) {
    return ClusteredProduct(
        source.manager,
        build_clusters(source.manager, source.encoding, source.conjuncts, nodes, kept),
        written_bits(source.conjuncts));
  };
  const std::size_t wanted = source.cluster_nodes;
  if (source.partitioning == Partitioning::clusters || wanted < small_cluster)
    return {build(wanted), wanted};
  const std::uint64_t before = source.manager.work();
  Product result{build(small_cluster), small_cluster};
  if (result.clusters.clusters() < 2) return result;
  const bool larger = wanted > small_cluster;
  const auto other =
      bdd::compute_within(source.manager, larger ? source.manager.work() - before : little_work,
                          [&] { return build(larger ? wanted : large_cluster); });
  if (other && (larger || (other->clusters() < result.clusters.clusters() &&
                           other->nodes() < result.clusters.nodes())))
    return {*other, larger ? wanted : large_cluster};
  return result;
}

Steps::Steps(bdd::Manager& manager, const Encoding& encoding, const Settings& settings,
             Conjuncts conjuncts, std::vector<Relation> disjuncts)
    : Steps(Source{manager, encoding, settings.cluster_nodes, settings.partitioning,
                   settings.work_before_trials, std::move(conjuncts)},
            std::move(disjuncts)) {}

Steps::Steps(const Source& source, std::vector<Relation> disjuncts)
    : Steps(source, build_product(source, {}), std::move(disjuncts)) {}

Steps::Steps(const Source& source, Product product, std::vector<Relation> disjuncts)
    : source_(source),
      relation_(std::move(product.clusters)),
      cluster_nodes_(product.nodes),
      disjuncts_(std::move(disjuncts)) {
  others_ = plan_others(cluster_nodes_);
  relation_.divide(divide({}, cluster_nodes_, others_));
}

std::shared_ptr<OtherClusters> Steps::plan_others(std::size_t cluster_nodes) const {
  const std::size_t larger = std::max(source_->cluster_nodes, large_cluster);
  return std::make_shared<OtherClusters>(
      OtherClusters{cluster_nodes > small_cluster ? small_cluster : larger});
}

std::shared_ptr<Partition> Steps::divide(const logic::Group& kept, std::size_t cluster_nodes,
                                         std::shared_ptr<OtherClusters> others) const {
  if (source_->partitioning == Partitioning::clusters) return nullptr;
  return std::make_shared<Partition>(
      Partition::Source{source_->manager, source_->encoding, source_->conjuncts, cluster_nodes,
                        kept, std::move(others)},
      source_->partitioning, care_ ? care_->function() : source_->manager.constant(true),
      source_->work_before_trials);
}

const Conjuncts& Steps::conjuncts() const {
  CHECK(source_.has_value(), "only steps of agents are made of conjuncts");
  return source_->conjuncts;
}

bdd::Manager& Steps::manager() const {
  CHECK(source_.has_value(), "only steps of agents know their manager");
  return source_->manager;
}

const MoveRelation& Steps::moves_of(const logic::Group& agents) {
  CHECK(source_.has_value(), "only steps of agents have moves");
  if (const auto at = moves_.find(agents); at != moves_.end()) return at->second.relation;
  const bdd::VariableSet actions = source_->manager.set(source_->encoding.action_bits(agents));
  Product product = agents.empty() ? Product{relation_.product(), cluster_nodes_}
                                   : build_product(*source_, agents);
  Moves moves{MoveRelation(std::move(product.clusters), actions), product.nodes,
              agents.empty() ? others_ : plan_others(product.nodes)};
  if (care_) moves.relation.care_about(*care_);
  moves.relation.divide(divide(agents, moves.cluster_nodes, moves.others));
  return moves_.emplace(agents, std::move(moves)).first->second.relation;
}

Turns Steps::turns_of(const logic::Group& agents, const StateSet& states) const {
  CHECK(source_.has_value(), "only steps of agents have turns");
  return find_turns(source_->manager, source_->encoding, source_->conjuncts, agents, states);
}

void Steps::care_about(const StateSet& states) {
  care_ = states;
  relation_.care_about(states);
  if (source_) relation_.divide(divide({}, cluster_nodes_, others_));
  for (Relation& disjunct : disjuncts_) disjunct.care_about(states);
  for (auto& [agents, moves] : moves_) {
    moves.relation.care_about(states);
    moves.relation.divide(divide(agents, moves.cluster_nodes, moves.others));
  }
}

std::shared_ptr<Steps> build_steps(bdd::Manager& manager, const Encoding& encoding,
                                   const model::Model& model, const Settings& settings,
                                   Conjuncts conjuncts) {
  std::vector<Relation> disjuncts;
  if (settings.reach == Reach::computed || settings.reach == Reach::chained)
    disjuncts = split_by_scheduler(manager, encoding, model, settings, conjuncts);
  return std::make_shared<Steps>(manager, encoding, settings, std::move(conjuncts),
                                 std::move(disjuncts));
}

}  // namespace ken::symbolic
