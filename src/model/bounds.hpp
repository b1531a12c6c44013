#pragma once
#include <span>
#include <vector>

#include "model/expr.hpp"

namespace ken::model {

struct Interval {
  Value low = 0;
  Value high = 0;
};

// What each variable can be, by VarId.
using Box = std::vector<Interval>;

// What operators can give when their arguments lie within bounds, for fold(): never too narrow.
// Conditions have bounds within 0..1.
class BoundsAlgebra {
 public:
  using Args = std::span<const Bounds>;

  // Without a box no variable may be asked for.
  explicit BoundsAlgebra(const Box* box = nullptr) : box_(box) {}

  [[nodiscard]] Bounds constant(Value value) const { return {value, value, false, false}; }
  [[nodiscard]] Bounds variable(VarId id) const;
  [[nodiscard]] Bounds action(AgentId, ActionIndex) const { return {0, 1, false, false}; }

  [[nodiscard]] Bounds negation(Bounds a) const { return {1 - a.high, 1 - a.low, false, false}; }
  [[nodiscard]] Bounds conjunction(Args args) const;
  [[nodiscard]] Bounds disjunction(Args args) const;
  [[nodiscard]] Bounds exclusive(Args args) const;

  [[nodiscard]] Bounds equal(Bounds a, Bounds b) const;
  [[nodiscard]] Bounds not_equal(Bounds a, Bounds b) const;
  [[nodiscard]] Bounds less(Bounds a, Bounds b) const;
  [[nodiscard]] Bounds less_equal(Bounds a, Bounds b) const;

  [[nodiscard]] Bounds sum(Args args) const;
  [[nodiscard]] Bounds product(Args args) const;
  [[nodiscard]] Bounds subtract(Bounds a, Bounds b) const;
  [[nodiscard]] Bounds divide(Bounds a, Bounds b) const;
  [[nodiscard]] Bounds floor_divide(Bounds a, Bounds b) const;
  [[nodiscard]] Bounds modulo(Bounds a, Bounds b) const;
  [[nodiscard]] Bounds count(Args args) const { return sum(args); }
  [[nodiscard]] Bounds conditional(Bounds c, Bounds a, Bounds b) const;

 private:
  const Box* box_;
};

}  // namespace ken::model
