#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/reads.hpp"
#include "logic/formula.hpp"
#include "model/number.hpp"

namespace ken::model {

using logic::AgentId;
enum class VarId : std::uint32_t {};
enum class ExprId : std::uint32_t {};
using ActionIndex = std::uint32_t;  // within its agent

enum class ExprOp : std::uint8_t {
  constant,  // value
  variable,  // variable
  action,    // agent does action: a condition
  negation,
  conjunction,
  disjunction,
  exclusive,  // conditions; the last three take any number
  equal,
  not_equal,
  less,
  less_equal,  // two numbers, or two conditions (the first two)
  sum,
  product,  // any number of arguments
  subtract,
  divide,
  floor_divide,
  modulo,
  count,        // how many of the conditions hold
  conditional,  // the second argument where the first holds, else the third
};

// Operators by what they take and give.
enum class OpKind : std::uint8_t {
  leaf,
  connective,  // conditions to a condition
  comparison,  // two numbers or conditions to a condition
  arithmetic,  // numbers to a number
  count,       // conditions to a number
  choice,      // a condition and two of a kind to one of them
};
[[nodiscard]] OpKind kind_of(ExprOp op);

// What the values of an expression can be, known without looking at a state.
struct Bounds {
  Value low = 0;
  Value high = 0;
  bool fraction = false;   // may be no integer
  bool undefined = false;  // may divide by zero
  // May lie beyond 64 bits: 'low' or 'high' is then the last number that fits, and no end.
  bool open_below = false;
  bool open_above = false;
};

struct Expr {
  ExprOp op = ExprOp::constant;
  Value value = 0;  // constant: itself; variable: its VarId; action: the agent
  ActionIndex action = 0;
  std::uint32_t first = 0, count = 0;  // arguments
  Bounds bounds;
  std::uint64_t weight = 1;  // nodes of it written out as a tree
};

// Hash-consed arena of resolved conditions and arithmetic.  Folds constants; arguments have smaller
// ids than what is built on them.
class ExprStore {
 public:
  ExprId constant(Value value);
  ExprId truth(bool value) { return constant(value ? 1 : 0); }
  ExprId variable(VarId id, Value low, Value high);
  ExprId action(AgentId agent, ActionIndex action);
  ExprId negation(ExprId arg);
  ExprId conjunction(const std::vector<ExprId>& args);
  ExprId disjunction(const std::vector<ExprId>& args);
  ExprId exclusive(const std::vector<ExprId>& args);
  ExprId connective(ExprOp op, const std::vector<ExprId>& args);
  ExprId compare(ExprOp op, ExprId left, ExprId right);
  ExprId arithmetic(ExprOp op, std::vector<ExprId> args);
  ExprId count(std::vector<ExprId> args);
  ExprId conditional(ExprId condition, ExprId then, ExprId otherwise);

  // Counts how often expressions are looked at: see base/reads.hpp.
  void set_reads(base::Reads reads) { reads_ = reads; }
  [[nodiscard]] base::Reads reads() const { return reads_; }

  [[nodiscard]] const Expr& operator[](ExprId id) const {
    reads_.note();
    return nodes_[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] std::span<const ExprId> args(ExprId id) const {
    const Expr& e = (*this)[id];
    reads_.note(e.count);
    return std::span(args_).subspan(e.first, e.count);
  }
  [[nodiscard]] bool is_constant(ExprId id) const { return (*this)[id].op == ExprOp::constant; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  struct Key {
    ExprOp op;
    Value value;
    ActionIndex action;
    std::vector<ExprId> args;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  ExprId intern(Key key, Bounds bounds);
  ExprId junction(ExprOp op, const std::vector<ExprId>& args, Value neutral);
  std::optional<ExprId> fold_constants(ExprOp op, std::span<const ExprId> args);

  base::Reads reads_;
  std::vector<Expr> nodes_;
  std::vector<ExprId> args_;
  std::unordered_map<Key, ExprId, Hash> ids_;
};

// The variables an expression reads, ascending.
[[nodiscard]] std::vector<VarId> support(const ExprStore& store, ExprId root);
// The agents whose actions it tests, ascending.
[[nodiscard]] std::vector<AgentId> acting(const ExprStore& store, ExprId root);
// Everything it is built from, parts first.
[[nodiscard]] std::vector<ExprId> closure(const ExprStore& store, ExprId root);

}  // namespace ken::model
