#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smv_lexer.hpp"

namespace ken::tests::smv {

enum class Op : std::uint8_t {
  // values
  truth,   // 'low' is 0 or 1
  number,  // 'low'
  name,    // 'name'
  minus,   // unary
  plus,
  subtract,
  times,
  divide,
  modulo,
  choice,   // condition, then, else; "case" becomes a chain of them that ends in a failure
  failure,  // no condition of a case applied
  next,
  // sets
  range,  // low..high
  set,    // {e}; {e, f} is the union of {e} and {f}
  unite,
  // truth values
  in,
  equal,
  unequal,
  less,
  greater,
  at_most,
  at_least,
  negation,
  conjunction,
  disjunction,
  exclusive_or,
  equivalence,  // <-> and xnor
  implication,
  // CTL; the bounded ones have low..high
  EX,
  AX,
  EF,
  AF,
  EG,
  AG,
  EU,
  AU,
  EBF,
  ABF,
  EBG,
  ABG,
  EBU,
  ABU,
  // LTL
  X,
  F,
  G,
  U,
  V,
};

[[nodiscard]] constexpr bool is_ctl(Op op) { return op >= Op::EX && op <= Op::ABU; }
[[nodiscard]] constexpr bool is_ltl(Op op) { return op >= Op::X; }

using NodeId = std::uint32_t;

// Nodes live in one list, arguments before what they are arguments of, and every node but a root is
// the argument of one node.  So a pass over an expression is a loop, upwards or downwards.
struct Node {
  Op op = Op::truth;
  Place place;
  std::uint8_t arity = 0;
  std::array<NodeId, 3> arguments{};
  std::int64_t low = 0, high = 0;
  std::string_view name;

  [[nodiscard]] std::span<const NodeId> args() const { return {arguments.data(), arity}; }
};

struct Expression {
  NodeId first = 0;  // its nodes are first..root
  NodeId root = 0;
};

enum class VariableKind : std::uint8_t { state, frozen, input };

struct Declaration {
  enum class Type : std::uint8_t { boolean, range, enumeration };
  struct Item {
    Place place;
    std::string_view symbol;  // empty: the number
    std::int64_t number = 0;
  };

  VariableKind kind = VariableKind::state;
  std::string_view name;
  Place place;
  Type type = Type::boolean;
  std::int64_t low = 0, high = 0;  // of a range
  std::vector<Item> items;         // of an enumeration
};

struct Definition {
  std::string_view name;
  Place place;
  Expression body;
};

enum class Logic : std::uint8_t { ctl, ltl };

struct Specification {
  Logic logic = Logic::ctl;
  std::string_view name;
  Place place;
  Expression formula;
};

// The one module, names as written.  All views point into the text.
struct Module {
  Place place;
  std::vector<Node> nodes;
  std::vector<Declaration> declarations;
  std::vector<Definition> definitions;
  std::vector<Expression> init, invar, trans, justice;
  std::vector<Specification> specifications;
};

[[nodiscard]] Module parse(std::string_view text);

// A place in a list of tokens that ends with the end.
class Cursor {
 public:
  explicit Cursor(std::span<const Token> tokens) : tokens_(tokens) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  Token take() {
    const Token token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool take_if(std::string_view what) {
    const bool there = peek().is(what);
    if (there) take();
    return there;
  }
  Token expect(std::string_view what);
  Token expect_name();
  std::int64_t expect_integer();  // with or without a sign
  void expect_range(std::int64_t& low, std::int64_t& high);

 private:
  std::span<const Token> tokens_;
  std::size_t at_ = 0;
};

// The longest expression that begins here, of any kind: which operators may stand in it is for
// its user to say.  Adds its nodes.
[[nodiscard]] Expression parse_expression(Cursor& cursor, std::vector<Node>& nodes);

}  // namespace ken::tests::smv
