#pragma once
#include <optional>
#include <set>
#include <vector>

#include "model/array.hpp"

namespace ken::model {

// A variable that an assignment may change, and where it does.
struct Target {
  ExprId condition{};
  VarId variable{};
  bool missed = false;  // the index selects no element, and the line is lost
};

// An assignment with its value for each target; the conditions exclude each other and cover all.
struct TargetCase {
  Target target;
  ExprId value{};
};
struct TargetCases {
  std::vector<TargetCase> cases;
  base::Range place;
};

// The elements that the indices of the array may select.
[[nodiscard]] std::vector<Target> list_targets(ExprStore& store, const Array& array);

// Adds what an assignment may change to what those before it may change; the first variable that
// is changed twice, if there is one.
std::optional<VarId> add_targets(std::set<VarId>& changed, const TargetCases& cases);

// The lines that together do what the assignments say where the condition holds.
[[nodiscard]] std::vector<EvolutionRule> combine_cases(Scope& scope, const syntax::System& text,
                                                       base::Range place, ExprId condition,
                                                       const std::vector<TargetCases>& assigned);

}  // namespace ken::model
