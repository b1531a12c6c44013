// Interleaving.
//
// In an asynchronous system a scheduler, often the Environment, picks who moves, and everybody else
// stays.  Its relation is then better seen as a disjunction over the scheduler's actions: each
// disjunct is small and leaves most variables alone, so its image touches few bits.  A conjunct of
// the relation stays under an action if, with the action fixed, it says that its variables keep
// their values, and no more: one that loses a step forbids it to all.  We call a system interleaved
// if some agent has an action for which most conjuncts stay, for each of its actions.

#include "symbolic/interleaving.hpp"

#include <algorithm>
#include <optional>

namespace ken::symbolic {
namespace {

constexpr std::size_t fewest_actions = 3;
constexpr std::size_t most_actions = 256;

class Splitter {
 public:
  Splitter(bdd::Manager& manager, const Encoding& encoding, const model::Model& model,
           const Settings& settings, const Conjuncts& conjuncts)
      : manager_(manager),
        encoding_(encoding),
        model_(model),
        settings_(settings),
        conjuncts_(conjuncts) {
    for (const Conjunct& conjunct : conjuncts.evolutions)
      staying_.push_back(keep(manager, conjunct.writes));
  }

  // One relation for each action of the agent; nothing if under one of them too much moves.
  [[nodiscard]] std::vector<Relation> split(AgentId agent) const {
    std::vector<Relation> result;
    const std::size_t actions = model_[agent].actions.size();
    if (actions < fewest_actions || actions > most_actions) return result;
    std::vector<Movers> moving;
    for (std::size_t a = 0; a < actions; ++a) {
      auto movers = find_movers(agent, a);
      if (!movers) return result;
      moving.push_back(std::move(*movers));
    }
    for (std::size_t a = 0; a < actions; ++a) result.push_back(build(agent, a, moving[a]));
    return result;
  }

 private:
  using Movers = std::vector<const Conjunct*>;

  [[nodiscard]] Bdd code(AgentId agent, std::size_t action) const {
    return equals(manager_, encoding_.action(agent), action);
  }

  // The conjuncts that move under the action, unless they are too many.
  [[nodiscard]] std::optional<Movers> find_movers(AgentId agent, std::size_t action) const {
    const std::vector<Conjunct>& all = conjuncts_.evolutions;
    const std::size_t most = std::max<std::size_t>(2, all.size() / 3);
    const Bdd here = code(agent, action);
    Movers movers;
    for (std::size_t i = 0; i < all.size() && movers.size() <= most; ++i)
      if (!((all[i].relation & here) == (staying_[i] & here))) movers.push_back(&all[i]);
    if (movers.size() > most) return {};
    return movers;
  }

  [[nodiscard]] Relation build(AgentId agent, std::size_t action, const Movers& movers) const {
    const Bdd here = code(agent, action);
    Conjuncts under;
    under.protocols = conjuncts_.protocols;
    under.protocols[static_cast<std::size_t>(agent)] &= here;
    std::vector<BitPair> written;
    for (const Conjunct* const conjunct : movers) {
      under.evolutions.push_back(
          {conjunct->relation & here, conjunct->writes, conjunct->variables});
      written.insert(written.end(), conjunct->writes.begin(), conjunct->writes.end());
    }
    return Relation(ClusteredProduct(
        manager_, build_clusters(manager_, encoding_, under, settings_.cluster_nodes, {}),
        written));
  }

  bdd::Manager& manager_;
  const Encoding& encoding_;
  const model::Model& model_;
  const Settings& settings_;
  const Conjuncts& conjuncts_;
  std::vector<Bdd> staying_;  // by conjunct: it keeps what it writes
};

}  // namespace

std::vector<Relation> split_by_scheduler(bdd::Manager& manager, const Encoding& encoding,
                                         const model::Model& model, const Settings& settings,
                                         const Conjuncts& conjuncts) {
  std::vector<Relation> result;
  if (conjuncts.evolutions.size() < fewest_actions) return result;
  const Splitter splitter(manager, encoding, model, settings, conjuncts);
  for (std::size_t i = 0; i < model.agents.size() && result.empty(); ++i)
    result = splitter.split(static_cast<AgentId>(i));
  return result;
}

}  // namespace ken::symbolic
