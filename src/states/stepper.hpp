#pragma once
#include <map>
#include <optional>

#include "states/action_tree.hpp"
#include "states/evaluator.hpp"
#include "states/layout.hpp"

namespace ken::states {

// The steps of a model out of one state after the other.  Only joint actions that differ are
// looked at, and each of their successors is visited, some perhaps several times.  Model and effort
// must outlive it; what runs out is thrown as Exhausted.
class Stepper {
 public:
  Stepper(const model::Model& model, Effort& effort);

  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }
  [[nodiscard]] Residuals& residuals() { return residuals_; }

  // What follows is about this state, whose words must stay where they are.
  void enter(const Word* state);
  // No agent is without an action.
  [[nodiscard]] bool can_act() const { return can_act_; }
  // An agent that has no action or several.
  [[nodiscard]] std::optional<AgentId> find_open_choice();

  // The tree whose first agents are these.
  [[nodiscard]] ActionTree& tree(const logic::Group& first);
  // Calls visit(words) for the successors below a node.
  template <class Visit>
  void for_each_successor(ActionTree& tree, NodeId from, const Visit& visit);
  // The different nodes that stand for moves of the agents that come first.
  [[nodiscard]] const std::vector<NodeId>& list_moves(ActionTree& tree);
  // A joint action that may lead from the state to another.
  [[nodiscard]] std::optional<model::JointAction> find_action(const Word* target);

  // Who has a choice that matters among the joint actions that for_each_successor() has gone
  // through in the state entered last: nobody, one agent, or several.
  enum class Choice : std::uint32_t { nobody = 0, several = ~std::uint32_t{0} };
  [[nodiscard]] static Choice of_agent(AgentId agent) {
    return static_cast<Choice>(static_cast<std::uint32_t>(agent) + 1);
  }
  [[nodiscard]] Choice choice() const { return choice_; }
  // Every joint action has at most one successor there.
  [[nodiscard]] bool deterministic_here() const { return deterministic_here_; }

  // Of all states that were entered: an assignment that was lost in the last one, if one was...
  [[nodiscard]] const model::Assignment* lost() const { return lost_; }
  // ... whether some joint action had several successors, and whether lines that offer different
  // things held together.
  [[nodiscard]] bool deterministic() const { return deterministic_; }
  [[nodiscard]] bool overlapping() const { return overlapping_; }

 private:
  // A factor whose actions are known, ready to be evaluated.
  struct Update {
    VarId target{};
    std::optional<CellId> cell;  // if its value is plain
    ExprId value{};
    bool fits = false;  // always
    const model::Assignment* assignment = nullptr;
  };
  struct ReadyLine {
    CellId condition{};
    std::vector<Update> updates;
  };
  struct Ready {
    std::vector<ReadyLine> lines;
    std::uint32_t first = 0, last = 0;  // the words in which it changes something
    // In the state entered last, if it was evaluated there: so many alternatives, each the words it
    // changes exclusive-or the words of the state, one behind the other in scratch_.
    std::uint64_t at = 0;
    std::size_t offset = 0;
    std::size_t count = 0;
  };
  // What a leaf does: some bits always become the same, and the rest is up to factors.
  struct Leaf {
    struct Constant {
      std::uint32_t word;
      Word clear;
      Word set;
    };
    std::vector<Constant> constants;
    std::vector<std::uint32_t> factors;  // places in ready_
  };
  struct Guard {  // of a protocol
    CellId condition{};
    const std::vector<ActionIndex>* actions = nullptr;
  };
  struct Acting {
    std::vector<Guard> guards;
    std::vector<Word> allowed;  // a bit for each action
    bool asked = false;         // some factor tests its action
  };

  void allow(std::size_t agent);
  [[nodiscard]] std::uint32_t make_leaf(const ActionTree::Node& node);
  [[nodiscard]] std::uint32_t make_ready(FactorId id);
  [[nodiscard]] bool add_constants(FactorId id, Leaf& leaf) const;
  void evaluate(Ready& factor);
  [[nodiscard]] bool append_alternative(const ReadyLine& line, const Ready& factor);
  template <class Visit>
  void for_each_child(ActionTree& tree, NodeId id, const Visit& visit);
  void note_choice(AgentId agent) {
    const Choice one = of_agent(agent);
    choice_ = choice_ == Choice::nobody || choice_ == one ? one : Choice::several;
  }
  template <class Visit>
  void visit_leaf(const Leaf& leaf, const Visit& visit);
  [[nodiscard]] bool prepare_leaf(const Leaf& leaf);

  const model::Model& model_;
  Effort& effort_;
  base::Charge charge_;
  std::optional<Effort::Preparing> preparing_{effort_};  // while it is made
  Layout layout_;
  Residuals residuals_;
  Factors factors_;
  Evaluator evaluator_;
  std::map<logic::Group, ActionTree> trees_;
  std::map<FactorId, std::uint32_t> ready_ids_;
  std::vector<Ready> ready_;
  std::vector<Leaf> leaves_;  // of all trees; number 0 is nobody's
  std::vector<Acting> acting_;

  // ---- the state entered last ----
  const Word* state_ = nullptr;
  std::vector<Value> values_;
  bool can_act_ = false;
  std::uint64_t now_ = 0;
  std::uint64_t walk_ = 0;
  std::vector<Word> scratch_;
  std::vector<Word> next_;
  std::vector<std::size_t> places_;
  std::vector<NodeId> open_;
  std::vector<NodeId> moves_;
  const model::Assignment* lost_ = nullptr;
  Choice choice_ = Choice::nobody;
  bool deterministic_here_ = true;
  bool deterministic_ = true;
  bool overlapping_ = false;
};

template <class Visit>
void Stepper::for_each_child(ActionTree& tree, NodeId id, const Visit& visit) {
  const std::vector<Word>& allowed = acting_[static_cast<std::size_t>(tree[id].agent)].allowed;
  const AgentId agent = tree[id].agent;
  effort_.spend(2 + allowed.size());
  std::optional<NodeId> first;
  for (std::size_t i = 0; i < allowed.size(); ++i)
    for (Word word = allowed[i]; word != 0; word &= word - 1) {
      const auto action =
          static_cast<ActionIndex>(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
      effort_.spend(1);
      const NodeId child = tree.child(id, action);
      if (!first)
        first = child;
      else if (*first != child)
        note_choice(agent);
      visit(action, child);
    }
}

template <class Visit>
void Stepper::for_each_successor(ActionTree& tree, NodeId from, const Visit& visit) {
  if (!can_act_) return;
  ++walk_;
  open_.assign(1, from);
  while (!open_.empty()) {
    const NodeId id = open_.back();
    open_.pop_back();
    if (tree[id].leaf) {
      if (tree[id].kept == 0) tree[id].kept = make_leaf(tree[id]);
      visit_leaf(leaves_[tree[id].kept], visit);
      continue;
    }
    for_each_child(tree, id, [&](ActionIndex, NodeId child) {
      if (tree[child].seen == walk_) return;
      tree[child].seen = walk_;
      open_.push_back(child);
    });
  }
}

template <class Visit>
void Stepper::visit_leaf(const Leaf& leaf, const Visit& visit) {
  if (!prepare_leaf(leaf)) return;
  for (;;) {
    effort_.spend(4);
    visit(static_cast<const Word*>(next_.data()));
    // The next combination: the alternative of one factor is taken back, another one put in.
    std::size_t i = leaf.factors.size();
    const auto flip = [&](const Ready& factor, std::size_t place) {
      const std::size_t width = factor.last - factor.first;
      for (std::size_t k = 0; k < width; ++k)
        next_[factor.first + k] ^= scratch_[factor.offset + place * width + k];
    };
    for (; i > 0; --i) {
      const Ready& factor = ready_[leaf.factors[i - 1]];
      std::size_t& place = places_[i - 1];
      if (factor.count == 1) continue;
      flip(factor, place);
      place = place + 1 == factor.count ? 0 : place + 1;
      flip(factor, place);
      if (place != 0) break;
    }
    if (i == 0) return;
  }
}

}  // namespace ken::states
