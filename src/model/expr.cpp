#include "model/expr.hpp"

#include <algorithm>
#include <array>

#include "base/budget.hpp"
#include "base/check.hpp"
#include "base/post_order.hpp"
#include "model/bounds.hpp"
#include "model/fold.hpp"
#include "model/number_algebra.hpp"

namespace ken::model {
namespace {

constexpr Bounds truth_bounds{0, 1, false, false};

}  // namespace

OpKind kind_of(ExprOp op) {
  switch (op) {
    case ExprOp::constant:
    case ExprOp::variable:
    case ExprOp::action:
      return OpKind::leaf;
    case ExprOp::negation:
    case ExprOp::conjunction:
    case ExprOp::disjunction:
    case ExprOp::exclusive:
      return OpKind::connective;
    case ExprOp::equal:
    case ExprOp::not_equal:
    case ExprOp::less:
    case ExprOp::less_equal:
      return OpKind::comparison;
    case ExprOp::sum:
    case ExprOp::product:
    case ExprOp::subtract:
    case ExprOp::divide:
    case ExprOp::floor_divide:
    case ExprOp::modulo:
      return OpKind::arithmetic;
    case ExprOp::count:
      return OpKind::count;
    case ExprOp::conditional:
      return OpKind::choice;
  }
  return OpKind::leaf;
}

std::size_t ExprStore::Hash::operator()(const Key& key) const {
  std::uint64_t hash = static_cast<std::uint64_t>(key.op) * 0x9E3779B97F4A7C15ULL;
  const auto mix = [&](std::uint64_t bits) {
    hash = (hash ^ (bits + 0x9E3779B97F4A7C15ULL + (hash << 6U) + (hash >> 2U))) *
           0xBF58476D1CE4E5B9ULL;
  };
  mix(static_cast<std::uint64_t>(key.value));
  mix(key.action);
  for (const ExprId arg : key.args) mix(static_cast<std::uint64_t>(arg));
  return hash;
}

ExprId ExprStore::intern(Key key, Bounds bounds) {
  const auto found = ids_.find(key);
  if (found != ids_.end()) return found->second;
  const auto id = static_cast<ExprId>(nodes_.size());
  constexpr std::uint64_t heaviest = std::uint64_t{1} << 62U;
  std::uint64_t weight = 1;
  for (const ExprId arg : key.args) weight = std::min(heaviest, weight + (*this)[arg].weight);
  nodes_.push_back({key.op, key.value, key.action, static_cast<std::uint32_t>(args_.size()),
                    static_cast<std::uint32_t>(key.args.size()), bounds, weight});
  args_.insert(args_.end(), key.args.begin(), key.args.end());
  ids_.emplace(std::move(key), id);
  return id;
}

ExprId ExprStore::constant(Value value) {
  return intern({ExprOp::constant, value, 0, {}}, {value, value, false, false});
}

ExprId ExprStore::variable(VarId id, Value low, Value high) {
  return intern({ExprOp::variable, static_cast<Value>(id), 0, {}}, {low, high, false, false});
}

ExprId ExprStore::action(AgentId agent, ActionIndex action) {
  return intern({ExprOp::action, static_cast<Value>(agent), action, {}}, truth_bounds);
}

ExprId ExprStore::negation(ExprId arg) {
  if (is_constant(arg)) return truth((*this)[arg].value == 0);
  if ((*this)[arg].op == ExprOp::negation) return args(arg)[0];
  return intern({ExprOp::negation, 0, 0, {arg}}, truth_bounds);
}

ExprId ExprStore::junction(ExprOp op, const std::vector<ExprId>& args, Value neutral) {
  std::vector<ExprId> kept;
  for (const ExprId arg : args) {
    if (!is_constant(arg))
      kept.push_back(arg);
    else if ((*this)[arg].value != neutral)
      return constant(1 - neutral);
  }
  if (kept.empty()) return constant(neutral);
  if (kept.size() == 1) return kept[0];
  return intern({op, 0, 0, std::move(kept)}, truth_bounds);
}

ExprId ExprStore::conjunction(const std::vector<ExprId>& args) {
  return junction(ExprOp::conjunction, args, 1);
}

ExprId ExprStore::disjunction(const std::vector<ExprId>& args) {
  return junction(ExprOp::disjunction, args, 0);
}

ExprId ExprStore::exclusive(const std::vector<ExprId>& args) {
  bool odd = false;
  std::vector<ExprId> kept;
  for (const ExprId arg : args) {
    if (is_constant(arg))
      odd ^= (*this)[arg].value != 0;
    else
      kept.push_back(arg);
  }
  if (kept.empty()) return truth(odd);
  const ExprId rest =
      kept.size() == 1 ? kept[0] : intern({ExprOp::exclusive, 0, 0, std::move(kept)}, truth_bounds);
  return odd ? negation(rest) : rest;
}

ExprId ExprStore::connective(ExprOp op, const std::vector<ExprId>& args) {
  if (op == ExprOp::negation) return negation(args[0]);
  if (op == ExprOp::conjunction) return conjunction(args);
  if (op == ExprOp::disjunction) return disjunction(args);
  CHECK(op == ExprOp::exclusive, "one of the four connectives");
  return exclusive(args);
}

ExprId ExprStore::compare(ExprOp op, ExprId left, ExprId right) {
  if (const auto folded = fold_constants(op, std::array{left, right})) return *folded;
  return intern({op, 0, 0, {left, right}}, truth_bounds);
}

ExprId ExprStore::arithmetic(ExprOp op, std::vector<ExprId> args) {
  CHECK(!args.empty(), "arithmetic needs an argument");
  if (args.size() == 1) return args[0];
  CHECK(args.size() == 2 || op == ExprOp::sum || op == ExprOp::product,
        "only sums and products take more than two");
  if (const auto folded = fold_constants(op, args)) return *folded;
  std::vector<Bounds> parts;
  parts.reserve(args.size());
  for (const ExprId arg : args) parts.push_back((*this)[arg].bounds);
  const Bounds bounds = fold(BoundsAlgebra(), Operator{op}, parts);
  return intern({op, 0, 0, std::move(args)}, bounds);
}

// The result of an operator on constants, where it is an integer again and fits.
std::optional<ExprId> ExprStore::fold_constants(ExprOp op, std::span<const ExprId> args) {
  std::vector<Number> values;
  for (const ExprId arg : args) {
    if (!is_constant(arg)) return std::nullopt;
    values.emplace_back((*this)[arg].value);
  }
  try {
    const Number result = fold(NumberAlgebra(), Operator{op}, values);
    if (result.is_integer()) return constant(result.numerator());
  } catch (const base::Exhausted&) {
    // Too large to fold; evaluation will say so if it is ever reached.
  }
  return std::nullopt;
}

ExprId ExprStore::count(std::vector<ExprId> args) {
  const auto most = static_cast<Value>(args.size());
  if (args.empty()) return constant(0);
  return intern({ExprOp::count, 0, 0, std::move(args)}, {0, most, false, false});
}

ExprId ExprStore::conditional(ExprId condition, ExprId then, ExprId otherwise) {
  if (is_constant(condition)) return (*this)[condition].value != 0 ? then : otherwise;
  if (then == otherwise) return then;
  const Bounds bounds = BoundsAlgebra().conditional((*this)[condition].bounds, (*this)[then].bounds,
                                                    (*this)[otherwise].bounds);
  return intern({ExprOp::conditional, 0, 0, {condition, then, otherwise}}, bounds);
}

// Arguments have smaller ids, so ascending is parts first.
std::vector<ExprId> closure(const ExprStore& store, ExprId root) {
  return base::collect_parts(root, [&](ExprId id, const auto& part) {
    for (const ExprId arg : store.args(id)) part(arg);
  });
}

std::vector<VarId> support(const ExprStore& store, ExprId root) {
  std::vector<VarId> result;
  for (const ExprId id : closure(store, root))
    if (store[id].op == ExprOp::variable) result.push_back(static_cast<VarId>(store[id].value));
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<AgentId> acting(const ExprStore& store, ExprId root) {
  std::vector<AgentId> result;
  for (const ExprId id : closure(store, root))
    if (store[id].op == ExprOp::action) result.push_back(static_cast<AgentId>(store[id].value));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace ken::model
