// Where a printed tree needs parentheses.
//
// The reader (reduce.cpp) pushes prefix operators as they come and lets an infix operator take what
// binds tighter than itself from the left.  So a child needs parentheses in three cases.
//   It binds less than its parent, or equally and on the side to which the parent does not
//   associate.
//   It is the left side of an operator and its text ends in the operand of a prefix that binds less
//   than that operator: in 1 + !x the '= 2' behind would go to x.  'open' is the strength of the
//   weakest such prefix.  A star at the end counts as one too, because * before an operand is a
//   product.
//   It carries a postfix operator, which takes one operand only.
// A conditional is printed as 'if c then a else b', whatever it was written as, and in parentheses
// wherever it is an operand.
// And a parenthesis directly behind A, E or a coalition is doubled when its only until would be
// taken for the loose one although the tree says otherwise.
//
// Children come before their parents in the arena, so one pass over it decides everything.

#include "syntax/parentheses.hpp"

#include <algorithm>

#include "syntax/operators.hpp"

namespace ken::syntax {
namespace {

constexpr int closed = 127;  // the strength of what needs no parentheses anywhere

class Decision {
 public:
  Decision(const System& system, std::size_t first, std::size_t end)
      : system_(system),
        nodes_(system.nodes),
        first_(first),
        pairs_(end - first),
        open_(pairs_.size(), closed),
        path_(pairs_.size()) {}

  std::vector<std::uint8_t> run() {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto id = static_cast<NodeId>(first_ + i);
      // A node with children before the first one belongs to another tree.
      const bool inside = std::ranges::all_of(nodes_.children(id), [&](NodeId child) {
        return static_cast<std::size_t>(child) >= first_;
      });
      if (inside) node(id);
    }
    return std::move(pairs_);
  }

 private:
  [[nodiscard]] std::size_t at(NodeId id) const { return static_cast<std::size_t>(id) - first_; }

  void node(NodeId id) {
    const Node& node = nodes_[id];
    const auto children = nodes_.children(id);
    switch (node.kind) {
      case NodeKind::binary:
      case NodeKind::member:
        return infix_node(id, node);
      case NodeKind::unary:
        if (node.op == Op::star || node.op == Op::test) return postfix(id, node);
        path_[at(id)] = path_[at(children[0])];
        return prefix(id, children[0]);
      case NodeKind::prefix:
        path_[at(id)] = is_path_word(system_.text(node.mark));
        prefix(id, children[0]);
        if (is_quantifier_word(system_.text(node.mark))) guard(children[0]);
        return;
      case NodeKind::coalition:
        prefix(id, children[1]);
        return guard(children[1]);
      case NodeKind::comprehension:
        path_[at(id)] = path_[at(children.back())];
        return prefix(id, children.back());
      case NodeKind::scoped:
        return prefix(id, children.back());
      case NodeKind::conditional:
        return conditional(id, children);
      case NodeKind::group:
        pairs_[at(id)] = 1;
        path_[at(id)] = path_[at(children[0])];
        return;
      case NodeKind::hole:
      case NodeKind::integer:
      case NodeKind::truth:
      case NodeKind::name:
      case NodeKind::segment:
      case NodeKind::binder:
      case NodeKind::filter:
      case NodeKind::bound:
      case NodeKind::call:
      case NodeKind::set:
        return;
    }
  }

  [[nodiscard]] int strength(NodeId id) const {
    const Node& node = nodes_[id];
    if (node.kind == NodeKind::binary) return infix(node.op).strength;
    return node.kind == NodeKind::member ? binding::comparison : closed;
  }
  [[nodiscard]] int prefix_strength(NodeId id) const {
    const Node& node = nodes_[id];
    if (node.kind == NodeKind::unary && node.op == Op::minus) return binding::minus;
    if (node.kind == NodeKind::unary && node.op == Op::bit_not) return binding::bit_not;
    if (node.kind != NodeKind::comprehension) return binding::prefix;
    const std::string_view word = system_.text(node.mark);
    if (word == "sum") return binding::summand;
    return word == "count" ? binding::primary : binding::prefix;
  }
  [[nodiscard]] int open_end(NodeId id) const {
    return pairs_[at(id)] > 0 ? closed : open_[at(id)];
  }

  void infix_node(NodeId id, const Node& node) {
    const NodeId left = nodes_.child(id, 0);
    const NodeId right = nodes_.child(id, 1);
    const int own = strength(id);
    const Side side = node.kind == NodeKind::member ? Side::none : infix(node.op).associates;
    const bool weak_left = strength(left) < own || (strength(left) == own && side != Side::left);
    const bool weak_right =
        strength(right) < own || (strength(right) == own && side != Side::right);
    if (weak_left || open_[at(left)] < own) wrap(left);
    if (weak_right || is_conditional(right)) wrap(right);
    open_[at(id)] = open_end(right);
    if (node.kind == NodeKind::binary)
      path_[at(id)] = is_until(node.op) || path_[at(left)] || path_[at(right)];
  }
  void prefix(NodeId id, NodeId operand) {
    const int own = prefix_strength(id);
    if (strength(operand) < own || is_conditional(operand)) wrap(operand);
    open_[at(id)] = std::min(own, open_end(operand));
  }
  // if c then a else b: only b has an open end, and only there another one goes without.
  void conditional(NodeId id, std::span<const NodeId> children) {
    for (const NodeId child : children.first(2))
      if (is_conditional(child)) wrap(child);
    for (const NodeId child : children) path_[at(id)] = path_[at(id)] || path_[at(child)];
    if (strength(children[2]) < binding::conditional) wrap(children[2]);
    open_[at(id)] = std::min(binding::conditional, open_end(children[2]));
  }
  [[nodiscard]] bool is_conditional(NodeId id) const {
    return nodes_[id].kind == NodeKind::conditional;
  }
  void postfix(NodeId id, const Node& node) {
    const NodeId operand = nodes_.child(id, 0);
    const NodeKind kind = nodes_[operand].kind;
    const bool inner_postfix = nodes_[operand].op == Op::star || nodes_[operand].op == Op::test;
    const bool single = kind != NodeKind::binary && kind != NodeKind::member &&
                        kind != NodeKind::prefix && kind != NodeKind::coalition &&
                        kind != NodeKind::comprehension && kind != NodeKind::conditional &&
                        (kind != NodeKind::unary || inner_postfix);
    if (!single) wrap(operand);
    if (node.op == Op::star) open_[at(id)] = binding::sequence;
  }
  void wrap(NodeId id) {
    if (pairs_[at(id)] == 0) pairs_[at(id)] = 1;
  }

  // ---- the loose until ----

  // The operand of a quantifier or a coalition.
  void guard(NodeId operand) {
    if (pairs_[at(operand)] == 0) return;
    const NodeId inside = nodes_.inner(operand);
    const Node& node = nodes_[inside];
    if (node.kind == NodeKind::binary && is_until(node.op)) return;
    if (read_as_loose(inside)) pairs_[at(operand)] = 2;
  }

  // What Reducer::loose_until_applies says about the items between these parentheses.
  [[nodiscard]] bool read_as_loose(NodeId inside) const {
    enum class Chain : std::uint8_t { starts, state, path };  // of the prefixes before an operand
    struct Step {
      NodeId node;
      Chain chain;
    };
    std::size_t untils = 0;
    std::vector<Step> todo{{inside, Chain::starts}};
    while (!todo.empty()) {
      auto [id, chain] = todo.back();
      todo.pop_back();
      const Node& node = nodes_[id];
      const bool parenthesised = id != inside && pairs_[at(id)] > 0;
      if (!parenthesised && (node.kind == NodeKind::binary || node.kind == NodeKind::member)) {
        if (node.kind == NodeKind::binary && is_until(node.op) && ++untils > 1) return false;
        todo.push_back({nodes_.child(id, 0), chain});
        todo.push_back({nodes_.child(id, 1), Chain::starts});
      } else if (!parenthesised && is_prefixed(node)) {
        const bool word = node.kind == NodeKind::prefix;
        if (chain == Chain::starts && (word || node.kind == NodeKind::coalition))
          chain = word && path_[at(id)] ? Chain::path : Chain::state;
        const bool last = node.kind == NodeKind::coalition ||
                          node.kind == NodeKind::comprehension || is_conditional(id);
        todo.push_back({last ? nodes_.children(id).back() : nodes_.child(id, 0), chain});
      } else if (chain == Chain::path || (chain == Chain::starts && path_[at(id)])) {
        return false;
      }
    }
    return untils == 1;
  }
  [[nodiscard]] static bool is_prefixed(const Node& node) {
    return (node.kind == NodeKind::unary && node.op != Op::star && node.op != Op::test) ||
           node.kind == NodeKind::prefix || node.kind == NodeKind::coalition ||
           node.kind == NodeKind::comprehension || node.kind == NodeKind::conditional;
  }

  const System& system_;
  const Nodes& nodes_;
  std::size_t first_;
  std::vector<std::uint8_t> pairs_;  // this and the next two by NodeId, counted from the first
  std::vector<int> open_;
  std::vector<bool> path_;
};

}  // namespace

std::vector<std::uint8_t> parentheses(const System& system, std::size_t first, std::size_t end) {
  return Decision(system, first, end).run();
}

}  // namespace ken::syntax
