#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/reads.hpp"
#include "base/source.hpp"
#include "syntax/token.hpp"

namespace ken::syntax {

enum class NodeId : std::uint32_t {};
inline constexpr NodeId no_node{0xFFFFFFFFU};

// Conditions, arithmetic and formulas are one language of expressions; what a name means and
// which operator fits where is decided by model::elaborate.
enum class NodeKind : std::uint8_t {
  hole,           // something was wrong here
  integer,        // mark: the digits
  truth,          // mark: true, false, tt or ff
  name,           // children: segments, at least one
  segment,        // of a name; mark: the identifier; children: indices, binders, a filter
  binder,         // i: low..high; mark: the identifier; children: low, high
  filter,         // if condition, behind binders; children: the condition
  group,          // parentheses; children: what stands in them
  unary,          // op; children: the operand
  binary,         // op, mark: the operator; children: left, right, for U R W perhaps a bound
  bound,          // [m, n]; children: m, n
  prefix,         // mark: AG, A, F ...; children: the operand, perhaps a bound
  call,           // mark: the operator's name; children: the arguments
  set,            // { ... }; children: the elements
  member,         // x in {a, b}; children: x, the set
  coalition,      // op; mark: the semantics or empty; children: the group or program, the operand
  conditional,    // if c then a else b, c ? a : b; op; mark: if or ?; children: c, a, b
  comprehension,  // mark: and or xor sum count for; children: binders, perhaps a filter, the body
  scoped,         // all r: f, least z: f, each x in d: r; mark: the word; children: head, body
};

enum class Op : std::uint8_t {
  none,
  negation,
  minus,
  bit_not,
  star,
  test,  // unary; the last two are postfix
  conjunction,
  disjunction,
  implication,
  equivalence,  // binary
  until,
  release,
  weak,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  bit_and,
  bit_or,
  bit_xor,
  member,  // x in {a, b}: a node of kind member
  sequence,
  choice,
  conditional,  // a node of kind conditional
  diamond,
  box,  // coalition and LDL brackets
};

struct Node {
  NodeKind kind = NodeKind::hole;
  Op op = Op::none;
  base::Range range;
  base::Range mark;
  std::uint32_t first_child = 0;
  std::uint32_t child_count = 0;
};

// Arena of nodes addressed by index; children have smaller indices than their parent.
class Nodes {
 public:
  // Room for what so many tokens can become, so that a large text is not moved while it is read.
  void reserve_for(std::size_t tokens);
  NodeId add(NodeKind kind, Op op, base::Range range, base::Range mark,
             std::span<const NodeId> children);
  // Counts how often nodes are looked at: see base/reads.hpp.
  void set_reads(base::Reads reads) { reads_ = reads; }
  [[nodiscard]] const Node& operator[](NodeId id) const {
    reads_.note();
    return nodes_[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] std::span<const NodeId> children(NodeId id) const {
    const Node& node = (*this)[id];
    reads_.note(node.child_count);
    return std::span(children_).subspan(node.first_child, node.child_count);
  }
  [[nodiscard]] NodeId child(NodeId id, std::size_t index) const {
    return children_[(*this)[id].first_child + index];
  }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  // The node inside any parentheses.
  [[nodiscard]] NodeId inner(NodeId id) const;

 private:
  base::Reads reads_;
  std::vector<Node> nodes_;
  std::vector<NodeId> children_;
};

// Parameter name : low..high = value where condition;
struct ParameterSyntax {
  base::Range range, name;
  NodeId low = no_node, high = no_node;  // both or neither
  NodeId value = no_node;
  NodeId condition = no_node;  // behind 'where', or no_node
};

// Define name = value;
struct DefinitionSyntax {
  base::Range range, name;
  NodeId value = no_node;
};

enum class TypeKind : std::uint8_t { boolean, range, enumeration };
struct TypeSyntax {
  TypeKind kind = TypeKind::boolean;
  base::Range range;
  NodeId low = no_node, high = no_node;
  std::vector<NodeId> values;
};

struct VariableSyntax {
  base::Range range;
  NodeId name = no_node;
  TypeSyntax type;
};

struct ProtocolLine {
  base::Range range;
  NodeId repeat = no_node;     // for (...), or no_node
  NodeId condition = no_node;  // no_node: Other
  std::vector<NodeId> actions;
};

struct AssignmentSyntax {
  NodeId target = no_node, value = no_node;
};

struct EvolutionLine {
  base::Range range;
  NodeId repeat = no_node;
  std::vector<AssignmentSyntax> assignments;
  NodeId condition = no_node;
};

// A section of an agent or of the file; absent when its keyword does not occur.
template <class Content>
struct Section {
  std::optional<base::Range> keyword;
  Content content{};
};

struct AgentSyntax {
  base::Range range;
  NodeId name = no_node;
  bool environment = false;
  Section<std::vector<VariableSyntax>> observable;  // Obsvars
  Section<std::vector<NodeId>> locally_observable;  // Lobsvars
  Section<std::vector<VariableSyntax>> variables;
  Section<NodeId> red_states{{}, no_node};
  Section<std::vector<NodeId>> actions;
  Section<std::vector<ProtocolLine>> protocol;
  Section<std::vector<EvolutionLine>> evolution;
};

struct PropositionSyntax {
  base::Range range;
  NodeId name = no_node, condition = no_node;
};

struct GroupSyntax {
  base::Range range;
  NodeId name = no_node, members = no_node;
};

enum class PrefixWord : std::uint8_t { none, ltl, ctl_star, ldl };

struct FormulaSyntax {
  base::Range range;
  NodeId repeat = no_node;
  PrefixWord prefix = PrefixWord::none;
  NodeId formula = no_node;
  std::optional<bool> expected;
};

enum class AssignmentSemantics : std::uint8_t { multi, single };

// One file as it was written: names unresolved, every node with its place, holes where the text
// was wrong.  Immutable once parsed.
struct System {
  base::Source source;
  Tokens tokens;
  Nodes nodes;
  Section<AssignmentSemantics> semantics;
  std::vector<base::Range> logics;  // the strings of: Logic "file.logic";
  std::vector<ParameterSyntax> parameters;
  std::vector<DefinitionSyntax> definitions;
  std::vector<AgentSyntax> agents;
  Section<std::vector<PropositionSyntax>> evaluation;
  Section<NodeId> initial{{}, no_node};
  Section<std::vector<GroupSyntax>> groups;
  Section<std::vector<FormulaSyntax>> fairness;
  Section<std::vector<FormulaSyntax>> formulae;

  [[nodiscard]] std::string_view text(base::Range range) const { return source->text(range); }
};

// Same tree, places and redundant parentheses aside.
[[nodiscard]] bool same_tree(const System& a, NodeId in_a, const System& b, NodeId in_b);
[[nodiscard]] bool same_tree(const System& a, const System& b);

}  // namespace ken::syntax
