#pragma once
#include "smv_states.hpp"

namespace ken::tests::smv {

// Does the formula hold in every initial state where a fair path begins?
class Ctl {
 public:
  // Both outlive this.
  Ctl(const Model& model, const StateSpace& space);
  [[nodiscard]] bool holds(const Formula& formula) const;

 private:
  [[nodiscard]] Set label(const Node& node, const Set& a, const Set& b) const;
  [[nodiscard]] Set label_unbounded(Op op, const Set& a, const Set& b) const;
  [[nodiscard]] Set label_bounded(const Node& node, const Set& a, const Set& b) const;
  [[nodiscard]] Set ex(const Set& f) const;
  [[nodiscard]] Set eu(const Set& f, const Set& g) const;
  [[nodiscard]] Set eg(const Set& f) const;
  [[nodiscard]] Set ebu(const Set& f, const Set& g, const Node& bounds) const;
  [[nodiscard]] Set ebg(const Set& f, const Node& bounds) const;
  [[nodiscard]] Set abu(const Set& f, const Set& g, const Node& bounds) const;

  const Model& model_;
  const StateSpace& space_;
  Graph reversed_;
  Set all_, fair_;
};

// Does the formula hold on every fair path from an initial state?
[[nodiscard]] bool holds_ltl(const Model& model, const StateSpace& space, const Formula& formula,
                             const Limits& limits);

}  // namespace ken::tests::smv
