#pragma once
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "bdd/manager.hpp"

namespace ken::bdd {

inline Variable var(std::size_t i) { return static_cast<Variable>(i); }
inline std::size_t number(Variable v) { return static_cast<std::size_t>(v); }
inline std::vector<Variable> range(std::size_t first, std::size_t last) {
  std::vector<Variable> result;
  for (std::size_t i = first; i < last; ++i) result.push_back(var(i));
  return result;
}

// A function of the variables 0..n-1 by its values: variable i is bit i of the row.  What diagrams
// have to agree with; slow, and too simple to be wrong.
struct Table {
  std::size_t variables = 0;
  std::vector<bool> values = std::vector<bool>(1);

  static Table of(std::size_t variables, const auto& value_at) {
    Table result{variables, std::vector<bool>(std::size_t{1} << variables)};
    for (std::size_t row = 0; row < result.values.size(); ++row) result.values[row] = value_at(row);
    return result;
  }
  [[nodiscard]] std::size_t rows() const { return values.size(); }
  [[nodiscard]] std::size_t ones() const {
    std::size_t result = 0;
    for (const bool value : values) result += value ? 1U : 0U;
    return result;
  }
  friend bool operator==(const Table&, const Table&) = default;
};

inline bool bit(std::size_t row, std::size_t i) { return ((row >> i) & 1U) != 0; }
inline std::size_t with_bit(std::size_t row, std::size_t i, bool value) {
  const std::size_t mask = std::size_t{1} << i;
  return value ? row | mask : row & ~mask;
}

inline Table pointwise(const Table& f, const Table& g, const auto& operation) {
  return Table::of(f.variables, [&](std::size_t row) {
    return static_cast<bool>(operation(f.values[row], g.values[row]));
  });
}
inline Table operator!(const Table& f) {
  return Table::of(f.variables, [&](std::size_t row) { return !f.values[row]; });
}
inline Table operator&(const Table& f, const Table& g) {
  return pointwise(f, g, [](bool a, bool b) { return a && b; });
}
inline Table operator|(const Table& f, const Table& g) {
  return pointwise(f, g, [](bool a, bool b) { return a || b; });
}
inline Table operator^(const Table& f, const Table& g) {
  return pointwise(f, g, [](bool a, bool b) { return a != b; });
}
inline Table exists(Table f, const std::vector<Variable>& variables) {
  for (const Variable v : variables) {
    f = Table::of(f.variables, [&](std::size_t row) {
      return f.values[with_bit(row, number(v), false)] || f.values[with_bit(row, number(v), true)];
    });
  }
  return f;
}
inline Table forall(const Table& f, const std::vector<Variable>& variables) {
  return !exists(!f, variables);
}

using Pairs = std::vector<std::pair<Variable, Variable>>;
inline Table rename(const Table& f, const Pairs& pairs) {
  return Table::of(f.variables, [&](std::size_t row) {
    std::size_t source = row;
    for (const auto& pair : pairs)
      source = with_bit(source, number(pair.first), bit(row, number(pair.second)));
    return f.values[source];
  });
}

inline std::vector<Variable> support(const Table& f) {
  std::vector<Variable> result;
  for (const Variable v : range(0, f.variables))
    if (exists(f, {v}) != f) result.push_back(v);
  return result;
}

// Whether a function and its negation have the same nodes.
#ifdef KEN_BDD_BUDDY
inline constexpr bool negation_is_free = false;
#else
inline constexpr bool negation_is_free = true;
#endif

// How many nodes the reduced diagrams have together: one for each way to fix the variables down to
// some level that leaves a different function which depends on the variable at that level.
inline std::size_t nodes(const std::vector<Table>& several, const std::vector<Variable>& order) {
  std::set<std::pair<std::size_t, std::vector<bool>>> inner;
  for (const Table& f : several) {
    std::vector<std::size_t> levels;  // the table's variables, from the root down
    for (const Variable v : order)
      if (number(v) < f.variables) levels.push_back(number(v));
    std::vector<bool> sorted;  // the values, the root's variable being the highest bit
    for (std::size_t row = 0; row < f.rows(); ++row) {
      std::size_t source = 0;
      for (std::size_t i = 0; i < levels.size(); ++i)
        source = with_bit(source, levels[i], bit(row, levels.size() - 1 - i));
      sorted.push_back(f.values[source]);
    }
    for (std::size_t level = 0; level < levels.size(); ++level) {
      const auto size = static_cast<std::ptrdiff_t>(f.rows() >> level);
      for (auto at = sorted.begin(); at != sorted.end(); at += size)
        if (!std::equal(at, at + size / 2, at + size / 2)) {
          std::vector<bool> values(at, at + size);
          if (negation_is_free && values[0]) values.flip();
          inner.emplace(levels[level], std::move(values));
        }
    }
  }
  return inner.size();
}

// The diagram of a table, one variable after the other from the last up.
inline Bdd diagram(Manager& manager, const Table& f) {
  std::vector<Bdd> parts;
  for (const bool value : f.values) parts.push_back(manager.constant(value));
  for (std::size_t i = f.variables; i-- > 0;) {
    const Bdd x = manager.variable(var(i));
    const std::size_t half = parts.size() / 2;
    for (std::size_t row = 0; row < half; ++row)
      if (parts[row] != parts[row + half])
        parts[row] = if_then_else(x, parts[row + half], parts[row]);
    parts.resize(half);
  }
  return parts[0];
}

// Numbers that look random and are the same in every run.
inline std::uint64_t scramble(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

// Functions of some or all of the variables, with few, many or all rows true.
inline Table some_table(std::size_t variables) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto matter =
      *rc::gen::oneOf(rc::gen::just(~std::uint32_t{0}), rc::gen::arbitrary<std::uint32_t>());
  const auto density = *rc::gen::element(0U, 1U, 8U, 32U, 56U, 63U);  // of 64
  return Table::of(variables, [&](std::size_t row) {
    return scramble(scramble(seed) ^ (row & matter)) % 64 < density;
  });
}
inline std::size_t some_size() {
  return *rc::gen::weightedOneOf<std::size_t>(
      {{19, rc::gen::inRange<std::size_t>(0, 11)}, {1, rc::gen::inRange<std::size_t>(11, 15)}});
}
inline std::vector<Variable> some_variables(std::size_t below) {
  const auto chosen = *rc::gen::arbitrary<std::uint64_t>();
  std::vector<Variable> result;
  for (std::size_t i = 0; i < below; ++i)
    if (bit(scramble(chosen), i)) result.push_back(var(i));
  return result;
}

// (x0 & xn) | (x1 & xn+1) | ...: 2^(n+1) - 2 nodes in this order, 2 n where partners are
// neighbours.
inline Bdd far_partners(Manager& manager, std::size_t n, std::size_t first = 0) {
  Bdd f = manager.constant(false);
  for (std::size_t i = 0; i < n; ++i)
    f |= manager.variable(var(first + i)) & manager.variable(var(first + n + i));
  return f;
}

}  // namespace ken::bdd
