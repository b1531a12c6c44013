// Clusters.
//
// One cluster for each conjunct would cost a pass through the set for each; a single product may be
// too large to build (Burch, Clarke, Long 1991; Ranjan et al., IWLS 1995).  So first everything
// that mentions one agent's action is joined, the protocol that allows it and the evolutions that
// react to it; if the product is small, or no larger than what was joined, the action is quantified
// in it once and for all, unless it is kept.  Then conjuncts are taken in the order of the bits
// they write, and joined as long as the product stays below the limit.

#include "symbolic/clusters.hpp"

#include <algorithm>

namespace ken::symbolic {
namespace {

struct Unit {
  Bdd relation;
  Bits support;
  double place = 0;

  [[nodiscard]] bool mentions(Variable v) const {
    return std::binary_search(support.begin(), support.end(), v);
  }
};

double mean_level(const bdd::Manager& manager, const Bits& bits) {
  double sum = 0;
  for (const Variable v : bits) sum += static_cast<double>(manager.level(v));
  return bits.empty() ? 0 : sum / static_cast<double>(bits.size());
}

// An action that is not kept, and what allows it.
struct Choice {
  Bits action;
  Bdd protocol;
};

class Joiner {
 public:
  Joiner(bdd::Manager& manager, const Encoding& encoding, const Conjuncts& conjuncts,
         std::size_t limit, std::span<const AgentId> kept)
      : manager_(manager), limit_(limit) {
    for (const Conjunct& conjunct : conjuncts.evolutions) {
      Bits written;
      for (const BitPair& bit : conjunct.writes) written.push_back(bit.next);
      units_.push_back(
          {conjunct.relation, bdd::support(conjunct.relation), mean_level(manager, written)});
    }
    const std::size_t evolutions = units_.size();
    for (std::size_t i = 0; i < conjuncts.protocols.size(); ++i) {
      const auto agent = static_cast<AgentId>(i);
      const Bits& action = encoding.action(agent);
      if (std::find(kept.begin(), kept.end(), agent) == kept.end()) {
        free_.insert(free_.end(), action.begin(), action.end());
        if (!action.empty()) choices_.push_back({action, conjuncts.protocols[i]});
      }
      const Bdd& relation = conjuncts.protocols[i];
      if (!relation.is_true())
        units_.push_back({relation, bdd::support(relation), place_of_users(action, evolutions)});
    }
    std::sort(free_.begin(), free_.end());
  }

  [[nodiscard]] std::vector<Bdd> join() {
    for (const Choice& choice : choices_)
      if (!join_users(choice.action)) guard_users(choice);
    std::stable_sort(units_.begin(), units_.end(),
                     [](const Unit& a, const Unit& b) { return a.place < b.place; });
    return join_neighbours();
  }
  [[nodiscard]] const Bits& free() const { return free_; }

 private:
  // A protocol stands with the evolutions that react to its action.
  [[nodiscard]] double place_of_users(const Bits& action, std::size_t evolutions) const {
    double sum = 0;
    double users = 0;
    for (std::size_t u = 0; u < evolutions; ++u)
      if (mentions_any(units_[u], action)) {
        sum += units_[u].place;
        users += 1;
      }
    return users > 0 ? sum / users : mean_level(manager_, action);
  }
  static bool mentions_any(const Unit& unit, const Bits& bits) {
    return std::any_of(bits.begin(), bits.end(), [&](Variable v) { return unit.mentions(v); });
  }

  // The free actions that the chosen units mention and no other.
  [[nodiscard]] bdd::VariableSet only_in(const std::vector<bool>& chosen) const {
    std::vector<bool> only(manager_.variables(), false);
    for (const bool inside : {true, false})
      for (std::size_t u = 0; u < units_.size(); ++u)
        if (chosen[u] == inside)
          for (const Variable v : units_[u].support) only[static_cast<std::size_t>(v)] = inside;
    Bits inner;
    for (const Variable v : free_)
      if (only[static_cast<std::size_t>(v)]) inner.push_back(v);
    return manager_.set(std::move(inner));
  }

  // Joins everything that mentions an action, if the product is small, and quantifies the action.
  bool join_users(const Bits& action) {
    std::vector<bool> chosen(units_.size(), false);
    std::vector<std::size_t> users;
    for (std::size_t u = 0; u < units_.size(); ++u)
      if (mentions_any(units_[u], action)) {
        chosen[u] = true;
        users.push_back(u);
      }
    if (users.empty()) return true;
    const bdd::VariableSet inner = only_in(chosen);
    Bdd product = manager_.constant(true);
    std::size_t apart = 0;
    double place = 0;
    for (const std::size_t u : users) {
      product &= units_[u].relation;
      apart += bdd::nodes(units_[u].relation);
      if (bdd::nodes(product) > 2 * std::max(limit_, apart)) return false;
      place += units_[u].place;
    }
    product = exists(product, inner);
    if (bdd::nodes(product) > std::max(limit_, apart)) return false;
    Unit unit{product, bdd::support(product), place / static_cast<double>(users.size())};
    for (auto u = users.rbegin(); u != users.rend(); ++u)
      units_.erase(units_.begin() + static_cast<std::ptrdiff_t>(*u));
    units_.push_back(std::move(unit));
    return true;
  }

  // An action that stays is at least bound by its protocol wherever it is mentioned: else a product
  // that has met a reaction but not yet the protocol would hold reactions to impossible actions.
  void guard_users(const Choice& choice) {
    for (Unit& unit : units_) {
      if (!mentions_any(unit, choice.action)) continue;
      Bdd guarded = unit.relation & choice.protocol;
      if (bdd::nodes(guarded) > std::max(limit_, 2 * bdd::nodes(unit.relation))) continue;
      unit.relation = std::move(guarded);
      unit.support = bdd::support(unit.relation);
    }
  }

  // Joins neighbours as long as they stay below the limit.
  [[nodiscard]] std::vector<Bdd> join_neighbours() {
    std::vector<Bdd> clusters;
    std::vector<bool> chosen(units_.size(), false);
    Bdd cluster = manager_.constant(true);
    for (std::size_t u = 0; u < units_.size(); ++u) {
      chosen[u] = true;
      Bdd product = and_exists(cluster, units_[u].relation, only_in(chosen));
      const std::size_t apart = bdd::nodes(cluster) + bdd::nodes(units_[u].relation);
      if (!cluster.is_true() && bdd::nodes(product) > std::max(limit_, apart)) {
        clusters.push_back(cluster);
        chosen.assign(units_.size(), false);
        chosen[u] = true;
        product = exists(units_[u].relation, only_in(chosen));
      }
      cluster = product;
    }
    if (!cluster.is_true()) clusters.push_back(cluster);
    return clusters;
  }

  bdd::Manager& manager_;
  std::size_t limit_;
  std::vector<Unit> units_;
  std::vector<Choice> choices_;
  Bits free_;
};

}  // namespace

Clusters build_clusters(bdd::Manager& manager, const Encoding& encoding, const Conjuncts& conjuncts,
                        std::size_t limit, std::span<const AgentId> kept) {
  Joiner joiner(manager, encoding, conjuncts, limit, kept);
  std::vector<Bdd> relations = joiner.join();
  return {std::move(relations), joiner.free(), encoding.action_bits(kept)};
}

}  // namespace ken::symbolic
