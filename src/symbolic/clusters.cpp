// Clusters.
//
// One cluster for each conjunct would cost a pass through the set for each; a single product may be
// too large to build (Burch, Clarke, Long 1991; Ranjan et al., IWLS 1995).  So first everything
// that mentions one agent's action is joined, the protocol that allows it and the evolutions that
// react to it; if the product is small, or no larger than what was joined, the action is quantified
// in it once and for all, unless it is kept.  Then conjuncts are taken in the order of the bits
// they write, and joined as long as the product stays below the limit.  A product that becomes far
// larger than it may be is broken off, not finished and thrown away.
//
// One node too many must not decide, so a product may be a little larger than what was joined.  As
// that is joined again, little by little could become much: each conjunct brings a slack, a part of
// its nodes, which growth uses up, so that all products together are no larger than all conjuncts
// and their slack.

#include "symbolic/clusters.hpp"

#include <algorithm>
#include <optional>

namespace ken::symbolic {
namespace {

struct Unit {
  Unit(Bdd of, double where)
      : relation(std::move(of)),
        support(bdd::support(relation)),
        nodes(bdd::nodes(relation)),
        slack(nodes / 8),
        place(where) {}

  Bdd relation;
  Bits support;
  std::size_t nodes;
  std::size_t slack;
  double place;

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
      units_.emplace_back(conjunct.relation, mean_level(manager, written));
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
      if (!relation.is_true()) units_.emplace_back(relation, place_of_users(action, evolutions));
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

  // What a product may have of nodes if the relations have so many apart.
  [[nodiscard]] std::size_t most_nodes(std::size_t apart) const { return std::max(limit_, apart); }
  [[nodiscard]] static std::size_t slack_left(std::size_t slack, std::size_t apart,
                                              std::size_t nodes) {
    return slack - std::min(slack, nodes - std::min(nodes, apart));
  }
  // The product, unless it has more nodes than that, or building it shows that it will.
  [[nodiscard]] static std::optional<Bdd> join_within(std::size_t most, const Bdd& a, const Bdd& b,
                                                      const bdd::VariableSet& quantified) {
    auto product = bdd::and_exists_within(2 * most, a, b, quantified);
    if (product && bdd::has_more_nodes(*product, most)) return {};
    return product;
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
    std::size_t slack = 0;
    double place = 0;
    for (const std::size_t u : users) {
      apart += units_[u].nodes;
      slack += units_[u].slack;
      const bool last = u == users.back();
      auto joined = join_within((last ? 1 : 2) * most_nodes(apart + slack), product,
                                units_[u].relation, last ? inner : nothing_);
      if (!joined) return false;
      product = std::move(*joined);
      place += units_[u].place;
    }
    Unit unit(product, place / static_cast<double>(users.size()));
    unit.slack = slack_left(slack, apart, unit.nodes);
    for (auto u = users.rbegin(); u != users.rend(); ++u)
      units_.erase(units_.begin() + static_cast<std::ptrdiff_t>(*u));
    units_.push_back(std::move(unit));
    return true;
  }

  // An action that stays is at least bound by its protocol wherever it is mentioned: else a product
  // that has met a reaction but not yet the protocol would hold reactions to impossible actions.
  void guard_users(const Choice& choice) {
    const std::size_t nodes = bdd::nodes(choice.protocol);
    for (Unit& unit : units_) {
      if (!mentions_any(unit, choice.action)) continue;
      auto guarded =
          join_within(most_nodes(unit.nodes + nodes), unit.relation, choice.protocol, nothing_);
      if (guarded) unit = Unit(std::move(*guarded), unit.place);
    }
  }

  // Joins neighbours as long as they stay below the limit.
  [[nodiscard]] std::vector<Bdd> join_neighbours() {
    std::vector<Bdd> clusters;
    std::vector<bool> chosen(units_.size(), false);
    Bdd cluster = manager_.constant(true);
    std::size_t nodes = 0;
    std::size_t slack = 0;
    for (std::size_t u = 0; u < units_.size(); ++u) {
      chosen[u] = true;
      slack += units_[u].slack;
      const std::size_t apart = nodes + units_[u].nodes;
      auto product =
          join_within(most_nodes(apart + slack), cluster, units_[u].relation, only_in(chosen));
      if (product) {
        nodes = bdd::nodes(*product);
        slack = slack_left(slack, apart, nodes);
      } else {
        if (!cluster.is_true()) clusters.push_back(cluster);
        chosen.assign(units_.size(), false);
        chosen[u] = true;
        product = exists(units_[u].relation, only_in(chosen));
        nodes = bdd::nodes(*product);
        slack = units_[u].slack;
      }
      cluster = std::move(*product);
    }
    if (!cluster.is_true()) clusters.push_back(cluster);
    return clusters;
  }

  bdd::Manager& manager_;
  const bdd::VariableSet nothing_;
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
