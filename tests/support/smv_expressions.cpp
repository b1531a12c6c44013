// Expressions, by operator precedence with a stack of our own, so that depth costs memory only.
//
// From loose to tight: -> (to the right), <->, ?: (to the right), | xor xnor, &, U V, temporal
// prefixes, = != < > <= >=, in, union, + -, * / mod, and closest of all the prefixes ! and -, which
// take a primary expression: "!a = b" compares !a with b.  A temporal prefix takes a comparison or
// another temporal expression: "AG a = b & c" is (AG (a = b)) & c.  Therefore a temporal expression
// that is not in parentheses is never an operand of a comparison or anything tighter, but of '!' it
// is, if the whole may be temporal.
//
// The stack holds operators that wait for their right operand and brackets that wait to be closed.
// An operator that arrives first completes those that bind tighter, back to the last bracket.  The
// two halves of "c ? a : b", of "E [f U g]", and a condition and a value of a case are brackets
// too: what is inside them ends where the text says so, whatever its precedence.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "smv_syntax.hpp"

namespace ken::tests::smv {
namespace {

enum Level : std::uint8_t {
  implies_level = 1,
  iff_level,
  choice_level,
  or_level,
  and_level,
  until_level,
  temporal_level,
  comparison_level,
  in_level,
  union_level,
  sum_level,
  product_level,
  prefix_level,
};

struct Operator {
  std::string_view text;
  Op op;
  Level level;
};

constexpr std::array infix = std::to_array<Operator>({
    {"->", Op::implication, implies_level},
    {"<->", Op::equivalence, iff_level},
    {"|", Op::disjunction, or_level},
    {"xor", Op::exclusive_or, or_level},
    {"xnor", Op::equivalence, or_level},
    {"&", Op::conjunction, and_level},
    {"U", Op::U, until_level},
    {"V", Op::V, until_level},
    {"=", Op::equal, comparison_level},
    {"!=", Op::unequal, comparison_level},
    {"<", Op::less, comparison_level},
    {">", Op::greater, comparison_level},
    {"<=", Op::at_most, comparison_level},
    {">=", Op::at_least, comparison_level},
    {"in", Op::in, in_level},
    {"union", Op::unite, union_level},
    {"+", Op::plus, sum_level},
    {"-", Op::subtract, sum_level},
    {"*", Op::times, product_level},
    {"/", Op::divide, product_level},
    {"mod", Op::modulo, product_level},
});

constexpr std::array prefix = std::to_array<Operator>({
    {"!", Op::negation, prefix_level},
    {"-", Op::minus, prefix_level},
    {"EX", Op::EX, temporal_level},
    {"AX", Op::AX, temporal_level},
    {"EF", Op::EF, temporal_level},
    {"AF", Op::AF, temporal_level},
    {"EG", Op::EG, temporal_level},
    {"AG", Op::AG, temporal_level},
    {"EBF", Op::EBF, temporal_level},
    {"ABF", Op::ABF, temporal_level},
    {"EBG", Op::EBG, temporal_level},
    {"ABG", Op::ABG, temporal_level},
    {"X", Op::X, temporal_level},
    {"F", Op::F, temporal_level},
    {"G", Op::G, temporal_level},
});

const Operator* find(std::span<const Operator> table, const Token& token) {
  const auto found =
      std::ranges::find_if(table, [&](const Operator& o) { return token.is(o.text); });
  return found == table.end() ? nullptr : &*found;
}

bool has_bounds(Op op) { return op == Op::EBF || op == Op::ABF || op == Op::EBG || op == Op::ABG; }

enum class Bracket : std::uint8_t {
  none,  // an operator
  parenthesis,
  next,
  set,
  path,        // E [ f
  path_until,  // E [ f U g
  condition,
  value,
  question,
};

struct Pending {
  Bracket bracket = Bracket::none;
  Op op = Op::truth;
  std::uint8_t arity = 0;
  Level level = implies_level;
  Place place;
  std::int64_t low = 0, high = 0;
  std::size_t count = 0;  // elements of a set, finished branches of a case
};

// 'temporal': a temporal expression outside parentheses.
struct Operand {
  NodeId node = 0;
  bool temporal = false;
};

class ExpressionParser {
 public:
  ExpressionParser(Cursor& cursor, std::vector<Node>& nodes) : cursor_(cursor), nodes_(nodes) {}

  Expression parse() {
    const auto first = static_cast<NodeId>(nodes_.size());
    for (Awaited awaited = Awaited::operand; awaited != Awaited::nothing;)
      awaited = awaited == Awaited::operand ? read_operand() : read_operator();
    return {first, operands_.back().node};
  }

 private:
  enum class Awaited : std::uint8_t { operand, operation, nothing };

  // ---- the stacks ----

  void add(Node node, bool temporal) {
    for (std::size_t i = node.arity; i-- > 0;) {
      node.arguments.at(i) = operands_.back().node;
      operands_.pop_back();
    }
    operands_.push_back({static_cast<NodeId>(nodes_.size()), temporal});
    nodes_.push_back(node);
  }

  void complete_top() {
    const Pending top = stack_.back();
    stack_.pop_back();
    const bool negated_temporal = top.op == Op::negation && operands_.back().temporal;
    add({.op = top.op,
         .place = top.place,
         .arity = top.arity,
         .low = top.low,
         .high = top.high,
         .name = {}},
        top.level == temporal_level || negated_temporal);
  }

  void complete_tighter(Level level) {
    const bool rightwards = level == implies_level || level == choice_level;
    const auto binds = [&](const Pending& top) {
      return top.bracket == Bracket::none &&
             (top.level > level || (top.level == level && !rightwards));
    };
    while (!stack_.empty() && binds(stack_.back())) complete_top();
  }

  // Completes all inside the innermost bracket.
  Bracket complete_inside() {
    while (!stack_.empty() && stack_.back().bracket == Bracket::none) complete_top();
    return stack_.empty() ? Bracket::none : stack_.back().bracket;
  }

  [[nodiscard]] Bracket innermost() const {
    const auto found = std::find_if(stack_.rbegin(), stack_.rend(),
                                    [](const Pending& p) { return p.bracket != Bracket::none; });
    return found == stack_.rend() ? Bracket::none : found->bracket;
  }

  void open(Bracket bracket, Op op = Op::truth) {
    stack_.push_back({.bracket = bracket, .op = op, .place = cursor_.take().place});
  }

  // ---- where an operand is awaited ----

  Awaited read_operand() {
    const Token& token = cursor_.peek();
    if (const std::optional<Node> leaf = read_leaf(token)) {
      add(*leaf, false);
      return Awaited::operation;
    }
    if (const Operator* found = find(prefix, token)) {
      push_prefix(*found);
    } else if (token.is("(")) {
      open(Bracket::parenthesis);
    } else if (token.is("{")) {
      check_set_may_stand(token.place);
      open(Bracket::set);
    } else if (token.is("case")) {
      open(Bracket::condition);
    } else if (token.is("next")) {
      open(Bracket::next);
      cursor_.expect("(");
    } else if (token.is("E") || token.is("A")) {
      check_temporal_may_stand(token.place);
      open(Bracket::path, token.is("E") ? Op::EU : Op::AU);
      cursor_.expect("[");
    } else {
      refuse(token.place, token.kind == TokenKind::end
                              ? "expected an expression, not the end"
                              : fmt::format("no expression begins with '{}'", token.text));
    }
    return Awaited::operand;
  }

  std::optional<Node> read_leaf(const Token& token) {
    Node result{.place = token.place, .name = {}};
    const bool sign = token.is("+") || token.is("-");
    if (cursor_.peek(sign ? 1 : 0).kind == TokenKind::number) {
      if (cursor_.peek(sign ? 2 : 1).is("..")) {
        check_set_may_stand(token.place);
        result.op = Op::range;
        cursor_.expect_range(result.low, result.high);
        return result;
      }
      if (token.is("-")) return std::nullopt;
      result.op = Op::number;
      result.low = cursor_.expect_integer();
      return result;
    }
    if (token.kind == TokenKind::name) {
      result.op = Op::name;
      result.name = cursor_.take().text;
      return result;
    }
    if (!token.is("TRUE") && !token.is("FALSE")) return std::nullopt;
    result.low = cursor_.take().is("TRUE") ? 1 : 0;
    return result;
  }

  void push_prefix(const Operator& found) {
    Pending pending{
        .op = found.op, .arity = 1, .level = found.level, .place = cursor_.peek().place};
    if (found.level == temporal_level) check_temporal_may_stand(pending.place);
    cursor_.take();
    if (has_bounds(found.op)) read_bounds(pending);
    stack_.push_back(pending);
  }

  void read_bounds(Pending& pending) {
    const Place place = cursor_.peek().place;
    cursor_.expect_range(pending.low, pending.high);
    if (pending.low < 0) refuse(place, "a bound is negative");
  }

  void check_temporal_may_stand(Place place) const {
    const auto below = std::find_if(stack_.rbegin(), stack_.rend(), [](const Pending& p) {
      return p.bracket != Bracket::none || p.op != Op::negation;
    });
    if (below != stack_.rend() && below->bracket == Bracket::none && below->level > temporal_level)
      refuse(place, "a temporal operator here needs parentheses");
  }

  void check_set_may_stand(Place place) const {
    if (!stack_.empty() && stack_.back().bracket == Bracket::none &&
        stack_.back().level > union_level)
      refuse(place, "a set cannot be an operand here");
  }

  // ---- where an operand is complete ----

  Awaited read_operator() {
    const Token& token = cursor_.peek();
    const Bracket bracket = innermost();
    const bool in_path = bracket == Bracket::path || bracket == Bracket::path_until;
    if (bracket == Bracket::path && (token.is("U") || token.is("BU"))) return read_path_until();
    if (const Operator* found = find(infix, token)) {
      if (in_path && found->level == until_level)
        refuse(token.place, "'[' ... ']' holds one until");
      return push_infix(*found);
    }
    if (token.is("?")) {
      if (in_path) refuse(token.place, "'?' between '[' and ']' needs parentheses");
      complete_tighter(choice_level);
      open(Bracket::question);
      return Awaited::operand;
    }
    if (complete_inside() == Bracket::none) return Awaited::nothing;
    return read_bracket_part(token, bracket);
  }

  Awaited push_infix(const Operator& found) {
    complete_tighter(found.level);
    const Place place = cursor_.take().place;
    if (found.level > temporal_level && operands_.back().temporal)
      refuse(place, "the temporal expression before this operator needs parentheses");
    stack_.push_back({.op = found.op, .arity = 2, .level = found.level, .place = place});
    return Awaited::operand;
  }

  Awaited read_path_until() {
    complete_inside();
    Pending& top = stack_.back();
    top.bracket = Bracket::path_until;
    if (cursor_.take().is("BU")) {
      top.op = top.op == Op::EU ? Op::EBU : Op::ABU;
      read_bounds(top);
    }
    return Awaited::operand;
  }

  // The innermost bracket is on top of the stack, and its inside on top of the operands.
  Awaited read_bracket_part(const Token& token, Bracket bracket) {
    Pending& top = stack_.back();
    if (bracket == Bracket::parenthesis && token.is(")")) {
      operands_.back().temporal = false;
      return close();
    }
    if (bracket == Bracket::next && token.is(")")) {
      add({.op = Op::next, .place = top.place, .arity = 1, .name = {}}, false);
      return close();
    }
    if (bracket == Bracket::path_until && token.is("]")) {
      add({.op = top.op,
           .place = top.place,
           .arity = 2,
           .low = top.low,
           .high = top.high,
           .name = {}},
          true);
      return close();
    }
    if (bracket == Bracket::set && (token.is(",") || token.is("}"))) return read_element_end();
    if (bracket == Bracket::question && token.is(":")) {
      cursor_.take();
      top = {.op = Op::choice, .arity = 3, .level = choice_level, .place = top.place};
      return Awaited::operand;
    }
    if (bracket == Bracket::condition && token.is(":")) {
      cursor_.take();
      top.bracket = Bracket::value;
      return Awaited::operand;
    }
    if (bracket == Bracket::value && token.is(";")) return read_branch_end();
    refuse(token.place,
           token.kind == TokenKind::end
               ? fmt::format("what begins at {}:{} is not closed", top.place.line, top.place.column)
               : fmt::format("'{}' cannot stand here", token.text));
  }

  Awaited close() {
    cursor_.take();
    stack_.pop_back();
    return Awaited::operation;
  }

  Awaited read_element_end() {
    Pending& top = stack_.back();
    add({.op = Op::set, .place = top.place, .arity = 1, .name = {}}, false);
    if (++top.count > 1) add({.op = Op::unite, .place = top.place, .arity = 2, .name = {}}, false);
    if (cursor_.peek().is("}")) return close();
    cursor_.take();
    return Awaited::operand;
  }

  Awaited read_branch_end() {
    cursor_.take();
    Pending& top = stack_.back();
    ++top.count;
    top.bracket = Bracket::condition;
    if (!cursor_.peek().is("esac")) return Awaited::operand;
    add({.op = Op::failure, .place = top.place, .name = {}}, false);
    for (std::size_t i = 0; i < top.count; ++i)
      add({.op = Op::choice, .place = top.place, .arity = 3, .name = {}}, false);
    return close();
  }

  Cursor& cursor_;
  std::vector<Node>& nodes_;
  std::vector<Pending> stack_;
  std::vector<Operand> operands_;
};

}  // namespace

Expression parse_expression(Cursor& cursor, std::vector<Node>& nodes) {
  return ExpressionParser(cursor, nodes).parse();
}

}  // namespace ken::tests::smv
