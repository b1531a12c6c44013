#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/engine.hpp"

namespace ken::driver {

// A formula to decide, with all that is known about it before anything is explored.
struct Task {
  std::size_t index = 0;              // of the property, from zero
  std::set<logic::Semantics> asked;   // the semantics of its coalitions
  std::string unsupported;            // why the engine cannot decide it; empty if it can
  std::optional<std::size_t> number;  // among the questions to the engine, if it can
  std::optional<bool> settled{};      // its verdict, if it was known before all states were
};

struct Tasks {
  std::vector<Task> formulas;
  // Why the engine cannot decide a fairness line, and so no formula; empty if it can.
  std::string unsupported_fairness;
  // Some coalition has the deterministic semantics, which not every model is fit for.
  bool needs_determinism = false;
  Questions questions;
};

// The chosen formulas, each looked at once.
[[nodiscard]] Tasks list_tasks(const model::Model& model, const Settings& settings,
                               const Engine& engine);

// What is wrong with the choice of formulas: one is chosen that does not exist.
[[nodiscard]] base::Diagnostics find_missing_formulas(const model::Model& model,
                                                      const Settings& settings);

// What is wrong with the semantics that operators name themselves: not every semantics of a run
// lets them.
[[nodiscard]] base::Diagnostics find_clashing_semantics(const model::Model& model,
                                                        const Settings& settings);

// The answers before anything is decided, in the order of the tasks.
[[nodiscard]] std::vector<evidence::FormulaAnswer> list_answers(const model::Model& model,
                                                                const Settings& settings,
                                                                const Tasks& tasks);

}  // namespace ken::driver
