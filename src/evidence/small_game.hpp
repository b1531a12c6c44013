#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "base/budget.hpp"
#include "evidence/play.hpp"

namespace ken::evidence {

// A coalition that sees everything, and wants a path operator to have a value on all outcomes from
// some state; in each state only some of its joint actions are allowed.  Every outcome counts.
struct SmallGame {
  const model::Model& model;
  logic::Group members;
  logic::PathOperator op = logic::PathOperator::next;
  bool value = true;
  std::function<std::optional<Status>(const model::State&)> look_at;
  std::function<bool(const model::JointAction&, const model::State&)> is_allowed;
};

// Whether it wins from there; nothing if so many steps are not enough, or somebody does not know
// what holds in a state.  Takes the steps looked at from those left.  Throws Exhausted.
[[nodiscard]] std::optional<bool> wins(const SmallGame& game, const model::State& start,
                                       std::uint64_t& steps_left, base::Budget& budget);

}  // namespace ken::evidence
