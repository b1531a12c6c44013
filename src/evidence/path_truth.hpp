#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "logic/formula.hpp"

namespace ken::evidence {

// Where on a path something is surely true, and where it may be; by position.
struct Truths {
  std::vector<bool> must;
  std::vector<bool> may;
};

// What is known about a path of so many states: of one that does not go on nothing behind its end.
struct PathShape {
  std::size_t length = 0;
  std::optional<std::size_t> back_to{};
};

// What is known of a state formula in the state at a position.
using KnownAt = std::function<std::optional<bool>(logic::FormulaId, std::size_t position)>;

// What is known of a path formula at the beginning of the path.
[[nodiscard]] std::optional<bool> evaluate_along(const logic::FormulaStore& formulas,
                                                 logic::FormulaId path, const PathShape& shape,
                                                 const KnownAt& known_at);
// The same of one path operator on state formulas.
[[nodiscard]] std::optional<bool> evaluate_along(logic::PathOperator op,
                                                 const std::optional<logic::Bound>& bound,
                                                 std::span<const logic::FormulaId> args,
                                                 const PathShape& shape, const KnownAt& known_at);

// What is known of a formula that joins its parts as booleans do.
[[nodiscard]] std::optional<bool> evaluate_boolean(
    const logic::FormulaStore& formulas, logic::FormulaId formula,
    const std::function<std::optional<bool>(logic::FormulaId part)>& known_of);

}  // namespace ken::evidence
