#pragma once
#include <unordered_map>
#include <vector>

#include "states/factors.hpp"

namespace ken::states {

enum class NodeId : std::uint32_t {};

// Joint actions that differ, as a decision diagram that is built where it is walked.  A node says
// what is left of the factors when some agents have chosen; it branches by the action of an agent
// that some factor still tests.  All actions that none of them tests lead to one node.  At a leaf
// nothing is tested any more: it says what the step does.  Equal nodes are one.
//
// The agents of a coalition branch first, if there is one: a node where none of them is tested any
// more stands for a move, and what lies below it for what the others can make of it.
class ActionTree {
 public:
  // Throws Exhausted, as child() does.
  ActionTree(const model::Model& model, Factors& factors, logic::Group first, Effort& effort);

  struct Node {
    std::vector<FactorId> factors;
    bool leaf = false;
    bool moved = true;       // no agent of the coalition is tested any more
    AgentId agent{};         // that branches, unless it is a leaf
    std::uint32_t kept = 0;  // of a leaf, where its user keeps what it has made of it; 0: nothing
    std::uint64_t seen = 0;  // by whoever walks
  };

  [[nodiscard]] NodeId root() const { return root_; }
  [[nodiscard]] Node& operator[](NodeId id) { return nodes_[static_cast<std::size_t>(id)].node; }
  [[nodiscard]] NodeId child(NodeId id, ActionIndex action) {
    const Inside& node = nodes_[static_cast<std::size_t>(id)];
    const std::uint32_t known = node.children[node.branches[action]];
    return known != 0 ? static_cast<NodeId>(known) : grow(id, action);
  }

 private:
  struct Inside {
    Node node;
    // The number of the branch of each action; 0 for those that are not tested.
    std::vector<std::uint32_t> branches;
    std::vector<std::uint32_t> children;  // by branch; 0: not there yet
  };
  using Key = std::vector<FactorId>;
  struct HashKey {
    std::size_t operator()(const Key& key) const;
  };

  NodeId grow(NodeId id, ActionIndex action);
  NodeId intern(Key factors);
  void choose_agent(Inside& inside);

  const model::Model& model_;
  Factors& factors_;
  logic::Group first_;
  Effort& effort_;
  base::Charge charge_;
  std::vector<Inside> nodes_;
  std::unordered_map<Key, NodeId, HashKey> ids_;
  NodeId root_{};
};

}  // namespace ken::states
