#include "translate/ispl_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/budget.hpp"

namespace ken::translate {

using model::Number;
using model::TypeKind;

// ---- limits ----

bool IsplLimits::spend(std::uint64_t values) {
  if (values <= table && values <= left_) {
    left_ -= values;
    return true;
  }
  refuse(fmt::format("this without trying {} combinations of values, which is too many",
                     values == std::numeric_limits<std::uint64_t>::max() ? "more than 10^19"
                                                                         : std::to_string(values)));
  return false;
}

void IsplLimits::refuse(std::string what) {
  if (!refusal_) refusal_ = std::move(what);
}

void IsplLimits::refuse_size(const std::string& what, std::uint64_t characters) {
  const bool huge = characters == std::numeric_limits<std::uint64_t>::max();
  refuse(fmt::format("{} without blowing up: it would need {} characters", what,
                     huge ? "more than 10^19" : std::to_string(characters)));
}

std::optional<std::string> IsplLimits::take_refusal() { return std::exchange(refusal_, {}); }

// ---- building ----

// Long chains are cut into pieces: the existing tool walks them recursively.
ExprId IsplStore::junction(ExprOp op, const std::vector<ExprId>& args) {
  const auto join = [&](const std::vector<ExprId>& part) {
    return op == ExprOp::conjunction ? exprs_.conjunction(part) : exprs_.disjunction(part);
  };
  std::vector<ExprId> level = args;
  while (level.size() > longest_chain) {
    std::vector<ExprId> shorter;
    for (std::size_t i = 0; i < level.size(); i += longest_chain) {
      const auto begin = level.begin() + static_cast<std::ptrdiff_t>(i);
      const auto count = std::min(longest_chain, level.size() - i);
      shorter.push_back(join({begin, begin + static_cast<std::ptrdiff_t>(count)}));
    }
    level = std::move(shorter);
  }
  return join(level);
}

ExprId IsplStore::variable(VarId id) {
  const model::Type& type = model_[id].type;
  return exprs_.variable(id, type.low, type.high);
}

ExprId IsplStore::is(VarId id, Value value) {
  if (model_[id].type.kind == TypeKind::boolean)
    return value != 0 ? variable(id) : negation(variable(id));
  return exprs_.compare(ExprOp::equal, variable(id), exprs_.constant(value));
}

// ---- trying all values ----

std::optional<std::vector<Number>> IsplStore::tabulate(ExprId expr,
                                                       std::span<const VarId> variables) {
  std::uint64_t size = 1;
  for (const VarId v : variables) size = saturating_multiply(size, model_[v].type.size());
  if (!limits_.spend(size)) return std::nullopt;
  const model::Program program(exprs_, expr);
  model::State state(model_.variables.size());
  for (const VarId v : variables) state[static_cast<std::size_t>(v)] = model_[v].type.low;
  std::vector<Number> table;
  table.reserve(size);
  try {
    for (;;) {
      table.push_back(program.evaluate(state));
      std::size_t i = variables.size();
      for (; i > 0; --i) {
        const model::Type& type = model_[variables[i - 1]].type;
        Value& value = state[static_cast<std::size_t>(variables[i - 1])];
        if (value < type.high) {
          ++value;
          break;
        }
        value = type.low;
      }
      if (i == 0) return table;
    }
  } catch (const base::Exhausted&) {
    limits_.refuse("arithmetic whose results do not fit in 64 bits");
    return std::nullopt;
  }
}

ExprId IsplStore::decide(std::span<const VarId> variables, std::vector<ExprId> table) {
  for (std::size_t i = variables.size(); i > 0; --i) {
    const VarId variable = variables[i - 1];
    const auto width = static_cast<std::size_t>(model_[variable].type.size());
    std::vector<ExprId> shorter;
    for (std::size_t at = 0; at < table.size(); at += width)
      shorter.push_back(choose(variable, std::span(table).subspan(at, width)));
    table = std::move(shorter);
  }
  return table.front();
}

// The condition that is block[i] where the variable has its value number i.
ExprId IsplStore::choose(VarId variable, std::span<const ExprId> block) {
  std::map<ExprId, std::vector<Value>> groups;
  for (std::size_t i = 0; i < block.size(); ++i)
    groups[block[i]].push_back(model_[variable].type.low + static_cast<Value>(i));
  if (groups.size() == 1) return block.front();
  std::vector<ExprId> alternatives;
  for (const auto& [condition, values] : groups) {
    if (exprs_.is_constant(condition) && exprs_[condition].value == 0) continue;
    alternatives.push_back(conjunction({one_of(variable, values), condition}));
  }
  return disjunction(alternatives);
}

// Names the values or, if they are the fewer ones, the others; runs of numbers become intervals
// where comparisons are allowed.
ExprId IsplStore::one_of(VarId variable, const std::vector<Value>& values) {
  const model::Type& type = model_[variable].type;
  const bool intervals = type.kind == TypeKind::range && !scope_.only_equality;
  if (!intervals && values.size() * 2 > type.size()) {
    std::vector<Value> others;
    auto next = values.begin();
    for (Value v = type.low; v <= type.high; ++v) {
      if (next != values.end() && *next == v)
        ++next;
      else
        others.push_back(v);
    }
    return negation(one_of(variable, others));
  }
  std::vector<ExprId> alternatives;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (intervals && end < values.size() && values[end] == values[end - 1] + 1) ++end;
    alternatives.push_back(between(variable, values[i], values[end - 1]));
    i = end;
  }
  return disjunction(alternatives);
}

ExprId IsplStore::between(VarId id, Value low, Value high) {
  if (low == high) return is(id, low);
  const model::Type& type = model_[id].type;
  const ExprId x = variable(id);
  std::vector<ExprId> limits;
  if (low > type.low) limits.push_back(exprs_.compare(ExprOp::less_equal, exprs_.constant(low), x));
  if (high < type.high)
    limits.push_back(exprs_.compare(ExprOp::less_equal, x, exprs_.constant(high)));
  return conjunction(limits);
}

}  // namespace ken::translate
