#pragma once
#include <optional>
#include <string>
#include <vector>

#include "syntax/ast.hpp"
#include "syntax/cursor.hpp"

namespace ken::syntax {

enum class ItemKind : std::uint8_t {
  operand,
  unary,
  word,
  bracket,
  comprehension,
  conditional,
  scope,
  infix,
};

// One element of a flat expression, as it stood in the text, before precedence gave it a tree.
struct Item {
  ItemKind kind = ItemKind::operand;
  Op op = Op::none;
  NodeId node = no_node;  // operand: itself; word, infix: its bound; bracket: what is in it;
                          // comprehension, scope: its head; conditional: its condition
  base::Range mark{};
  NodeId then = no_node;  // conditional, infix '?': the first branch
  base::Range open{};     // bracket: the sign that opens it
};

// Which reading an until gets; see docs/logic.md and ADR 0003.
enum class UntilReading : std::uint8_t { standard, loose_if_states };

// Turns flat sequences of operands and operators into trees.  Knows which nodes are path formulas,
// because the loose reading of an until depends on it.
class Reducer {
 public:
  Reducer(Cursor& cursor, Nodes& nodes) : cursor_(cursor), nodes_(nodes), first_(nodes.size()) {}

  NodeId reduce(std::span<const Item> items, UntilReading reading);
  // A node the reducer did not make is a state formula unless its parts say otherwise.
  NodeId add_parentheses(NodeId inside, base::Range range);

 private:
  void apply();
  [[nodiscard]] std::optional<std::string> find_counted() const;
  NodeId make(NodeKind kind, Op op, base::Range range, base::Range mark,
              std::initializer_list<NodeId> children, bool path);
  NodeId apply_prefix(const Item& item, NodeId operand);
  NodeId add_body(NodeKind kind, const Item& item, NodeId body, bool path);
  void complain_chained(const Item& item, Op tighter);
  NodeId conditional(const Item& item, NodeId condition, NodeId otherwise);
  void push_infix(const Item& item, int strength);
  [[nodiscard]] bool loose_until_applies(std::span<const Item> items) const;
  [[nodiscard]] bool is_path(NodeId id) const;
  NodeId note_path(NodeId id, bool path);
  [[nodiscard]] int strength(const Item& item) const;

  struct Pending {
    Item item;
    int strength;
  };

  Cursor& cursor_;
  Nodes& nodes_;
  std::size_t first_;        // node of the expression
  std::vector<bool> paths_;  // by NodeId, counted from the first; missing means no
  std::vector<NodeId> operands_;
  std::vector<Pending> operators_;
};

}  // namespace ken::syntax
