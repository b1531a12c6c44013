// Which joint actions differ.
//
// A node is the list of what is left of the factors.  It branches by the agent that most factors
// test: with a scheduler that is the scheduler, behind whose action only that of whoever was chosen
// is tested.  Whoever is not tested by any factor is not asked at all.  Nothing here depends on a
// state, so a branch is built once, the first time that a state allows it.
//
// Cost: a node for each difference that some state makes, and for each the factors that change.  It
// may be exponential in the number of agents, as the number of different steps may be; effort and
// memory are charged, so a model for which that is too much is given up early.

#include "states/action_tree.hpp"

#include <algorithm>

namespace ken::states {
namespace {

constexpr std::uint64_t bytes_of_tree_node = 256;

}  // namespace

std::size_t ActionTree::HashKey::operator()(const Key& key) const {
  std::uint64_t hash = key.size();
  for (const FactorId factor : key) {
    hash = (hash ^ static_cast<std::uint64_t>(factor)) * 0x9FB21C651E98DF25ULL;
    hash ^= hash >> 32U;
  }
  return hash;
}

ActionTree::ActionTree(const model::Model& model, Factors& factors, logic::Group first,
                       Effort& effort)
    : model_(model),
      factors_(factors),
      first_(std::move(first)),
      effort_(effort),
      charge_(effort.budget()) {
  nodes_.emplace_back();  // number 0 stands for a child that is not there
  root_ = intern(factors.roots());
}

NodeId ActionTree::grow(NodeId id, ActionIndex action) {
  const Effort::Preparing preparing(effort_);
  const AgentId agent = (*this)[id].agent;
  const std::uint32_t branch = nodes_[static_cast<std::size_t>(id)].branches[action];
  Key left;
  const std::vector<FactorId> before = (*this)[id].factors;
  effort_.spend(8 + 2 * before.size());
  for (const FactorId factor : before) {
    const FactorId rest = !factors_.tests(factor, agent) ? factor
                          : branch == 0                  ? factors_.fix(factor, agent, std::nullopt)
                                                         : factors_.fix(factor, agent, action);
    if (rest != no_change) left.push_back(rest);
  }
  const NodeId result = intern(std::move(left));
  nodes_[static_cast<std::size_t>(id)].children[branch] = static_cast<std::uint32_t>(result);
  return result;
}

NodeId ActionTree::intern(Key factors) {
  effort_.spend(16 + factors.size());
  const auto known = ids_.find(factors);
  if (known != ids_.end()) return known->second;
  Inside inside;
  inside.node.factors = factors;
  choose_agent(inside);
  charge_.add(bytes_of_tree_node + 3 * factors.size() * sizeof(FactorId) +
              (inside.branches.size() + inside.children.size()) * sizeof(std::uint32_t));
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back(std::move(inside));
  ids_.emplace(std::move(factors), id);
  return id;
}

void ActionTree::choose_agent(Inside& inside) {
  std::vector<Act> acts;  // in which factors an agent is tested, and what is tested of it
  std::unordered_map<AgentId, std::size_t> testers;
  for (const FactorId id : inside.node.factors) {
    std::optional<AgentId> last;
    for (const Act act : factors_[id].acts) {
      acts.push_back(act);
      if (last != act.agent) ++testers[act.agent];
      last = act.agent;
    }
  }
  effort_.spend(64 + inside.node.factors.size() + 8 * acts.size());
  inside.node.leaf = testers.empty();
  if (inside.node.leaf) return;
  std::vector<AgentId> candidates;
  for (const AgentId agent : first_)
    if (testers.contains(agent)) candidates.push_back(agent);
  inside.node.moved = candidates.empty();
  if (candidates.empty())
    for (const auto& [agent, count] : testers) candidates.push_back(agent);
  inside.node.agent =
      *std::max_element(candidates.begin(), candidates.end(), [&](AgentId a, AgentId b) {
        return std::pair(testers[a], b) < std::pair(testers[b], a);  // of equals the first
      });
  inside.branches.assign(model_[inside.node.agent].actions.size(), 0);
  std::uint32_t count = 0;
  for (const Act act : acts)
    if (act.agent == inside.node.agent && inside.branches[act.action] == 0)
      inside.branches[act.action] = ++count;
  inside.children.assign(count + 1, 0);
}

}  // namespace ken::states
