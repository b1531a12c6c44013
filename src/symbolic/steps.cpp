#include "symbolic/steps.hpp"

#include "base/check.hpp"
#include "symbolic/interleaving.hpp"
#include "symbolic/partition.hpp"

namespace ken::symbolic {

std::vector<BitPair> Steps::written_bits(const Conjuncts& conjuncts) {
  std::vector<BitPair> result;
  for (const Conjunct& conjunct : conjuncts.evolutions)
    result.insert(result.end(), conjunct.writes.begin(), conjunct.writes.end());
  return result;
}

ClusteredProduct Steps::build_product(const Source& source, std::span<const AgentId> kept) {
  return {
      source.manager,
      build_clusters(source.manager, source.encoding, source.conjuncts, source.cluster_nodes, kept),
      written_bits(source.conjuncts)};
}

Steps::Steps(bdd::Manager& manager, const Encoding& encoding, const Settings& settings,
             Conjuncts conjuncts, std::vector<Relation> disjuncts)
    : source_(Source{manager, encoding, settings.cluster_nodes, settings.partitioning,
                     std::move(conjuncts)}),
      relation_(build_product(*source_, {})),
      disjuncts_(std::move(disjuncts)) {
  if (settings.partitioning == Partitioning::disjuncts) divide(manager.constant(true));
}

void Steps::divide(const Bdd& states) {
  relation_.divide(
      std::make_shared<Partition>(Partition::Source{source_->manager, source_->encoding,
                                                    source_->conjuncts, source_->cluster_nodes},
                                  source_->partitioning, states));
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
  if (const auto at = moves_.find(agents); at != moves_.end()) return at->second;
  const bdd::VariableSet actions = source_->manager.set(source_->encoding.action_bits(agents));
  MoveRelation moves(agents.empty() ? relation_.product() : build_product(*source_, agents),
                     actions);
  if (care_) moves.care_about(*care_);
  return moves_.emplace(agents, std::move(moves)).first->second;
}

Turns Steps::turns_of(const logic::Group& agents, const StateSet& states) const {
  CHECK(source_.has_value(), "only steps of agents have turns");
  return find_turns(source_->manager, source_->encoding, source_->conjuncts, agents, states);
}

void Steps::care_about(const StateSet& states) {
  care_ = states;
  relation_.care_about(states);
  if (source_ && source_->partitioning != Partitioning::clusters) divide(states.function());
  for (Relation& disjunct : disjuncts_) disjunct.care_about(states);
  for (auto& [agents, moves] : moves_) moves.care_about(states);
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
