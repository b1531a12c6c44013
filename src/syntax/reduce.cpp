// From a flat sequence to a tree.
//
// A parenthesis is read as a flat sequence of operands, prefix and infix operators; when it closes,
// the sequence becomes a tree by operator precedence with two explicit stacks, in one pass and in
// linear time (Dijkstra's shunting yard).  Reading first and reducing later is what makes the loose
// until of CTL possible: in A(p and q U r) the until reaches to the parentheses on both sides, but
// only if both sides are then state formulas, and that is known only at the end.  If the sequence
// has exactly one until and none of its operands is a path formula, the until is the weakest
// operator of the sequence; otherwise the standard order holds.  (With two untils one side of the
// weaker one would be a path formula.)

#include "syntax/reduce.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "syntax/foreign.hpp"
#include "syntax/foreign_formulas.hpp"
#include "syntax/operators.hpp"

namespace ken::syntax {

using base::Range;

bool Reducer::is_path(NodeId id) const {
  const std::size_t index = static_cast<std::size_t>(id) - first_;
  return index < paths_.size() && paths_[index];
}

NodeId Reducer::note_path(NodeId id, bool path) {
  if (!path) return id;
  paths_.resize(static_cast<std::size_t>(id) - first_ + 1);
  paths_.back() = true;
  return id;
}

NodeId Reducer::make(NodeKind kind, Op op, Range range, Range mark,
                     std::initializer_list<NodeId> children, bool path) {
  return note_path(nodes_.add(kind, op, range, mark, children), path);
}

NodeId Reducer::add_parentheses(NodeId inside, Range range) {
  if (nodes_[inside].kind == NodeKind::group) return inside;
  return make(NodeKind::group, Op::none, range, {}, {inside}, is_path(inside));
}

int Reducer::strength(const Item& item) const {
  switch (item.kind) {
    case ItemKind::unary:
      if (item.op == Op::minus) return binding::minus;
      return item.op == Op::bit_not ? binding::bit_not : binding::prefix;
    case ItemKind::comprehension: {
      const std::string_view word = cursor_.source()->text(item.mark);
      if (word == "sum") return binding::summand;
      return word == "count" ? binding::primary : binding::prefix;
    }
    case ItemKind::word:  // 'next' stands before a variable of a logic file
      return cursor_.source()->text(item.mark) == "next" ? binding::minus : binding::prefix;
    case ItemKind::bracket:
      return binding::prefix;
    case ItemKind::scope:
      return is_fixpoint_word(cursor_.source()->text(item.mark)) ? binding::conditional
                                                                 : binding::prefix;
    case ItemKind::conditional:
      return binding::conditional;
    case ItemKind::infix:
      return infix(item.op).strength;
    case ItemKind::operand:
      break;
  }
  return 0;
}

bool Reducer::loose_until_applies(std::span<const Item> items) const {
  std::size_t untils = 0;
  bool path = false;  // of the chain of prefixes that ends in the next operand
  bool chain_path = false;
  for (std::size_t i = items.size(); i-- > 0;) {
    const Item& item = items[i];
    switch (item.kind) {
      case ItemKind::operand:
        chain_path = is_path(item.node);
        break;
      case ItemKind::word:
        chain_path = is_path_word(cursor_.source()->text(item.mark));
        break;
      case ItemKind::bracket:
      case ItemKind::scope:
        chain_path = false;
        break;
      case ItemKind::unary:
      case ItemKind::comprehension:
      case ItemKind::conditional:
        break;
      case ItemKind::infix:
        if (is_until(item.op)) ++untils;
        path |= chain_path;
        break;
    }
  }
  return untils == 1 && !path && !chain_path;
}

NodeId Reducer::add_body(NodeKind kind, const Item& item, NodeId body, bool path) {
  const std::span<const NodeId> head = nodes_.children(item.node);
  std::vector<NodeId> children(head.begin(), head.end());
  children.push_back(body);
  const Range range = span(item.mark, nodes_[body].range);
  return note_path(nodes_.add(kind, Op::none, range, item.mark, children), path);
}

NodeId Reducer::conditional(const Item& item, NodeId condition, NodeId otherwise) {
  const Range start = item.kind == ItemKind::infix ? nodes_[condition].range : item.mark;
  return make(NodeKind::conditional, Op::conditional, span(start, nodes_[otherwise].range),
              item.mark, {condition, item.then, otherwise},
              is_path(condition) || is_path(item.then) || is_path(otherwise));
}

NodeId Reducer::apply_prefix(const Item& item, NodeId operand) {
  const Range end = nodes_[operand].range;
  switch (item.kind) {
    case ItemKind::unary:
      return make(NodeKind::unary, item.op, span(item.mark, end), item.mark, {operand},
                  is_path(operand));
    case ItemKind::word: {
      const bool path = is_path_word(cursor_.source()->text(item.mark));
      if (item.node == no_node)
        return make(NodeKind::prefix, Op::none, span(item.mark, end), item.mark, {operand}, path);
      return make(NodeKind::prefix, Op::none, span(item.mark, end), item.mark, {operand, item.node},
                  path);
    }
    case ItemKind::bracket:
      return make(NodeKind::coalition, item.op, span(item.open, end), item.mark,
                  {item.node, operand}, false);
    case ItemKind::comprehension:
      return add_body(NodeKind::comprehension, item, operand, is_path(operand));
    case ItemKind::scope:
      return add_body(NodeKind::scoped, item, operand, false);
    case ItemKind::conditional:
      return conditional(item, item.node, operand);
    case ItemKind::operand:
    case ItemKind::infix:
      break;
  }
  return operand;
}

void Reducer::apply() {
  const Item item = operators_.back().item;
  operators_.pop_back();
  const NodeId right = operands_.back();
  operands_.pop_back();
  if (item.kind != ItemKind::infix) {
    operands_.push_back(apply_prefix(item, right));
    return;
  }
  const NodeId left = operands_.back();
  operands_.pop_back();
  const Range range = span(nodes_[left].range, nodes_[right].range);
  const bool path = is_until(item.op) || is_path(left) || is_path(right);
  if (item.op == Op::conditional)
    operands_.push_back(conditional(item, left, right));
  else if (item.op == Op::member)
    operands_.push_back(make(NodeKind::member, Op::none, range, {}, {left, right}, false));
  else if (item.node == no_node)
    operands_.push_back(make(NodeKind::binary, item.op, range, item.mark, {left, right}, path));
  else
    operands_.push_back(
        make(NodeKind::binary, item.op, range, item.mark, {left, right, item.node}, path));
}

// count(i: 1..N) x[i] = y >= 1, at the second comparison: what is counted wants parentheses.
std::optional<std::string> Reducer::find_counted() const {
  const Node& left = nodes_[operands_[operands_.size() - 2]];
  const auto& text = *cursor_.source();
  if (left.kind != NodeKind::comprehension || text.text(left.mark) != "count") return std::nullopt;
  const Range body =
      nodes_[nodes_.child(operands_[operands_.size() - 2], left.child_count - 1)].range;
  return fmt::format("{}({})", text.text({left.range.begin, body.begin}),
                     text.text(span(body, nodes_[operands_.back()].range)));
}

void Reducer::complain_chained(const Item& item, Op tighter) {
  // In 'ATL <g>F p' the first operand of the two comparisons is ATL.
  const Range first = nodes_[operands_[operands_.size() - 2]].range;
  const bool formula = cursor_.section() == "Formulae" || cursor_.section() == "Fairness";
  const bool angles = operators_.back().item.op == Op::less && item.op == Op::greater;
  if (const auto word = formula && angles ? find_word_before_coalition(cursor_, first)
                                          : std::optional<ForeignSpelling>{}) {
    cursor_.complain(word->range, base::Code::expected, word->wanted, cursor_.quoted(word->range))
        .hint = word->hint;
    return;
  }
  if (formula && angles) {  // <g>F p <g>F q
    const Range angle = operators_.back().item.mark;
    cursor_.complain(angle, base::Code::expected, "an operator", cursor_.quoted(angle)).hint =
        join_formulas_hint;
    return;
  }
  auto& d = cursor_.complain(item.mark, base::Code::chained_comparison);
  if (const auto counted = find_counted()) d.hint = fmt::format("write '{}'", *counted);
  if (tighter != Op::none)
    d.hint = fmt::format("'{}' binds tighter than '{}'; write '{}'", infix(tighter).text,
                         cursor_.source()->text(item.mark), tighter == Op::bit_and ? "and" : "or");
}

void Reducer::push_infix(const Item& item, int strength) {
  const Side side = infix(item.op).associates;
  Op tighter = Op::none;  // the bit operator between two comparisons
  while (!operators_.empty()) {
    const Pending& top = operators_.back();
    if (top.strength < strength) break;
    if (top.strength == strength && side == Side::right) break;
    if (top.strength == strength && side == Side::none && top.item.kind == ItemKind::infix)
      complain_chained(item, tighter);
    if (top.strength > binding::comparison && top.strength < binding::bit_not)
      tighter = top.item.op;
    apply();
  }
  operators_.push_back({item, strength});
}

NodeId Reducer::reduce(std::span<const Item> items, UntilReading reading) {
  const bool loose = reading == UntilReading::loose_if_states && loose_until_applies(items);
  operands_.clear();
  operators_.clear();
  for (const Item& item : items) {
    switch (item.kind) {
      case ItemKind::operand:
        operands_.push_back(item.node);
        break;
      case ItemKind::unary:
      case ItemKind::word:
      case ItemKind::bracket:
      case ItemKind::comprehension:
      case ItemKind::conditional:
      case ItemKind::scope:
        operators_.push_back({item, strength(item)});
        break;
      case ItemKind::infix:
        push_infix(item, loose && is_until(item.op) ? binding::loose_until : strength(item));
        break;
    }
  }
  while (!operators_.empty()) apply();
  return operands_.back();
}

}  // namespace ken::syntax
