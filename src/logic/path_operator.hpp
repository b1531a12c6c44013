#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ken::logic {

enum class PathQuantifier : std::uint8_t { all, some };
enum class PathOperator : std::uint8_t { next, finally, globally, until, release, weak };

// The arguments of a dual: !op(f, g) is dual(...) of these.
enum class DualArguments : std::uint8_t {
  negations,  // !f, or !f and !g
  weak,       // !g and (!f and !g): !(f W g) = !g U (!f and !g), with a bound too
};

struct PathQuantifierRow {
  PathQuantifier quantifier;
  std::string_view word;
  PathQuantifier dual;
};

// One row: how a path operator is written, and what its negation is.
struct PathOperatorRow {
  PathOperator op;
  std::string_view word;
  std::size_t arguments;  // one: F f; two: f U g
  bool bounded;           // F[m, n] f
  PathOperator dual;
  DualArguments dual_arguments = DualArguments::negations;
};

inline constexpr auto path_quantifiers = std::to_array<PathQuantifierRow>({
    {PathQuantifier::all, "A", PathQuantifier::some},
    {PathQuantifier::some, "E", PathQuantifier::all},
});

inline constexpr auto path_operators = std::to_array<PathOperatorRow>({
    {PathOperator::next, "X", 1, false, PathOperator::next},
    {PathOperator::finally, "F", 1, true, PathOperator::globally},
    {PathOperator::globally, "G", 1, true, PathOperator::finally},
    {PathOperator::until, "U", 2, true, PathOperator::release},
    {PathOperator::release, "R", 2, true, PathOperator::until},
    {PathOperator::weak, "W", 2, true, PathOperator::until, DualArguments::weak},
});

[[nodiscard]] constexpr const PathQuantifierRow& row_of(PathQuantifier quantifier) {
  return path_quantifiers[static_cast<std::size_t>(quantifier)];
}
[[nodiscard]] constexpr const PathOperatorRow& row_of(PathOperator op) {
  return path_operators[static_cast<std::size_t>(op)];
}

[[nodiscard]] constexpr std::optional<PathQuantifier> find_path_quantifier(std::string_view word) {
  for (const PathQuantifierRow& row : path_quantifiers)
    if (row.word == word) return row.quantifier;
  return std::nullopt;
}
[[nodiscard]] constexpr std::optional<PathOperator> find_path_operator(std::string_view word) {
  for (const PathOperatorRow& row : path_operators)
    if (row.word == word) return row.op;
  return std::nullopt;
}

// What stands around a coalition or a program: <g>F f, [g]F f.
struct Brackets {
  std::string_view open, close;
};
inline constexpr Brackets diamond{"<", ">"};
inline constexpr Brackets box{"[", "]"};

// Around what says "some strategy" or "some run", and around what says "all".
[[nodiscard]] constexpr Brackets brackets_of(PathQuantifier quantifier) {
  return quantifier == PathQuantifier::some ? diamond : box;
}

}  // namespace ken::logic
