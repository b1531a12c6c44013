// A disjunct for each joint action.
//
// Once it is fixed who does what, little may be left of the steps: of a board with a cell for each
// place a move changes a few cells, in a way that is a constant, and leaves the others alone.  As
// conjuncts the same steps say of each cell which of a hundred moves leave it alone, and a product
// on its way from a set of boards to what precedes it carries the moves along with the boards.
//
// Actions are fixed agent by agent: each action that some of the states allow, together with those
// fixed before, makes a disjunct of its own, in which conjuncts and protocols are cofactors.  Where
// no conjunct mentions an agent's action any more, it stays open.  A conjunct that says no more
// than that its variables keep their values goes, and so do its bits, which then need not be
// renamed.
//
// As many disjuncts as there are joint actions are far too many where agents act at the same time
// and freely; then there is no such split.

#include "symbolic/joint_actions.hpp"

#include <algorithm>

namespace ken::symbolic {
namespace {

class JointSplitter {
 public:
  JointSplitter(bdd::Manager& manager, const Encoding& encoding, std::size_t cluster_nodes,
                std::size_t most)
      : manager_(manager), encoding_(encoding), cluster_nodes_(cluster_nodes), most_(most) {}

  [[nodiscard]] std::vector<ClusteredProduct> split(const Conjuncts& conjuncts, const Bdd& states) {
    std::vector<Case> cases{{conjuncts.protocols, conjuncts.evolutions, states}};
    for (std::size_t i = 0; i < conjuncts.protocols.size(); ++i) {
      std::vector<Case> finer;
      for (Case& one : cases) fix(static_cast<AgentId>(i), std::move(one), finer);
      if (finer.size() > most_) return {};
      cases = std::move(finer);
    }
    std::vector<ClusteredProduct> result;
    result.reserve(cases.size());
    for (Case& one : cases) result.push_back(build(std::move(one)));
    return result;
  }

 private:
  // Some agents' actions are fixed; the states where that is allowed.
  struct Case {
    std::vector<Bdd> protocols;
    std::vector<Conjunct> evolutions;
    Bdd states;
  };

  // The cases by this agent's action.  Where one code leaves every conjunct what it was, none of
  // them mentions the action.
  void fix(AgentId agent, Case one, std::vector<Case>& finer) {
    const Bits& action = encoding_.action(agent);
    if (action.empty()) return finer.push_back(std::move(one));
    const bdd::VariableSet bits = manager_.set(action);
    const auto place = static_cast<std::size_t>(agent);
    const std::uint64_t codes = std::uint64_t{1} << action.size();
    for (std::uint64_t c = 0; c < codes && finer.size() <= most_; ++c) {
      const Bdd code = equals(manager_, action, c);
      Bdd allowed = and_exists(one.protocols[place], code, bits);
      Bdd states = one.states & allowed;
      if (states.is_false()) continue;
      Case fixed{one.protocols, {}, std::move(states)};
      fixed.protocols[place] = std::move(allowed);
      bool matters = false;
      for (const Conjunct& conjunct : one.evolutions) {
        fixed.evolutions.push_back(
            {and_exists(conjunct.relation, code, bits), conjunct.writes, conjunct.variables});
        matters = matters || fixed.evolutions.back().relation != conjunct.relation;
      }
      if (!matters) return finer.push_back(std::move(one));
      finer.push_back(std::move(fixed));
    }
  }

  [[nodiscard]] ClusteredProduct build(Case one) {
    Conjuncts moving;
    moving.protocols = std::move(one.protocols);
    std::vector<BitPair> written;
    for (Conjunct& conjunct : one.evolutions) {
      if (conjunct.relation == keep(manager_, conjunct.writes)) continue;
      written.insert(written.end(), conjunct.writes.begin(), conjunct.writes.end());
      moving.evolutions.push_back(std::move(conjunct));
    }
    return {manager_, build_clusters(manager_, encoding_, moving, cluster_nodes_, {}), written};
  }

  bdd::Manager& manager_;
  const Encoding& encoding_;
  std::size_t cluster_nodes_;
  std::size_t most_;
};

}  // namespace

std::vector<ClusteredProduct> split_by_joint_actions(bdd::Manager& manager,
                                                     const Encoding& encoding,
                                                     const Conjuncts& conjuncts,
                                                     std::size_t cluster_nodes, const Bdd& states,
                                                     std::size_t most) {
  return JointSplitter(manager, encoding, cluster_nodes, most).split(conjuncts, states);
}

}  // namespace ken::symbolic
